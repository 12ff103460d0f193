// The versions of bots that play in a league, and what is known about their meetings. A set is two games of
// two contenders on one seed, with the seats swapped. A block is a few sets of the same two, which a worker
// plays.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace toptile {

struct Contender {
  bool is_active = true;  // Those who are not active have results, but play no more.
  // The mean seconds of its sets. If this is no positive and finite number, the mean of the others is taken.
  double seconds_a_set = 0;
  // The blocks that the league has chosen since the latest one of this contender, or since it came.
  std::int64_t waited = 0;
  // The number of the version before it, if that can still play. It need not be active.
  std::optional<int> predecessor;
};

// All sets that two contenders have played. The same two may occur more than once, in either order.
struct MetPair {
  int one = 0, other = 0;    // Different numbers of contenders.
  double sets = 0;           // Not negative.
  double points_of_one = 0;  // 0 … 2 · sets.
};

// Sets that are being played now.
struct PairInPlay {
  int one = 0, other = 0;
  double sets = 0;  // Not negative.
};

// Everything that the choice of the next meeting depends on. Contenders are numbered from 0.
struct LeagueSituation {
  std::vector<Contender> contenders;
  std::vector<MetPair> met;
  std::vector<PairInPlay> in_play;
  // The blocks that the league has chosen so far. They say whose turn it is.
  std::int64_t blocks = 0;
  // The variance of a set's points divided by that of two unrelated games. It is taken to be 1 if this is no
  // positive and finite number.
  double inflation = 1;
  // Strengths from an earlier fit, in logits. The fit begins with them, and is quicker if they are near. They
  // may be fewer than the contenders.
  std::vector<double> strengths;
  // It decides between choices that are equally good, and draws opponents by lot.
  std::uint64_t seed = 0;
};

}  // namespace toptile
