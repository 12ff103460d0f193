#include "live/content.h"

#include <span>

#include "tournaments/report/report_data.h"
#include "tournaments/report/report_page.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

// This lacks what only records tell. They are read one by one, when somebody looks at a game.
ReportRun run_of(const LiveState& state) {
  return {.name = state.title,
          .plan = state.plan,
          .games = state.results.games,
          .forfeited = state.results.forfeited,
          .places = {},
          .test = {},
          .planned = state.planned,
          .is_finished = state.is_finished,
          .details = {},
          .sessions = state.sessions};
}

// Another shard of the same seed may still be in play when this one is finished.
bool may_tell_seed(const LiveState& state) {
  return state.is_finished && !state.plan.shard;
}

void take_seed_out(Json& data) {
  data["runs"][0]["plan"].erase("seed");
  Json& reproduce = data["reproduce"];
  reproduce["configuration"].erase("seed");
  reproduce["commands"].erase(std::size_t{0});  // This command plays the run again.
  reproduce["notes"].push_back(
      "The seed, and the command with it, are shown when the tournament is finished.");
}

Json data_of(const LiveState& state, const ReportRun& run, const std::string& key) {
  Json data = report_data(std::span(&run, 1), state.title);
  const std::string first = "/" + key;
  data["live"] = {{"events", first + "/events"},
                  {"data", first + "/data.json"},
                  {"game", first + "/games/"},
                  {"boards", first + "/boards"}};
  if (!may_tell_seed(state)) take_seed_out(data);
  return data;
}

}  // namespace

std::string live_data(const LiveState& state, const std::string& key) {
  return json_line(data_of(state, run_of(state), key));
}

std::string live_page(const LiveState& state, const std::string& key) {
  const ReportRun run = run_of(state);
  return report_page(data_of(state, run, key), std::span(&run, 1));
}

}  // namespace toptile
