// What a set between two contenders is worth: how much less uncertain the order of the table would be after
// it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "league/choice/contenders.h"
#include "league/choice/set_information.h"
#include "league/choice/table_order.h"

namespace toptile {

// Contenders are given by their numbers. They must be active, or predecessors of active ones.
class SetGains {
 public:
  virtual ~SetGains() = default;

  // What is known about the strength of `one` above that of `other`. Sets in play and those that were counted
  // have reduced the variance.
  virtual Difference difference(int one, int other) const = 0;
  // The information that one set of these two is expected to have, divided by the inflation of sets.
  double information(const Difference& difference) const { return set_information(difference) / inflation_; }
  // How many Elo a set takes off the uncertainty U (OrderWeights): not negative, finite.
  virtual double gain(int one, int other) const = 0;
  // How many Elo U is, for active contenders.
  virtual double uncertainty() const = 0;
  // Counts sets as played, with unknown results.
  virtual void count_sets(int one, int other, double sets) = 0;
  // The opponents of an active contender among which the best is to be found. They are active, and if two
  // contenders are near each other, each of them is in the other's list.
  virtual std::span<const int> opponents(int one) const = 0;

 protected:
  explicit SetGains(double inflation) : inflation_(inflation) {}
  double inflation_;
};

// The most contenders that have a row in a matrix. If there are more, retired ones are left out, those with
// the fewest sets first. Their results still count for strengths, but not for certainty.
inline constexpr int kMaxInMatrix = 1500;

// How many contenders above and below it in the table are a contender's opponents, if the active ones are too
// many for a matrix.
inline constexpr int kWindow = 50;

// `strengths` are those of fit_strengths. If the active contenders and their predecessors are not too many,
// all covariances are known. Else strengths are taken to be independent, and only neighbours in the table are
// compared.
std::unique_ptr<SetGains> set_gains(const LeagueSituation& situation, std::span<const double> strengths,
                                    const OrderWeights& weights, int most_in_matrix = kMaxInMatrix);

}  // namespace toptile
