#include "tournaments/report/report_parts.h"

#include <algorithm>

#include "base/assert.h"

namespace toptile {

namespace {

// Makes an object of a highlight: its game, its player, and what `tell` adds.
template <class What, class Tell>
void add(Json& json, const char* key, std::span<const ReportRun> runs, const ReportField& field,
         const std::optional<FoundHighlight<What>>& found, const Tell& tell) {
  if (!found) return;
  Json& told = json[key] = {{"run", found->run}, {"game", found->game}};
  if (!found->player.empty()) {
    const auto& bots = runs[found->run].plan.bots;
    const auto bot = std::ranges::find(bots, found->player, &BotEntry::name);
    TOPTILE_ASSERT(bot != bots.end());
    told["entrant"] = field.entrants_of[found->run][static_cast<std::size_t>(bot - bots.begin())];
  }
  tell(told, found->what);
}

}  // namespace

Json highlights_to_json(std::span<const ReportRun> runs, const ReportField& field) {
  RunHighlights all;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    RunHighlights of_run = runs[run].details->highlights;
    of_run.set_run(run);
    all.add(of_run);
  }
  Json json = Json::object();
  add(json, "best_play", runs, field, all.best_play, [](Json& told, const GameHighlights::Play& play) {
    told["turn"] = play.turn;
    told["move"] = play.move;
    told["points"] = play.points;
  });
  add(json, "closest_game", runs, field, all.closest_game,
      [](Json& told, int margin) { told["margin"] = margin; });
  add(json, "comeback", runs, field, all.comeback,
      [](Json& told, const std::pair<GameHighlights::Comeback, int>& comeback) {
        told["turn"] = comeback.first.turn;
        told["behind"] = comeback.first.behind;
        told["margin"] = comeback.second;
      });
  add(json, "tallest_stack", runs, field, all.tallest_stack,
      [](Json& told, const GameHighlights::Stack& stack) {
        told["turn"] = stack.turn;
        told["square"] = stack.square;
        told["tiles"] = stack.tiles;
      });
  add(json, "costliest_fault", runs, field, all.costliest_fault,
      [](Json& told, const GameHighlights::LostLead& fault) {
        told["turn"] = fault.turn;
        told["reason"] = name_of(fault.kind);
        told["ahead"] = fault.ahead;
      });
  return json;
}

void add_turns_of_games(Json& columns, std::span<const ReportRun> runs) {
  const auto add_column = [&](const char* key, auto GameTurns::*member) {
    Json& column = columns[key] = Json::array();
    for (const ReportRun& run : runs)
      for (const GameTurns& game : run.details->turns) column.push_back(game.*member);
  };
  add_column("turns", &GameTurns::turns);
  add_column("best_points", &GameTurns::best_points);
  add_column("best_turn", &GameTurns::best_turn);
  add_column("best_seat", &GameTurns::best_seat);
  add_column("behind", &GameTurns::behind);
  add_column("behind_turn", &GameTurns::behind_turn);
}

namespace {

// Why a seat forfeited, if the run knows it.
std::optional<FaultKind> reason_of(const ReportRun& run, GameNumber id, Seat seat, bool is_told) {
  if (run.details) {
    const auto found = run.details->kinds.find({id, seat});
    return found == run.details->kinds.end() ? std::nullopt : std::optional(found->second);
  }
  const auto game = run.forfeited.find(id);
  return is_told && game != run.forfeited.end() ? std::optional(game->second.kind) : std::nullopt;
}

Json forfeits_of(const ReportRun& run, GameNumber id, const GameResult& game,
                 std::span<const int> field_entrants) {
  const auto told = run.forfeited.find(id);
  Json seats = Json::array();
  for (const Seat seat : each<Seat>(game.players)) {
    const SeatResult& result = game.by_seat[seat];
    if (result.fate == SeatResult::Fate::played) continue;
    Json forfeit = {{"seat", seat}};
    const bool is_told =
        told != run.forfeited.end() && field_entrants[told->second.entrant] == int{result.entrant};
    const auto kind = result.fate == SeatResult::Fate::withdrawn ? std::optional(FaultKind::withdrawn)
                                                                 : reason_of(run, id, seat, is_told);
    if (kind) forfeit["reason"] = name_of(*kind);
    seats.push_back(std::move(forfeit));
  }
  return seats;
}

}  // namespace

Json forfeits_of_games(std::span<const ReportRun> runs, const ReportField& field) {
  Json column = Json::array();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const GameResult& game : field.games_of(i))
      column.push_back(
          forfeits_of(runs[i], GameNumber{game.id - field.before[i]}, game, field.entrants_of[i]));
  }
  return column;
}

}  // namespace toptile
