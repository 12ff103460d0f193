// Finds which players are certainly above which others, and which ranks each may have, so that all of these
// statements hold together with a probability of at least 95%. (If the 190 pairings of 20 equal players were
// tested one by one, about ten would seem different.)
#pragma once

#include <span>
#include <vector>

#include "ratings/fit/ratings.h"

namespace toptile {

struct RankRange {
  int best = 1, worst = 1;  // Ranks within the pool, from 1.
};

class Certainty {
 public:
  // If there are up to `kMaxCompared` players, each pair is compared by Holm's rule ("A simple sequentially
  // rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979). With more, each player
  // has an interval, widened so that all intervals hold together, and a player is certainly above those whose
  // intervals are below its own. That finds fewer differences. Nothing is certain about a player whose
  // interval was not computed.
  explicit Certainty(const Ratings& ratings);

  // False if the players are in different pools.
  bool is_above(int one, int other) const;
  // The ranks that each player may have, by its index.
  const std::vector<RankRange>& ranks() const { return ranks_; }
  // The ranks that these players may have if there were no others, in the order of `players`.
  std::vector<RankRange> ranks_among(std::span<const int> players) const;

 private:
  void compare_each_two(const Ratings& ratings);
  void compare_intervals(const Ratings& ratings);
  std::vector<RankRange> ranks_by_intervals(std::span<const int> players) const;
  void find_ranks(const Ratings& ratings);

  // For few players, below_[one] has the players that are certainly below `one`. For many, ends_ has an
  // interval for each, and all intervals hold together.
  struct Ends {
    double low = 0, high = 0;
  };
  std::vector<int> pool_of_;
  std::vector<std::vector<int>> below_;
  std::vector<Ends> ends_;
  std::vector<RankRange> ranks_;
};

inline constexpr int kMaxCompared = 60;

}  // namespace toptile
