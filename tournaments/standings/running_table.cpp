#include "tournaments/standings/running_table.h"

#include <algorithm>
#include <tuple>

namespace toptile {

namespace {

auto order_of(const RunningRow& row, bool by_rating) {
  const double share = row.games > 0 ? row.points / row.games : 0;
  return std::tuple(by_rating ? -row.rating->elo : 0.0, -share, -row.mean_spread().value_or(0), row.entrant);
}

}  // namespace

RunningTable::RunningTable(std::size_t entrants) : rows_(entrants) {
  for (std::size_t i = 0; i < entrants; ++i) rows_[i].entrant = static_cast<int>(i);
}

void RunningTable::add(const GameResult& game) {
  if (game.is_void()) return;
  const RankedGame counted = game.ranked();
  for (int seat = 0; seat < counted.seats; ++seat) {
    RunningRow& row = rows_[counted.players[seat]];
    ++row.games;
    row.points += counted.score(seat);
    if (!counted.points) continue;
    row.spread += counted.spread(seat);
    ++row.finished;
  }
}

void RunningTable::take(const Standings& standings) {
  for (const Standing& standing : standings.rows) {
    RunningRow& row = rows_[standing.entrant];
    row.points = standing.points;
    row.rating = standing.rating;
    row.games = standing.games;
    row.finished = standing.finished;
    row.spread = standing.mean_spread.value_or(0) * standing.finished;
  }
}

std::vector<RunningRow> RunningTable::rows() const {
  std::vector<RunningRow> rows = rows_;
  const bool by_rating = std::ranges::all_of(rows, &RunningRow::is_rated);
  std::ranges::sort(rows, {}, [&](const RunningRow& row) { return order_of(row, by_rating); });
  return rows;
}

}  // namespace toptile
