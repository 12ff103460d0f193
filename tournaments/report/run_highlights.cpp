#include "tournaments/report/run_highlights.h"

namespace toptile {

namespace {

// True if the first of two highlights is more remarkable than the other.
bool is_better(const GameHighlights::Play& one, const GameHighlights::Play& other) {
  return one.points > other.points;
}
bool is_better(int margin, int other) {
  return margin < other;
}
bool is_better(const std::pair<GameHighlights::Comeback, int>& one,
               const std::pair<GameHighlights::Comeback, int>& other) {
  return one.first.behind > other.first.behind;
}
bool is_better(const GameHighlights::Stack& one, const GameHighlights::Stack& other) {
  return one.tiles.size() > other.tiles.size();
}
bool is_better(const GameHighlights::LostLead& one, const GameHighlights::LostLead& other) {
  return one.ahead > other.ahead;
}

template <class What>
void keep(std::optional<FoundHighlight<What>>& kept, const std::optional<FoundHighlight<What>>& later) {
  if (later && (!kept || is_better(later->what, kept->what))) kept.emplace(*later);
}

// Copies the name and the highlight only if it is kept.
template <class What>
void keep(std::optional<FoundHighlight<What>>& kept, const GameRecord& record, const What& what,
          std::optional<Seat> seat) {
  if (kept && !is_better(what, kept->what)) return;
  kept = {0, record.id, seat ? record.players[*seat] : std::string(), what};
}

}  // namespace

void RunHighlights::add(const GameRecord& record, const GameHighlights& game) {
  if (const auto* play = game.best()) keep(best_play, record, *play, std::optional(play->seat));
  if (game.margin) keep(closest_game, record, *game.margin, {});
  if (game.comeback)
    keep(comeback, record, std::pair(*game.comeback, *game.margin), std::optional(game.comeback->seat));
  if (game.stack) keep(tallest_stack, record, *game.stack, std::optional(game.stack->seat));
  if (game.fault) keep(costliest_fault, record, *game.fault, std::optional(game.fault->seat));
}

void RunHighlights::add(const RunHighlights& later) {
  keep(best_play, later.best_play);
  keep(closest_game, later.closest_game);
  keep(comeback, later.comeback);
  keep(tallest_stack, later.tallest_stack);
  keep(costliest_fault, later.costliest_fault);
}

void RunHighlights::set_run(std::size_t run) {
  const auto set = [run](auto& found) {
    if (found) found->run = run;
  };
  set(best_play);
  set(closest_game);
  set(comeback);
  set(tallest_stack);
  set(costliest_fault);
}

}  // namespace toptile
