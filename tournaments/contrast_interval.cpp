#include "tournaments/contrast_interval.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "tournaments/confidence.h"

namespace toptile {
namespace {

// What all clusters say of sharing counts in each direction like so many degrees of freedom.
constexpr double kPooledDegrees = 30;
// However alike clusters came out, of n of them we know no more than that about 3/n may not (the rule of
// three).
constexpr double kRuleOfThree = 3;
// The likelihood with so many is all but a parabola, and its third and fourth derivatives say the rest.
constexpr double kManyDegrees = 200;
// Up to so many players the likelihood is maximised anew for each end; above, it falls along a straight line.
constexpr int kMostSolved = 40;
constexpr int kMostTries = 100;
constexpr double kFirstTry = 2;        // Logits.
constexpr double kCloseEnough = 1e-6;  // A profile's relative error, before a last step that squares it.

}  // namespace

// Distances are from the maximum, in logits of the contrast's value.
struct ContrastIntervals::Course {
  const Logits& contrast;
  Logits tangent;  // The derivative of the best parameters by the contrast's value.
  double value = 0, variance = 0;
  // The variance is so many times that of independent games, and as an estimate has so many degrees.
  double ratio = 1, degrees = kPooledDegrees;
  DirectionSpread spread = {};

  bool is_near_parabola() const { return spread.degrees >= kManyDegrees; }
  // Twice the fall, were the third and fourth derivatives all.
  double series(double distance) const {
    const double square = distance * distance;
    return square / variance + square * distance * spread.third / 3 + square * square * spread.fourth / 12;
  }
  // Student's statistic of a distance with this likelihood.
  double root(double twice_fall) const { return std::sqrt(std::max(0.0, twice_fall) / ratio); }
  double quantile() const { return student_quantile(degrees + 1); }
};

ContrastIntervals::ContrastIntervals(const RatingModel& model, const GameScores& scores, const Maximum& best,
                                     std::span<const RankedGame> games)
    : model_(model),
      best_(best),
      inverse_(Normal(model, model.information(best.at)).inverse()),
      prior_(model.prior_information(best.at)),
      spread_(model, scores, best.at, games) {}

ContrastIntervals::Course ContrastIntervals::course_of(const Logits& contrast) const {
  Course course{.contrast = contrast, .tangent = inverse_ * contrast};
  course.value = contrast.dot(best_.at);
  course.variance = contrast.dot(course.tangent);
  const double by_prior = course.tangent.dot(prior_ * course.tangent);
  // Meetings of two say only about how much games of three and four spread.
  DirectionSpread spread = spread_.of(course.tangent);
  const double scale = spread.of_games > 0 ? (course.variance - by_prior) / spread.of_games : 1;
  const double observed = (spread.of_clusters + by_prior) / course.variance;
  const double pooled = 1 + scale * spread.by_sharing / course.variance;
  course.degrees = spread.degrees + kPooledDegrees;
  course.ratio = (spread.degrees * observed + kPooledDegrees * pooled) / course.degrees;
  course.ratio = std::max(course.ratio, kRuleOfThree / (kRuleOfThree + spread_.clusters()));
  course.tangent /= course.variance;
  spread.third *= scale / std::pow(course.variance, 3);
  spread.fourth *= scale / std::pow(course.variance, 4);
  course.spread = spread;
  return course;
}

// Newton's method on the root of the fall, which is nearly a straight line; each try sets out from the
// furthest point that is not too far.
double ContrastIntervals::end(const Course& course, int side) const {
  const double quantile = course.quantile();
  const double sd = std::sqrt(course.variance * course.ratio);
  Logits at = best_.at, tangent = course.tangent;
  double near = 0, far = std::numeric_limits<double>::infinity();
  double distance = std::min(quantile * sd, kFirstTry);
  const bool is_solved = !course.is_near_parabola() && model_.players() <= kMostSolved;
  for (int tries = 0; tries < kMostTries; ++tries) {
    const double tried = distance;
    double root = 0, slope = 0;  // The slope is the root's, by the distance.
    Logits there_at, there_tangent;
    if (is_solved) {
      ConstrainedMaximum there =
          constrained_maximum(model_, at + side * (tried - near) * tangent, course.contrast);
      root = course.root(2 * (best_.log_likelihood - there.log_likelihood));
      slope = std::abs(there.slope) / (root * course.ratio);
      there_at = std::move(there.at);
      there_tangent = std::move(there.tangent);
    } else {
      const auto twice_fall = [&](double so_far) {
        if (course.is_near_parabola()) return course.series(side * so_far);
        return 2 * (best_.log_likelihood - model_.log_likelihood(best_.at + side * so_far * course.tangent));
      };
      root = course.root(twice_fall(tried));
      const double step = 1e-4 * tried;
      slope = (course.root(twice_fall(tried + step)) - course.root(twice_fall(tried - step))) / (2 * step);
    }
    if (root < quantile) {
      near = tried;
      if (is_solved) {
        at = std::move(there_at);
        tangent = std::move(there_tangent);
      }
    } else {
      far = tried;
    }
    distance += (quantile - root) / slope;
    const bool is_between = distance > near && distance < far && distance < 2 * tried;
    if (!is_between) distance = std::isinf(far) ? 2 * tried : (near + far) / 2;
    if (std::abs(distance - tried) <= kCloseEnough * tried) break;
  }
  return distance;
}

RatingEstimate ContrastIntervals::estimate(const Logits& contrast) const {
  const Course course = course_of(contrast);
  RatingEstimate estimate;
  estimate.elo = course.value / kLogitsPerElo;
  if (course.variance <= 0) return estimate;
  estimate.error_low = end(course, -1) / kLogitsPerElo;
  estimate.error_high = end(course, 1) / kLogitsPerElo;
  estimate.interval = Interval::profile;
  const double quantile = course.quantile();
  estimate.fall = course.ratio * quantile * quantile / 2;
  estimate.sd = std::sqrt(course.variance * course.ratio) / kLogitsPerElo;
  return estimate;
}

double ContrastIntervals::chance_above_zero(const Logits& contrast) const {
  const Course course = course_of(contrast);
  if (course.value == 0 || course.variance <= 0) return course.value == 0 ? 0.5 : course.value > 0 ? 1 : 0;
  double twice_fall = 0;
  if (course.is_near_parabola()) {
    twice_fall = course.series(-course.value);
  } else {
    Logits start = best_.at - course.value * course.tangent;
    const double there = model_.players() <= kMostSolved
                             ? constrained_maximum(model_, std::move(start), contrast).log_likelihood
                             : model_.log_likelihood(start);
    twice_fall = 2 * (best_.log_likelihood - there);
  }
  const double root = course.root(twice_fall);
  const boost::math::students_t distribution(course.degrees);
  return boost::math::cdf(distribution, course.value > 0 ? root : -root);
}

}  // namespace toptile
