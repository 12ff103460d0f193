// The standings while a tournament is played: games, points and spreads to the last game, ratings as they
// were last computed.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tournaments/standings/standings.h"

namespace toptile {

struct RunningRow {
  int entrant = 0;
  int games = 0;
  double points = 0;  // As Standing has them.
  double spread = 0;  // The sum.
  int finished = 0;   // Games in the spread.
  std::optional<RatingEstimate> rating;

  double mean_spread() const { return finished > 0 ? spread / finished : 0; }
};

class RunningTable {
 public:
  explicit RunningTable(std::size_t entrants);

  void add(const GameResult& game);
  // Standings of all games that were added, and of those played before.
  void take(const Standings& standings);

  // Best first: by rating, then share of the points, then spread.
  std::vector<RunningRow> rows() const;

 private:
  std::vector<RunningRow> rows_;  // By entrant.
};

}  // namespace toptile
