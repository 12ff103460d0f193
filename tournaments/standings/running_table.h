// The standings while a tournament is played. Games, points and spreads include the last game; the ratings
// may be older.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tournaments/standings/standings.h"

namespace toptile {

struct RunningRow {
  int entrant = 0;
  int games = 0;
  double points = 0;  // The same as Standing::points.
  double spread = 0;  // The sum over the finished games.
  int finished = 0;   // Games that count in the spread.
  std::optional<RatingEstimate> rating;

  // The rating of a bot with fewer than ten games is mostly the prior.
  bool is_rated() const { return rating && games >= 10; }
  // nullopt while no game counts in it.
  std::optional<double> mean_spread() const {
    return finished > 0 ? std::optional(spread / finished) : std::nullopt;
  }
};

class RunningTable {
 public:
  explicit RunningTable(std::size_t entrants);

  void add(const GameResult& game);
  // Takes the standings after all games that were added and all that were played before.
  void take(const Standings& standings);

  // The best row is first: rows are sorted by rating if all are rated, then by the share of the points, then
  // by spread.
  std::vector<RunningRow> rows() const;

 private:
  std::vector<RunningRow> rows_;  // By entrant.
};

}  // namespace toptile
