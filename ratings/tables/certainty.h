// Statements about all players that are certain together: which player is above which, and which ranks a
// player may have. If each of the 190 pairs of 20 equals were judged separately, about ten would seem
// certain. Here all statements together are right 95 times in 100.
#pragma once

#include <vector>

#include "ratings/fit/ratings.h"

namespace toptile {

struct RankRange {
  int best = 1, worst = 1;  // Ranks within the pool, from 1.
};

class Certainty {
 public:
  // If there are up to `kMaxCompared` players, each pair is compared by Holm's rule ("A simple sequentially
  // rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979). If there are more, each
  // has an interval that is wide enough for all to hold together, and a player whose interval is above
  // another's is certainly above it. That finds fewer certain statements.
  explicit Certainty(const Ratings& ratings);

  bool is_above(int one, int other) const;
  // The ranks of each player.
  const std::vector<RankRange>& ranks() const { return ranks_; }

 private:
  void compare_each_two(const Ratings& ratings);
  void compare_intervals(const Ratings& ratings);
  void find_ranks(const Ratings& ratings);

  // For few players, below_[one] has the players who are certainly below `one`. For many, ends_ has an
  // interval for each, and all intervals hold together.
  struct Ends {
    int pool = 0;
    double low = 0, high = 0;
  };
  std::vector<std::vector<int>> below_;
  std::vector<Ends> ends_;
  std::vector<RankRange> ranks_;
};

inline constexpr int kMaxCompared = 60;

}  // namespace toptile
