// The bot versions that play in a league, and the results of their meetings. A set is two games between two
// contenders on one seed, with the seats swapped. A block is a few sets of the same two contenders, which one
// worker plays.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace toptile {

struct Contender {
  bool is_active = true;  // An inactive contender has results, but plays no more.
  // The mean duration of its sets. If this is not positive and finite, the mean of the other contenders is
  // used.
  double seconds_a_set = 0;
  // The number of blocks that the league has chosen since this contender's latest block, or since it joined.
  std::int64_t waited = 0;
  // The contender that is the version before it, if that can still play. It need not be active.
  std::optional<int> predecessor;
};

// The sets that two contenders have played. The same two may occur more than once, in either order.
struct MetPair {
  int one = 0, other = 0;    // Two different contenders.
  double sets = 0;           // Not negative.
  double points_of_one = 0;  // 0 … 2 · sets.
};

// Sets that are being played now.
struct PairInPlay {
  int one = 0, other = 0;
  double sets = 0;  // Not negative.
};

// Everything that the choice of the next block depends on. Contenders are numbered from 0.
struct LeagueSituation {
  std::vector<Contender> contenders;
  std::vector<MetPair> met;
  std::vector<PairInPlay> in_play;
  // The number of blocks that the league has chosen so far, which decides whose turn it is.
  std::int64_t blocks = 0;
  // The variance of a set's points divided by that of two unrelated games. Counts as 1 unless it is positive
  // and finite.
  double inflation = 1;
  // Strengths from an earlier fit, in logits. The fit starts from them, and is quicker if they are close.
  // There may be fewer of them than contenders.
  std::vector<double> strengths;
  // Breaks ties between equally good choices, and draws random opponents.
  std::uint64_t seed = 0;
};

}  // namespace toptile
