#include "ratings/matches/pentanomial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "base/assert.h"
#include "ratings/fit/confidence.h"
#include "ratings/fit/elo_scale.h"
#include "ratings/fit/ratings.h"

namespace toptile {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// 0, 1 or 2 for a loss, a tie or a win.
std::size_t half_points(double score) {
  TOPTILE_ASSERT(score == 0 || score == 0.5 || score == 1);
  return static_cast<std::size_t>(2 * score);
}

std::uint64_t sum(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

int times(std::uint64_t count) {
  return static_cast<int>(std::min<std::uint64_t>(count, std::numeric_limits<int>::max()));
}

// The shape of counted outcomes, whose scores are evenly spaced from 0 to 1.
struct Shape {
  double samples = 0, mean = 0.5;
  // Central moments of the samples. Skewness and kurtosis are divided by sd³ and sd⁴.
  double variance = 0, skewness = 0, kurtosis = 0;
};

Shape shape_of(std::span<const std::uint64_t> counts) {
  Shape shape{static_cast<double>(sum(counts))};
  if (shape.samples == 0) return shape;
  const auto moment = [&](int power, double around) {
    double total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double score = static_cast<double>(i) / static_cast<double>(counts.size() - 1);
      total += static_cast<double>(counts[i]) * std::pow(score - around, power);
    }
    return total / shape.samples;
  };
  shape.mean = moment(1, 0);
  const bool all_alike = std::ranges::count_if(counts, [](auto count) { return count > 0; }) == 1;
  if (all_alike) return shape;
  shape.variance = moment(2, shape.mean);
  const double sd = std::sqrt(shape.variance);
  shape.skewness = moment(3, shape.mean) / std::pow(sd, 3);
  shape.kurtosis = moment(4, shape.mean) / std::pow(sd, 4);
  return shape;
}

// Samples that all came out alike do not show how much they spread. The ratings of the two sides estimate
// that (ratings/fit/ratings.h). The side is player 0.
MatchEstimate estimate_of_alike(const Shape& shape, std::span<const ScoredGame> games) {
  MatchEstimate result{shape.mean, 0, {elo_of_score(shape.mean), -kInfinity, kInfinity}, {}, 0.5};
  const double side = shape.mean > 0.5 ? 1 : shape.mean < 0.5 ? -1 : 0;
  result.normalized = {side == 0 ? 0 : side * kInfinity, -kInfinity, kInfinity};
  if (shape.samples == 0) return result;
  RatingOptions options;
  // Other counts do not tell how the first seat did.
  if (shape.mean > 0 && shape.mean < 1) options.first_seat = SeatTerm::zero;
  const Ratings ratings = fit_ratings(2, games, options);
  const auto [above, superiority] = ratings.fit->compare(0, 1);
  result.elo.low = above.elo - above.error_low;
  result.elo.high = above.elo + above.error_high;
  result.superiority = side == 0 ? 0.5 : superiority;
  return result;
}

MatchEstimate estimate_of(const Shape& shape, double games_a_sample) {
  MatchEstimate result;
  result.score = shape.mean;
  result.error = std::sqrt(shape.variance / (shape.samples - 1));
  const double quantile = student_quantile(shape.samples);
  const double reach = quantile * result.error;
  result.elo = {elo_of_score(shape.mean), elo_of_score(shape.mean - reach), elo_of_score(shape.mean + reach)};

  // The delta method gives the variance of a mean in standard deviations, as both are estimated.
  const double effect = (shape.mean - 0.5) / std::sqrt(shape.variance);
  const double spread = 1 - effect * shape.skewness + effect * effect * (shape.kurtosis - 1) / 4;
  const double unit = 2 / kLogitsPerElo / std::sqrt(games_a_sample);
  const double error = quantile * std::sqrt(std::max(0.0, spread) / (shape.samples - 1));
  result.normalized = {unit * effect, unit * (effect - error), unit * (effect + error)};
  result.superiority = std::erfc((0.5 - shape.mean) / (std::sqrt(2.0) * result.error)) / 2;
  return result;
}

}  // namespace

void Pentanomial::add(double one, double other) {
  ++counts[half_points(one) + half_points(other)];
  if (one == 0.5 && other == 0.5) ++two_ties;
}

std::uint64_t Pentanomial::pairs() const {
  return sum(counts);
}

Pentanomial Pentanomial::swapped() const {
  Pentanomial result = *this;
  std::ranges::reverse(result.counts);
  return result;
}

void Trinomial::add(double score) {
  ++counts[half_points(score)];
}

std::uint64_t Trinomial::games() const {
  return sum(counts);
}

Trinomial Trinomial::swapped() const {
  Trinomial result = *this;
  std::ranges::reverse(result.counts);
  return result;
}

MatchEstimate estimate(const Pentanomial& results) {
  const Shape shape = shape_of(results.counts);
  if (shape.variance > 0) return estimate_of(shape, 2);
  std::vector<ScoredGame> games;
  const auto add = [&](double one, double other, std::uint64_t pairs) {
    if (pairs == 0) return;
    const int cluster = static_cast<int>(games.size());
    games.push_back({0, 1, one, cluster, times(pairs)});
    games.push_back({1, 0, 1 - other, cluster, times(pairs)});
  };
  const auto& counts = results.counts;
  add(0, 0, counts[0]);
  add(0, 0.5, counts[1]);
  add(1, 0, counts[2] - results.two_ties);
  add(0.5, 0.5, results.two_ties);
  add(1, 0.5, counts[3]);
  add(1, 1, counts[4]);
  return estimate_of_alike(shape, games);
}

MatchEstimate estimate(const Trinomial& results) {
  const Shape shape = shape_of(results.counts);
  if (shape.variance > 0) return estimate_of(shape, 1);
  std::vector<ScoredGame> games;
  for (std::size_t half_points = 0; half_points < results.counts.size(); ++half_points) {
    const std::uint64_t count = results.counts[half_points];
    if (count > 0) games.push_back({0, 1, static_cast<double>(half_points) / 2, 0, times(count)});
  }
  return estimate_of_alike(shape, games);
}

double pairing_ratio(const Pentanomial& results) {
  return pairing_ratio(std::span(&results, 1));
}

double pairing_ratio(std::span<const Pentanomial> pairings) {
  double of_pairs = 0, of_games = 0;
  for (const Pentanomial& results : pairings) {
    const auto& pairs = results.counts;
    const std::uint64_t split = pairs[2] - results.two_ties;
    const Trinomial games{{2 * pairs[0] + pairs[1] + split, pairs[1] + 2 * results.two_ties + pairs[3],
                           split + pairs[3] + 2 * pairs[4]}};
    const Shape pair = shape_of(pairs);
    of_pairs += pair.samples * pair.variance;
    of_games += pair.samples * shape_of(games.counts).variance;
  }
  return of_games > 0 ? of_pairs / (of_games / 2) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace toptile
