#include "cli/live_content.h"

#include <span>

#include "tournaments/report_data.h"
#include "tournaments/report_page.h"
#include "tournaments/tournament.h"

namespace toptile {

namespace {

// Without what only records tell: they are read one by one, when somebody looks at a game.
ReportRun run_of(const LiveState& state) {
  return {.name = state.title,
          .plan = state.plan,
          .games = state.results.games,
          .forfeited = state.results.forfeited,
          .places = {},
          .test = {},
          .planned = state.planned,
          .is_finished = state.is_finished,
          .details = {}};
}

Json data_of(const LiveState& state, const ReportRun& run) {
  Json data = report_data(std::span(&run, 1), state.title);
  data["live"] = {{"events", "/events"}, {"data", "/data.json"}, {"game", "/games/"}};
  return data;
}

}  // namespace

std::string live_data(const LiveState& state) {
  return json_line(data_of(state, run_of(state)));
}

std::string live_page(const LiveState& state) {
  const ReportRun run = run_of(state);
  return report_page(data_of(state, run), std::span(&run, 1));
}

}  // namespace toptile
