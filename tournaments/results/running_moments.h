// The mean and the central moments of numbers that come one at a time: no number is kept, and none of the
// accuracy is lost that sums of powers lose far from 0 (Welford 1962; Pébay 2008 for the third moment).
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
  double mean() const { return mean_; }  // 0 of no numbers.
  // The sums of the distances from the mean, squared and cubed.
  double squares() const { return squares_; }
  double cubes() const { return cubes_; }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0, cubes_ = 0;
};

}  // namespace toptile
