// How much steadier the games of two players are than independent games without ties: because the games of a
// cluster share luck, and because some are tied.
//
// Pairings differ. Two copies of one program take one game of each pair, whatever the tiles, so that their
// pairs are all level; others share half of their luck, or none. So each pairing has an estimate of its own,
// which is drawn towards that of all pairings: the less, the more pairings differ. The mean and the spread of
// the pairings follow from moments, as in the model of beta-binomial counts.
#pragma once

#include <span>
#include <vector>

namespace toptile {

// The sums of the games of two players. x and y are what one of them scored in two games of a cluster, p and
// q what was expected, and p̂ and q̂ the smaller chances of the two games.
struct LuckOfTwo {
  double shared = 0;    // Σ -(x - p)(y - q), less what the fit causes of it.
  double sharable = 0;  // Σ p̂ q̂: what `shared` is expected to be if all luck is shared.
  double products = 0;  // The variance of `shared` if none is: Σ p(1 - p) q(1 - q).
  double tied = 0;      // Σ x(1 - x) over games: what ties take off the variance.
  double games = 0;     // Σ p(1 - p) over games: the variance of independent games without ties.

  LuckOfTwo& operator+=(const LuckOfTwo& other);
};

// Σ x y over all pairs of values in a run, each pair once.
class PairSums {
 public:
  void add(double value) {
    sum_ += value;
    squares_ += value * value;
  }
  double end_run() {
    const double pairs = (sum_ * sum_ - squares_) / 2;
    sum_ = squares_ = 0;
    return pairs;
  }

 private:
  double sum_ = 0, squares_ = 0;
};

class SharedLuck {
 public:
  SharedLuck() = default;
  explicit SharedLuck(std::span<const LuckOfTwo> pairings);

  // How much luck two games of a cluster share, in the mean of all pairings: at 0 they are independent, and
  // at 1 their sum is as steady as possible. It is below 0 if they tend to go to the same side. It stays near
  // 0 while few clusters have been seen.
  double sharing() const { return sharing_; }
  // The same for one pairing, and the share of its variance that ties take off, 0 … 1.
  double sharing(const LuckOfTwo& pairing) const;
  double tied(const LuckOfTwo& pairing) const;
  // How many degrees of freedom the mean of all pairings is worth for a single one: 4 … kPooledDegrees.
  double degrees() const { return degrees_; }

 private:
  double sharing_ = 0, tied_ = 0, degrees_ = 0;
  // How many clusters of a pairing's own say as much as all other pairings do. Infinite if no difference
  // between pairings can be seen.
  double worth_ = 0;
};

}  // namespace toptile
