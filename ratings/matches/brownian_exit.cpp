#include "ratings/matches/brownian_exit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"

namespace toptile {
namespace {

constexpr double kPi = std::numbers::pi;
// The time at which the two series below are about equally short, in units of width² / variance. Six terms of
// either are accurate to 1e-15 there.
constexpr double kLongTime = 0.3;
constexpr int kTerms = 6;
constexpr double kFarOut = 20;  // Standard deviations. The function erfc underflows at 26 · √2.

// ln Φ(x). Far below 0 it is computed from the first terms of Mills's ratio.
double log_normal_cdf(double x) {
  if (x > -kFarOut) return std::log(std::erfc(-x / std::numbers::sqrt2) / 2);
  const double square = x * x;
  return -square / 2 - std::log(-x * std::sqrt(2 * kPi)) + std::log1p(-1 / square + 3 / (square * square));
}

// The motion in scaled units: lengths are in widths of the interval, and times in width² / variance. It
// begins `start` above the lower end, and has a variance of 1.
struct Scaled {
  double start = 0.5, drift = 0;
};

// The chance to reach 0 before 1, at any time.
double chance_of_lower_end(const Scaled& motion) {
  const double twice = 2 * motion.drift;
  if (std::abs(twice) < 1e-9) return 1 - motion.start;
  if (twice > 0) {
    return std::exp(-twice * motion.start) * std::expm1(-twice * (1 - motion.start)) / std::expm1(-twice);
  }
  return std::expm1(twice * (1 - motion.start)) / std::expm1(twice);
}

// This sums over the eigenfunctions of the interval. The terms fall fast if much time has passed.
double chance_after_long(const Scaled& motion, double time) {
  double later = 0;
  for (int k = 1; k <= kTerms; ++k) {
    const double rate = (motion.drift * motion.drift + k * k * kPi * kPi) / 2;
    later +=
        k * std::sin(k * kPi * motion.start) / rate * std::exp(-motion.drift * motion.start - rate * time);
  }
  return chance_of_lower_end(motion) - kPi * later;
}

// This sums over reflections at both ends. The terms fall fast if little time has passed. Each is the chance
// that a motion reaches a point at a distance, with a weight for the drift.
double chance_after_short(const Scaled& motion, double time) {
  const double speed = std::abs(motion.drift), deviation = std::sqrt(time);
  double total = 0;
  for (int n = -kTerms; n <= kTerms; ++n) {
    const double distance = std::abs(motion.start + 2 * n);
    const double shift = -motion.drift * motion.start;
    const double reached =
        std::exp(shift - speed * distance + log_normal_cdf((speed * time - distance) / deviation)) +
        std::exp(shift + speed * distance + log_normal_cdf((-speed * time - distance) / deviation));
    total += motion.start + 2 * n > 0 ? reached : -reached;
  }
  return total;
}

}  // namespace

double chance_to_leave_below(const BrownianMotion& motion, double time) {
  TOPTILE_ASSERT(motion.below > 0 && motion.above > 0 && motion.variance > 0 && time > 0);
  const double width = motion.below + motion.above;
  const Scaled scaled{motion.below / width, motion.drift * width / motion.variance};
  const double scaled_time = time * motion.variance / (width * width);
  const double chance = scaled_time > kLongTime ? chance_after_long(scaled, scaled_time)
                                                : chance_after_short(scaled, scaled_time);
  return std::clamp(chance, 0.0, 1.0);
}

double chance_to_leave_above(const BrownianMotion& motion, double time) {
  return chance_to_leave_below({motion.above, motion.below, -motion.drift, motion.variance}, time);
}

}  // namespace toptile
