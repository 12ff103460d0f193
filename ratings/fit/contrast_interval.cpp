#include "ratings/fit/contrast_interval.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "ratings/fit/confidence.h"
#include "ratings/fit/local_profile.h"

namespace toptile {
namespace {

constexpr double kError = 0.05;  // The chance to miss, on both sides together.
// Even if n clusters came out alike, about 3/n of all clusters may be different (the rule of three).
constexpr double kRuleOfThree = 3;
// If there are at least this many degrees of freedom, the likelihood is nearly a parabola, and its third and
// fourth derivatives describe the rest.
constexpr double kManyDegrees = 200;
// The two derivatives are used as long as each adds no more than this part to the fall.
constexpr double kLittle = 0.1;
// The likelihood is maximised again for each end if the field has no more players than this.
constexpr int kMaxSolved = 40;
constexpr int kMaxTries = 100;
// In a larger field it is maximised over the players who move at least this part as far as the player in
// question.
constexpr double kGoodPart = 0.05;
constexpr std::size_t kMaxMovers = 60;
// The movers' own clusters are of no more kinds than this. If each mover has many kinds, few others move far.
constexpr std::size_t kMaxKindsOfMovers = 200;
constexpr double kFirstTry = 2;        // Logits.
constexpr double kCloseEnough = 1e-6;  // A profile's relative error, before a last step that squares it.

}  // namespace

// Distances are from the maximum, in logits of the contrast's value.
struct ContrastIntervals::Course {
  Logits contrast;
  Logits tangent;  // The derivative of the best parameters by the contrast's value.
  double value = 0, variance = 0;
  // The variance divided by that of independent games, and the degrees of freedom of this estimate.
  double ratio = 1, degrees = kPooledDegrees;
  double degrees_of_clusters = 0;
  double third = 0, fourth = 0;  // The derivatives of minus the likelihood's logarithm along the tangent.
  // The fall has three parts. Meetings of those who move most are maximised over. Other meetings of `kinds`
  // go along a straight line. Both count `scale` times. All the rest falls like a parabola, as no other
  // player moves far.
  std::vector<int> players;  // The players whom the contrast is about.
  std::vector<int> kinds;
  double scale = 1;
  OpenSides open = {};
  const Gap* gap = nullptr;  // If one side is open.

  bool is_near_parabola(double distance) const {
    return degrees_of_clusters >= kManyDegrees && std::abs(third) * variance * distance < 3 * kLittle &&
           std::abs(fourth) * variance * distance * distance < 12 * kLittle;
  }
  // Student's statistic of a distance at which the likelihood's logarithm has fallen by half of `twice_fall`.
  double root(double twice_fall) const { return std::sqrt(std::max(0.0, twice_fall) / ratio); }
  // The power to which the chance of results across the gap is raised if games of a pair go together. If they
  // go against each other instead, that makes little difference when all have the same winner.
  double power() const { return 1 / std::max(1.0, ratio); }
};

// The fall along a course if the likelihood is not maximised over all parameters again.
class ContrastIntervals::CourseFall {
 public:
  // The distances that are asked for go up to about `reach`.
  CourseFall(const ResultSpread& spread, const Course& course, std::vector<int> movers, double reach)
      : spread_(spread), course_(course) {
    if (course.is_near_parabola(reach)) return;
    near_.emplace(spread, course.contrast, course.tangent, std::move(movers));
    std::ranges::set_difference(course.kinds, near_->kinds(), std::back_inserter(others_));
    SpreadSums sums = spread.sums(course.tangent, near_->kinds());
    sums += spread.sums(course.tangent, others_);
    rest_ = std::max(0.0, 1 / course.variance - course.scale * (sums.games + sums.prior));
  }

  Fall at(double distance) const {
    const double second = 1 / course_.variance;
    if (!near_) {
      const double square = distance * distance;
      return {square * (second / 2 + distance * course_.third / 6 + square * course_.fourth / 24),
              distance * (second + distance * course_.third / 2 + square * course_.fourth / 6)};
    }
    const Fall near = near_->at(distance);
    const Fall others = spread_.fall(course_.tangent, distance, others_);
    return {course_.scale * (near.height + others.height) + rest_ * distance * distance / 2,
            course_.scale * (near.slope + others.slope) + rest_ * distance};
  }

