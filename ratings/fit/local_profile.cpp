#include "ratings/fit/local_profile.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

namespace toptile {
namespace {

constexpr int kMaxProfileSteps = 50;
constexpr double kSmallGain = 1e-9;    // Units of the likelihood's logarithm.
constexpr double kMinPart = 1e-6;      // A step is not cut into smaller parts than that.
constexpr double kLittleMore = 1e-10;  // It makes a matrix definite that only rounding keeps from being so.

}  // namespace

// The fall of the meetings at one point, with its derivatives.
struct LocalProfile::Place {
  double height = 0;
  double slope = 0;  // The slope along the straight line of the players who are not movers.
  Logits gradient;
  Matrix curvature;
};

LocalProfile::LocalProfile(const ResultSpread& spread, const Logits& contrast, const Logits& tangent,
                           std::vector<int> movers)
    : spread_(spread),
      tangent_(tangent),
      number_(static_cast<std::size_t>(tangent.size()), -1),
      contrast_(static_cast<int>(movers.size())),
      straight_(contrast_.size()) {
  for (std::size_t i = 0; i < movers.size(); ++i) {
    const int player = movers[i], number = static_cast<int>(i);
    number_[player] = number;
    contrast_[number] = contrast[player];
    straight_[number] = tangent[player];
    const std::span<const int> own = spread.kinds_of(player);
    kinds_.insert(kinds_.end(), own.begin(), own.end());
  }
  for (int i = 0; i < spread.players(); ++i) number_[i] = number_[spread.body_of(i)];
  std::ranges::sort(kinds_);
  kinds_.erase(std::unique(kinds_.begin(), kinds_.end()), kinds_.end());
}

LocalProfile::Place LocalProfile::look(double distance, const Logits& moved) const {
  const auto size = contrast_.size();
  Place place{0, 0, Logits::Zero(size), Matrix::Zero(size, size)};
  spread_.for_each_meeting(kinds_, [&](const SeatPair& seats, double p, double games) {
    const int one = number_[seats.one], other = number_[seats.other];
    // How the sides move apart with the distance, without the movers' own part.
    double along = seats.difference(tangent_);
    if (one >= 0) along -= straight_[one];
    if (other >= 0) along += straight_[other];
    const double apart = distance * along + (one >= 0 ? moved[one] : 0) - (other >= 0 ? moved[other] : 0);
    const FallOfGame fall = fall_of_game(p, apart);
    const double slope = games * fall.slope, curvature = games * fall.curvature;
    place.height += games * fall.height;
    place.slope += slope * along;
    if (one >= 0) {
      place.gradient[one] += slope;
      place.curvature(one, one) += curvature;
    }
    if (other >= 0) {
      place.gradient[other] -= slope;
      place.curvature(other, other) += curvature;
    }
    if (one >= 0 && other >= 0) {
      place.curvature(one, other) -= curvature;
      place.curvature(other, one) -= curvature;
    }
  });
  return place;
}

// Uses Newton's method with the contrast held fixed. Each step is halved until the fall gets less.
Fall LocalProfile::at(double distance) const {
  if (contrast_.size() == 0) return {};
  Logits moved = distance * straight_;
  Place place = look(distance, moved);
  double multiplier = 0;
  for (int steps = 0; steps < kMaxProfileSteps; ++steps) {
    Matrix curvature = place.curvature;
    const double size = curvature.trace() / double(curvature.rows());
    curvature += size / contrast_.squaredNorm() * contrast_ * contrast_.transpose();
    curvature.diagonal().array() += kLittleMore * size;
    const Eigen::LLT<Matrix> triangle(curvature);
    if (triangle.info() != Eigen::Success) break;
    const Logits free_step = triangle.solve(place.gradient), across = triangle.solve(contrast_);
    multiplier = contrast_.dot(free_step) / contrast_.dot(across);
    const Logits step = multiplier * across - free_step;
    const double promised = -step.dot(place.gradient);
    if (promised < kSmallGain) break;
    double part = 1;
    Place next = look(distance, moved + step);
    while (next.height > place.height && part > kMinPart) {
      part /= 2;
      next = look(distance, moved + part * step);
    }
    if (next.height > place.height) break;
    moved += part * step;
    place = std::move(next);
  }
  return {place.height, place.slope + multiplier * contrast_.dot(straight_)};
}

}  // namespace toptile
