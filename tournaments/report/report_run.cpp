#include "tournaments/report/report_run.h"

#include <algorithm>

namespace toptile {

void BotMoves::add_time(std::int64_t ms) {
  ++moves;
  total_ms += ms;
  most_ms = std::max(most_ms, ms);
  const auto after = std::ranges::upper_bound(kMoveTimeEdges, ms);
  ++times[static_cast<std::size_t>(after - kMoveTimeEdges.begin()) - 1];
}

void BotMoves::add_turn(std::size_t number, std::int64_t points, std::int64_t ms) {
  const std::size_t at = std::min(number, kMaxTurnsApart) - 1;
  if (turns.size() <= at) turns.resize(at + 1);
  ++turns[at].count;
  turns[at].points += points;
  turns[at].ms += ms;
}

GameTurns turns_of(const GameRecord& record, const GameHighlights& highlights) {
  GameTurns turns{.turns = static_cast<std::uint32_t>(record.turns.size())};
  if (const auto* best = highlights.best()) {
    turns.best_turn = best->turn;
    turns.best_points = best->points;
    turns.best_seat = best->seat;
  }
  if (highlights.comeback) {
    turns.behind_turn = highlights.comeback->turn;
    turns.behind = highlights.comeback->behind;
  }
  return turns;
}

void BotMoves::add(const BotMoves& more) {
  if (turns.size() < more.turns.size()) turns.resize(more.turns.size());
  for (std::size_t i = 0; i < more.turns.size(); ++i) {
    turns[i].count += more.turns[i].count;
    turns[i].points += more.turns[i].points;
    turns[i].ms += more.turns[i].ms;
  }
  moves += more.moves;
  total_ms += more.total_ms;
  most_ms = std::max(most_ms, more.most_ms);
  lost_on_time += more.lost_on_time;
  for (std::size_t i = 0; i < times.size(); ++i) times[i] += more.times[i];
}

}  // namespace toptile
