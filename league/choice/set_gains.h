// The value of a set between two contenders: by how much it would reduce the uncertainty of the table's
// order.
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

  // The estimate of how much stronger `one` is than `other`. Sets in play and sets counted by count_sets
  // reduce its variance.
  virtual Difference difference(int one, int other) const = 0;
  // The expected information of one set of these two, divided by the inflation.
  double information(const Difference& difference) const { return set_information(difference) / inflation_; }
  // By how many Elo a set reduces the uncertainty U (OrderWeights): not negative, finite.
  virtual double gain(int one, int other) const = 0;
  // U in Elo, over the active contenders.
  virtual double uncertainty() const = 0;
  // Counts sets as played, with unknown results.
  virtual void count_sets(int one, int other, double sets) = 0;
  // The opponents of an active contender among which the best one is looked for. They are active, and
  // nearness is mutual: if one contender is in the list of another, the other is in its list.
  virtual std::span<const int> opponents(int one) const = 0;

 protected:
  explicit SetGains(double inflation) : inflation_(inflation) {}
  double inflation_;
};

// The most contenders that have a row in a matrix. If there are more, retired ones are left out, those with
// the fewest sets first. Their results still count for strengths, but not for certainty.
inline constexpr int kMaxInMatrix = 1500;

// How many contenders above and how many below a contender in the table are its opponents, if there are too
// many active ones for a matrix.
inline constexpr int kWindow = 50;

// `strengths` come from fit_strengths. If the active contenders and their predecessors fit into a matrix, all
// covariances are known. Otherwise strengths are treated as independent, and only neighbours in the table are
// compared.
std::unique_ptr<SetGains> set_gains(const LeagueSituation& situation, std::span<const double> strengths,
                                    const OrderWeights& weights, int most_in_matrix = kMaxInMatrix);

}  // namespace toptile
