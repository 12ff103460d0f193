// The mean and the central moments of numbers that come one at a time. No number is kept. Sums of powers
// would lose accuracy far from 0, and this does not (Welford 1962; Pébay 2008 for the third moment).
#pragma once

#include <cstdint>

namespace toptile {

class RunningMoments {
 public:
  void add(double value) {
    const double before = static_cast<double>(count_++);
    const double off = value - mean_, step = off / (before + 1), growth = off * step * before;
    mean_ += step;
    cubes_ += step * (growth * (before - 1) - 3 * squares_);
    squares_ += growth;
  }

  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }  // 0 if there are no numbers.
  // The sums of the squared and of the cubed distances from the mean.
  double squares() const { return squares_; }
  double cubes() const { return cubes_; }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0, cubes_ = 0;
};

}  // namespace toptile