 private:
  const ResultSpread& spread_;
  const Course& course_;
  std::optional<LocalProfile> near_;
  std::vector<int> others_;  // The kinds of a course that are not near.
  double rest_ = 0;
};

ContrastIntervals::ContrastIntervals(const RatingModel& model, const Maximum& best,
                                     const ResultSpread& spread, const Directions& directions,
                                     const Gauge& gauge, const OpenEnds* open,
                                     const std::optional<EveryLook>& every_look, double most_looks)
    : model_(model),
      best_(best),
      spread_(spread),
      directions_(directions),
      gauge_(gauge),
      open_(open),
      every_look_(every_look) {
  for (int i = 0; i < model_.players(); ++i) has_bodies_ = has_bodies_ || model_.body_of(i) != i;
  overall_ = spread_.overall();
  const std::vector<double> weights = model_.weights(best_.at);
  const double looked_at = overall_.games + overall_.prior;
  if (looked_at > 0) scale_ = std::accumulate(weights.begin(), weights.end(), 0.0) / looked_at;
  looks_at_all_ = model.players() * spread.meetings() <= most_looks;
  if (looks_at_all_) return;
  information_ = spread_.information_of_players();
  look_at_homes();
}

// All players of a body move alike.
Logits ContrastIntervals::with_bodies(Logits direction) const {
  for (int i = 0; has_bodies_ && i < model_.players(); ++i) direction[i] = direction[model_.body_of(i)];
  return direction;
}

ContrastIntervals::Course ContrastIntervals::course(Logits contrast, ContrastDirection direction,
                                                    const std::vector<int>& players) const {
  Course course;
  course.value = contrast.dot(best_.at);
  course.contrast = std::move(contrast);
  course.variance = direction.variance;
  if (course.variance <= 0) return course;
  direction.along = with_bodies(std::move(direction.along));
  Looked looked = looks_at_all_ || players.empty() ? look_at_all(direction) : look_near(direction, players);
  const SpreadSums& sums = looked.all;
  course.kinds = std::move(looked.kinds);
  // Meetings of two tell only roughly how much games of three and four spread.
  course.scale = course.variance / (sums.games + sums.prior);
  const DirectionSpread spread = spread_.of(sums);
  const double by_prior = course.scale * sums.prior;
  const double observed = (spread.of_clusters + by_prior) / course.variance;
  const double by_luck = std::max(0.0, 1 + course.scale * spread.by_luck / course.variance);
  course.degrees_of_clusters = spread.degrees;
  course.degrees = spread.degrees + spread.degrees_of_luck;
  course.ratio = (spread.degrees * observed + spread.degrees_of_luck * by_luck) / course.degrees;
  course.ratio = std::max(course.ratio, kRuleOfThree / (kRuleOfThree + spread_.clusters()));
  const double second = 1 / course.variance;
  course.tangent = second * std::move(direction.along);
  course.third = course.scale * sums.third * second * second * second;
  course.fourth = course.scale * sums.fourth * second * second * second * second;
  course.players = players;
  return course;
}

// The players, and others who move a good part as far, those who move most first. Nobody is needed if the
// fall is close to a parabola up to `reach`.
std::vector<int> ContrastIntervals::movers_of(const Course& course, double reach) const {
  const std::vector<int>& players = course.players;
  if (players.empty() || course.is_near_parabola(reach)) return {};
  const std::vector<int>& pool_of = model_.pool_of();
  const int pool = pool_of[players.front()];
  double zero = 0;
  for (int i = 0; i < model_.players(); ++i)
    if (pool_of[i] == pool) zero += gauge_.weights()[i] * course.tangent[i];
  const auto moves = [&](int player) { return std::abs(course.tangent[player] - zero); };
  double most = 0;
  for (const int player : players) most = std::max(most, moves(player));
  std::vector<std::pair<double, int>> others;
  for (int i = 0; i < model_.players(); ++i) {
    if (pool_of[i] != pool || moves(i) <= kGoodPart * most) continue;
    if (std::ranges::find(players, i) == players.end()) others.emplace_back(-moves(i), i);
  }
  const std::size_t most_others = std::min(others.size(), kMaxMovers - std::min(kMaxMovers, players.size()));
  std::ranges::partial_sort(others, others.begin() + std::ptrdiff_t(most_others));
  std::vector<int> movers = players;
  for (std::size_t i = 0; i < most_others; ++i) movers.push_back(others[i].second);
  std::size_t kinds = 0, count = 0;
  for (; count < movers.size(); ++count) {
    kinds += spread_.kinds_of(movers[count]).size();
    if (count >= players.size() && kinds > kMaxKindsOfMovers) break;
  }
  movers.resize(count);
  return movers;
}

ContrastIntervals::Course ContrastIntervals::course_of_player(int player) const {
  Course result = course(gauge_.contrast(player), directions_.of_player(player), {player});
  if (open_ != nullptr && result.variance > 0) {
    result.open = open_->of_player(player);
    if (result.open.is_one()) result.gap = &open_->gap_of_player(player);
  }
  return result;
}

ContrastIntervals::Course ContrastIntervals::course_between(int one, int other) const {
  const int body = model_.body_of(one), other_body = model_.body_of(other);
  Logits contrast = Logits::Zero(model_.parameters());
  contrast[body] = 1;
  contrast[other_body] = -1;
  Course result = course(std::move(contrast), directions_.between(body, other_body), {body, other_body});
  // These are given, so that they move the value alone.
  result.value += best_.at[one] - best_.at[body] - (best_.at[other] - best_.at[other_body]);
  if (open_ != nullptr) {
    result.open = open_->between(one, other);
    if (result.open.is_one()) result.gap = &open_->gap_between(one, other);
  }
  return result;
}

double ContrastIntervals::error(const Course& course) const {
  const auto looks = looks_at(course);
  return looks ? looks->error_of_one_look(kError) : kError;
}

double ContrastIntervals::quantile(const Course& course) const {
  const double of_student = student_quantile(course.degrees + 1, error(course));
  if (course.gap == nullptr) return of_student;
  const double chance = std::pow(error(course) / 2, 1 / course.power());
  return std::max(of_student, course.root(2 * course.gap->fall_at_chance(chance)));
}

// Uses Newton's method on the root of the fall, which is nearly a straight line. Each try starts from the
// furthest point that is not too far.
double ContrastIntervals::end(const Course& course, const CourseFall* course_fall, int side,
                              double wanted) const {
  const double sd = std::sqrt(course.variance * course.ratio);
  Logits at = best_.at, tangent = course.tangent;
  double near = 0, far = std::numeric_limits<double>::infinity();
  double distance = std::min(wanted * sd, kFirstTry);
  const bool is_solved = course_fall == nullptr;
  for (int tries = 0; tries < kMaxTries; ++tries) {
    const double tried = distance;
    double root = 0, slope = 0;  // The slope is the derivative of the root by the distance.
    Logits there_at, there_tangent;
    if (is_solved) {
      ConstrainedMaximum there =
          constrained_maximum(model_, at + side * (tried - near) * tangent, course.contrast);
      root = course.root(2 * (best_.log_likelihood - there.log_likelihood));
      slope = std::abs(there.slope) / (root * course.ratio);
      there_at = std::move(there.at);
      there_tangent = std::move(there.tangent);
    } else {
      const Fall fall = course_fall->at(side * tried);
      root = course.root(2 * fall.height);
      slope = std::abs(fall.slope) / (root * course.ratio);
    }
    if (root < wanted) {
      near = tried;
      if (is_solved) {
        at = std::move(there_at);
        tangent = std::move(there_tangent);
      }
    } else {
      far = tried;
    }
    distance += (wanted - root) / slope;
    const bool is_between = distance > near && distance < far && distance < 2 * tried;
    if (!is_between) distance = std::isinf(far) ? 2 * tried : (near + far) / 2;
    if (std::abs(distance - tried) <= kCloseEnough * tried) break;
  }
  return distance;
}

RatingEstimate ContrastIntervals::estimate(const Course& course) const {
  RatingEstimate estimate;
  estimate.elo = course.value / kLogitsPerElo;
  if (course.variance <= 0) return estimate;
  const double wanted = quantile(course), reach = wanted * std::sqrt(course.variance * course.ratio);
  std::optional<CourseFall> fall;
  if (model_.players() > kMaxSolved || course.is_near_parabola(reach))
    fall.emplace(spread_, course, movers_of(course, reach), reach);
  const auto width = [&](bool is_open, int side) {
    return is_open ? std::numeric_limits<double>::infinity()
                   : end(course, fall ? &*fall : nullptr, side, wanted) / kLogitsPerElo;
  };
  estimate.error_low = width(course.open.low, -1);
  estimate.error_high = width(course.open.high, 1);
  estimate.interval = Interval::profile;
  estimate.fall = course.ratio * wanted * wanted / 2;
  estimate.sd = std::sqrt(course.variance * course.ratio) / kLogitsPerElo;
  estimate.degrees = course.degrees;
  return estimate;
}

RatingEstimate ContrastIntervals::of_player(int player) const {
  return estimate(course_of_player(player));
}

RatingEstimate ContrastIntervals::between(int one, int other) const {
  return estimate(course_between(one, other));
}

RatingEstimate ContrastIntervals::of_seat_term(int parameter) const {
  return estimate(course(gauge_.contrast(parameter), directions_.of_seat_term(parameter), {}));
}

ContrastIntervals::Superiority ContrastIntervals::superiority(int one, int other) const {
  const Course course = course_between(one, other);
  return superiority(course, course.value);
}

double ContrastIntervals::chance_of_equals(int one, int other) const {
  const Course course = course_between(one, other);
  return chance_of(course, course.value);
}

double ContrastIntervals::chance_of_height(int player, double height) const {
  const Course course = course_of_player(player);
  return chance_of(course, course.value - height);
}

double ContrastIntervals::chance_of(const Course& course, double distance) const {
  if (distance > 0 ? course.open.low : course.open.high) return 1;
  double chance = 2 * superiority(course, distance).other_chance;
  if (course.gap != nullptr) {
    const double fall = fall_at(course, distance);
    chance = std::min(1.0, std::max(chance, 2 * std::pow(course.gap->chance_at_fall(fall), course.power())));
  }
  const auto looks = looks_at(course);
  return looks ? looks->chance_at_any_look(chance) : chance;
}

std::optional<EveryLook> ContrastIntervals::looks_at(const Course& course) const {
  if (!every_look_) return std::nullopt;
  return every_look_->at(course.variance * course.ratio / (kLogitsPerElo * kLogitsPerElo));
}

std::pair<RatingEstimate, ContrastIntervals::Superiority> ContrastIntervals::compare(int one,
                                                                                     int other) const {
  const Course course = course_between(one, other);
  return {estimate(course), superiority(course, course.value)};
}

ContrastIntervals::Superiority ContrastIntervals::superiority(const Course& course, double distance) const {
  if (distance == 0 || course.variance <= 0) return {distance >= 0, distance == 0 ? 0.5 : 0};
  return {distance > 0, student_tail(course.degrees, course.root(2 * fall_at(course, distance)))};
}

double ContrastIntervals::fall_at(const Course& course, double distance) const {
  const double reach = std::abs(distance);
  if (course.is_near_parabola(reach) || model_.players() > kMaxSolved)
    return CourseFall(spread_, course, movers_of(course, reach), reach).at(-distance).height;
  Logits start = best_.at - distance * course.tangent;
  return best_.log_likelihood - constrained_maximum(model_, std::move(start), course.contrast).log_likelihood;
}

}  // namespace toptile
