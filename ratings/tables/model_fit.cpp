#include "ratings/tables/model_fit.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "ratings/fit/confidence.h"

namespace toptile {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// The covariances of pairings are computed if there are no more pairings than this.
constexpr std::size_t kMaxCovariances = 400;
// This is added to the variance of a pairing's points, so that one very unlikely upset proves nothing.
constexpr double kMinVariance = 0.25;
// Results are not tested if their statistic is expected to be less than this.
constexpr double kMinExpected = 0.05;
// A correction leaves at least this part of a figure, as few clusters make it unsure.
constexpr double kMinCorrected = 0.25;

// The player whose strength decides each player's: all whose ratings are held in a pool are one body.
std::vector<int> bodies_of(const Ratings& ratings) {
  std::vector<int> body_of, held(static_cast<std::size_t>(ratings.pools), -1);
  for (std::size_t i = 0; i < ratings.players.size(); ++i) {
    const PlayerRating& player = ratings.players[i];
    const int number = static_cast<int>(i);
    if (player.is_held && held[player.pool] < 0) held[player.pool] = number;
    body_of.push_back(player.is_held ? held[player.pool] : number);
  }
  return body_of;
}

// The number of fitted quantities, and of those that remain free.
struct Freedom {
  int fitted = 0;  // Players less pools, with all players of a body as one.
  int left = 0;    // Pairings less the fitted quantities.
};

Freedom freedom_of(const Ratings& ratings, std::span<const HeadToHead> met) {
  std::vector<bool> has_played(ratings.players.size()), has_games(static_cast<std::size_t>(ratings.pools));
  const std::vector<int> body_of = bodies_of(ratings);
  for (const HeadToHead& pairing : met) {
    has_played[body_of[pairing.one]] = has_played[body_of[pairing.other]] = true;
    has_games[ratings.players[pairing.one].pool] = true;
  }
  const auto fitted = std::ranges::count(has_played, true) - std::ranges::count(has_games, true);
  return {static_cast<int>(fitted), static_cast<int>(met.size()) - static_cast<int>(fitted)};
}

// The variances of the points of pairings, as clusters show them.
struct Variances {
  std::vector<double> points;
  // The factor for a square of points divided by its variance, as both come from the same points. 0 for
  // copies of one program, whose level sets say nothing.
  std::vector<double> shrinkage;
  double noise = 0;  // The relative variance of the estimate from all clusters together.
};

// The share of a sum of squares that the fit leaves, in all pairings together.
double share_left(std::span<const HeadToHead> met, int fitted) {
  double clusters = 0;
  for (const HeadToHead& pairing : met) clusters += pairing.clusters;
  return std::max(kMinCorrected, 1 - fitted / clusters);
}

Variances variances_of(std::span<const HeadToHead> met, std::span<const double> left) {
  const double pooled = pooled_inflation(met, left);
  double variance = 0, of_squares = 0;
  for (const HeadToHead& pairing : met) {
    of_squares += pairing.rated.variance_of_squares();
    variance += pairing.rated.variance();
  }
  Variances variances{{}, {}, variance > 0 ? of_squares / (variance * variance) : 0};
  for (std::size_t k = 0; k < met.size(); ++k) {
    const Expectation& rated = met[k].rated;
    const double own = rated.degrees() / (rated.degrees() + rated.believed_degrees()),
                 square = rated.variance() * rated.variance();
    variances.points.push_back(rated.believed_variance(pooled * left[k]) / left[k]);
    variances.shrinkage.push_back(square > 0 ? 1 - own * (1 - own) * rated.variance_of_squares() / square
                                             : 0);
  }
  return variances;
}

double weight(const Variances& variances, int k) {
  return variances.shrinkage[k] / (variances.points[k] + kMinVariance);
}

// The fourth cumulant of points that have this variance.
double excess(const HeadToHead& met, double variance) {
  return met.rated.variance() > 0 ? met.rated.excess() * variance / met.rated.variance() : 0;
}

// The variance of each pairing's points that is left after the ratings are fitted, and the moments of the
// statistic.
struct Left {
  std::vector<double> variances;
  double mean = 0, variance = 0;
};

// Computes the moments from the covariances of what the ratings leave of points.
Left left_by(const Matrix& covariances, const Variances& variances, std::span<const HeadToHead> met) {
  Left left;
  for (int k = 0; k < covariances.rows(); ++k) {
    const double by = weight(variances, k);
    const double share = variances.points[k] > 0 ? covariances(k, k) / variances.points[k] : 0;
    left.variances.push_back(covariances(k, k));
    left.mean += by * covariances(k, k);
    left.variance += by * by * share * share * excess(met[k], variances.points[k]);
    for (int j = 0; j < covariances.cols(); ++j)
      left.variance += 2 * by * weight(variances, j) * covariances(k, j) * covariances(k, j);
  }
  return left;
}

// The part of the model that is needed here: how the expected points of pairings follow from strengths and
// seats.
class Fitted {
 public:
  Fitted(const Ratings& ratings, std::span<const HeadToHead> met)
      : ratings_(ratings),
        worths_(ratings),
        met_(met),
        players_(static_cast<int>(ratings.players.size())),
        body_of_(bodies_of(ratings)) {}

  // How far the points that are expected of each pairing follow those of each pairing, in games of two.
  Matrix influence() const;
  // The share of the sum of squares of each pairing's clusters that the fit leaves.
  std::vector<double> shares_left(const Matrix& influence) const;
  Left left_of_two(const Variances& variances, const Matrix& influence) const;
  Left left_of_more(const Variances& variances, std::span<const RankedGame> games) const;

 private:
  using Weights = std::array<double, kMaxPlayers>;  // The exponentials of strengths, by seat.

  int parameters() const { return players_ + worths_.terms(); }
  int pairings() const { return static_cast<int>(met_.size()); }
  std::array<int, 2> terms(const RankedGame& game, int seat) const {
    const int term = worths_.term(game.seats, seat);
    return {body_of_[game.players[seat]], term < 0 ? -1 : players_ + term};
  }
  Weights weights(const RankedGame& game) const;
  int place(int one, int other) const;

  Matrix slopes() const;
  Matrix information_of_two() const;
  void add_information(const RankedGame& game, const Weights& weights, unsigned left, double chance,
                       Matrix& information) const;
  void add_score(const RankedGame& game, const Weights& weights, unsigned left, double chance,
                 Weights& score) const;
  // information⁻¹ · slopesᵀ. The information is singular: if all strengths of a pool rise together, nothing
  // changes.
  Matrix response(Matrix information, const Matrix& slopes) const;

  const Ratings& ratings_;
  SeatWorths worths_;
  std::span<const HeadToHead> met_;
  int players_;
  std::vector<int> body_of_;  // The parameters of all other players have no effect.
};

Matrix Fitted::slopes() const {
  Matrix slopes = Matrix::Zero(pairings(), parameters());
  for (int k = 0; k < pairings(); ++k) {
    slopes(k, body_of_[met_[k].one]) += met_[k].rated.independent_variance();
    slopes(k, body_of_[met_[k].other]) -= met_[k].rated.independent_variance();
    for (int term = 0; term < worths_.terms(); ++term) slopes(k, players_ + term) = met_[k].by_seat[term];
  }
  return slopes;
}

Matrix Fitted::information_of_two() const {
  Matrix information = Matrix::Zero(parameters(), parameters());
  for (const HeadToHead& met : met_) {
    const double variance = met.rated.independent_variance();
    const int one = body_of_[met.one], other = body_of_[met.other];
    if (one != other) {
      information(one, one) += variance;
      information(other, other) += variance;
      information(one, other) -= variance;
      information(other, one) -= variance;
    }
    if (worths_.terms() == 0) continue;
    information(players_, players_) += variance;
    if (one == other) continue;
    for (const auto& [player, sign] : {std::pair(one, 1), std::pair(other, -1)}) {
      information(player, players_) += sign * met.by_seat[0];
      information(players_, player) += sign * met.by_seat[0];
    }
  }
  return information;
}

Fitted::Weights Fitted::weights(const RankedGame& game) const {
  Weights weights{};
  for (int seat = 0; seat < game.seats; ++seat)
    weights[seat] =
        std::exp(ratings_.players[game.players[seat]].elo * kLogitsPerElo + worths_.of(game.seats, seat));
  return weights;
}

int Fitted::place(int one, int other) const {
  const auto found =
      std::ranges::lower_bound(met_, std::pair(std::min(one, other), std::max(one, other)), {},
                               [](const HeadToHead& met) { return std::pair(met.one, met.other); });
  return static_cast<int>(found - met_.begin());
}

// The next place goes to one of the players who are left, in proportion to their weights.
void Fitted::add_information(const RankedGame& game, const Weights& weights, unsigned left, double chance,
                             Matrix& information) const {
  double sum = 0;
  for (int seat = 0; seat < game.seats; ++seat) sum += left >> seat & 1 ? weights[seat] : 0;
  for (int seat = 0; seat < game.seats; ++seat) {
    if (!(left >> seat & 1)) continue;
    const double first = weights[seat] / sum;
    for (int other = 0; other < game.seats; ++other) {
      if (!(left >> other & 1)) continue;
      const double covariance = chance * first * ((seat == other) - weights[other] / sum);
      for (const int row : terms(game, seat))
        for (const int column : terms(game, other))
          if (row >= 0 && column >= 0) information(row, column) += covariance;
    }
    const unsigned others = left & ~(1u << seat);
    if ((others & (others - 1)) != 0) add_information(game, weights, others, chance * first, information);
  }
}

// The likelihood's gradient by the strengths of seats: the mean over all orders of the players who share a
// rank.
void Fitted::add_score(const RankedGame& game, const Weights& weights, unsigned left, double chance,
                       Weights& score) const {
  double sum = 0, level = 0;
  int best = 0;
  for (int seat = 0; seat < game.seats; ++seat) {
    if (!(left >> seat & 1)) continue;
    sum += weights[seat];
    if (level == 0 || game.ranks[seat] < best) {
      best = game.ranks[seat];
      level = 0;
    }
    level += game.ranks[seat] == best;
  }
  for (int seat = 0; seat < game.seats; ++seat) {
    if (!(left >> seat & 1)) continue;
    score[seat] -= chance * weights[seat] / sum;
    if (game.ranks[seat] != best) continue;
    score[seat] += chance / level;
    const unsigned others = left & ~(1u << seat);
    if ((others & (others - 1)) != 0) add_score(game, weights, others, chance / level, score);
  }
}

Matrix Fitted::response(Matrix information, const Matrix& slopes) const {
  Vector scale(parameters());
  for (int i = 0; i < parameters(); ++i)
    scale[i] = information(i, i) > 0 ? 1 / std::sqrt(information(i, i)) : 1;
  information = scale.asDiagonal() * information * scale.asDiagonal();
  std::vector<double> norm(static_cast<std::size_t>(ratings_.pools));
  for (int i = 0; i < players_; ++i) {
    if (body_of_[i] != i) {
      information(i, i) = 1;
    } else {
      norm[ratings_.players[i].pool] += 1 / (scale[i] * scale[i]);
    }
  }
  for (int i = 0; i < players_; ++i) {
    for (int j = 0; j < players_; ++j) {
      if (body_of_[i] != i || body_of_[j] != j) continue;
      if (const int pool = ratings_.players[i].pool; pool == ratings_.players[j].pool)
        information(i, j) += 1 / (scale[i] * scale[j] * norm[pool]);
    }
  }
  const Matrix right = scale.asDiagonal() * slopes.transpose();
  return scale.asDiagonal() * information.ldlt().solve(right);
}

Matrix Fitted::influence() const {
  const Matrix of_points = slopes();
  Matrix influence = of_points * response(information_of_two(), of_points);
  for (int k = 0; k < pairings(); ++k) {
    const double variance = met_[k].rated.independent_variance();
    influence.col(k) *= variance > 0 ? 1 / variance : 0;
  }
  return influence;
}

std::vector<double> Fitted::shares_left(const Matrix& influence) const {
  Vector variances(pairings());
  for (int k = 0; k < pairings(); ++k) variances[k] = met_[k].rated.variance();
  const Vector moved = influence.cwiseAbs2() * variances;
  std::vector<double> left;
  for (int k = 0; k < pairings(); ++k) {
    const double taken = 2 * influence(k, k) - (variances[k] > 0 ? moved[k] / variances[k] : 0);
    left.push_back(std::max(kMinCorrected, 1 - taken / met_[k].clusters));
  }
  return left;
}

// The residual points of a pairing are its own points, less what the fit followed of those of all pairings.
// The fit weighs results as if games shared no luck.
Left Fitted::left_of_two(const Variances& variances, const Matrix& influence) const {
  const Matrix left = Matrix::Identity(pairings(), pairings()) - influence;
  const Vector points = Eigen::Map<const Vector>(variances.points.data(), pairings());
  return left_by(left * points.asDiagonal() * left.transpose(), variances, met_);
}

// Luck that a set of games shares connects the pairings of its players in its own ways. So the covariances
// are those that clusters show.
Left Fitted::left_of_more(const Variances& variances, std::span<const RankedGame> games) const {
  Matrix information = Matrix::Zero(parameters(), parameters()), scores = information;
  Matrix points = Matrix::Zero(pairings(), pairings()),
         points_by_scores = Matrix::Zero(pairings(), parameters());
  double clusters = 0;
  // The entries of one cluster, by pairing and by parameter.
  std::vector<std::pair<int, double>> surpluses, score;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const RankedGame& game = games[i];
    const Weights by_seat = weights(game);
    const unsigned all = (1u << game.seats) - 1;
    Weights of_game{};
    add_information(game, by_seat, all, 1, information);
    add_score(game, by_seat, all, 1, of_game);
    for (int seat = 0; seat < game.seats; ++seat) {
      for (const int term : terms(game, seat))
        if (term >= 0) score.emplace_back(term, of_game[seat]);
      for (int other = 0; other < game.seats; ++other)
        if (game.players[seat] < game.players[other])
          surpluses.emplace_back(
              place(game.players[seat], game.players[other]),
              game.score_against(seat, other) - by_seat[seat] / (by_seat[seat] + by_seat[other]));
    }
    if (i + 1 < games.size() && games[i + 1].cluster == game.cluster) continue;
    ++clusters;
    for (const auto& [k, surplus] : surpluses) {
      for (const auto& [j, other] : surpluses) points(k, j) += surplus * other;
      for (const auto& [term, slope] : score) points_by_scores(k, term) += surplus * slope;
    }
    for (const auto& [row, one] : score)
      for (const auto& [column, other] : score) scores(row, column) += one * other;
    surpluses.clear();
    score.clear();
  }
  const Matrix answer = response(std::move(information), slopes());
  const Matrix crossed = points_by_scores * answer;
  const int bodies = static_cast<int>(std::set<int>(body_of_.begin(), body_of_.end()).size());
  const double fitted = bodies + worths_.terms() - ratings_.pools;
  const Matrix covariances = (points - crossed - crossed.transpose() + answer.transpose() * scores * answer) /
                             std::max(kMinCorrected, 1 - fitted / clusters);
  Left left = left_by(covariances, variances, met_);
  // Products of estimates are too large by as much as the estimates vary.
  left.variance =
      std::max(kMinCorrected * left.variance, left.variance - 2 * left.mean * left.mean / clusters);
  return left;
}

// If there are many pairings, the fit is taken to have the same share of each.
Left left_of_many(std::span<const HeadToHead> met, const Variances& variances, double share) {
  Left left;
  for (std::size_t k = 0; k < met.size(); ++k) {
    const double variance = variances.points[k], by = share * weight(variances, static_cast<int>(k));
    left.variances.push_back(share * variance);
    left.mean += by * variance;
    left.variance += by * by * (2 / share * variance * variance + excess(met[k], variance));
  }
  return left;
}

std::vector<PairingResidual> farthest(std::span<const HeadToHead> met, const Left& left) {
  std::vector<PairingResidual> residuals;
  for (std::size_t k = 0; k < met.size(); ++k) {
    const HeadToHead& pairing = met[k];
    const double surplus = pairing.points - pairing.rated.points(), games = pairing.games;
    PairingResidual& residual = residuals.emplace_back();
    residual = {pairing.one,
                pairing.other,
                pairing.games,
                pairing.points / games,
                pairing.rated.points() / games,
                std::abs(surplus) / std::sqrt(left.variances[k] + kMinVariance)};
    if (surplus >= 0) continue;
    std::swap(residual.one, residual.other);
    residual.score = 1 - residual.score;
    residual.expected = 1 - residual.expected;
  }
  std::ranges::stable_sort(residuals, std::greater(), &PairingResidual::residual);
  if (residuals.size() > kMaxResiduals) residuals.resize(kMaxResiduals);
  return residuals;
}

// `games` is empty if all games are of two, as these tell no more than `met`.
ModelFit fit_of(const Ratings& ratings, std::span<const HeadToHead> met, std::span<const RankedGame> games) {
  ModelFit fit;
  fit.pairings = static_cast<int>(met.size());
  if (met.empty()) return fit;
  const Freedom freedom = freedom_of(ratings, met);
  const Fitted fitted(ratings, met);
  const bool are_many = met.size() > kMaxCovariances;
  const Matrix influence = are_many || !games.empty() ? Matrix() : fitted.influence();
  const std::vector<double> shares = influence.size() > 0
                                         ? fitted.shares_left(influence)
                                         : std::vector(met.size(), share_left(met, freedom.fitted));
  fit.circles =
      circles_of(static_cast<int>(ratings.players.size()), certain_wins(met, pooled_inflation(met, shares)));
  if (freedom.left <= 0) return fit;
  const Variances variances = variances_of(met, shares);
  Left left = are_many        ? left_of_many(met, variances, double(freedom.left) / double(met.size()))
              : games.empty() ? fitted.left_of_two(variances, influence)
                              : fitted.left_of_more(variances, games);
  fit.farthest = farthest(met, left);
  if (left.mean < kMinExpected) return fit;
  // The spread between clusters and the statistic come from the same results, and rise together.
  const double square = left.mean * left.mean;
  left.variance = std::max(square / freedom.left, left.variance - square * variances.noise);
  ModelFit::Test test{0, left.mean, 2 * left.mean * left.mean / left.variance, 1};
  for (std::size_t k = 0; k < met.size(); ++k) {
    const double surplus = met[k].points - met[k].rated.points();
    if (variances.shrinkage[k] > 0)
      test.statistic += surplus * surplus / (variances.points[k] + kMinVariance);
  }
  test.chance = boost::math::gamma_q(test.degrees / 2, test.statistic * test.degrees / 2 / test.expected);
  fit.test = test;
  return fit;
}

}  // namespace

ModelFit model_fit(const Ratings& ratings, std::span<const RankedGame> games) {
  if (ratings.players.size() > kMaxTested) return {};
  const bool are_of_two = std::ranges::all_of(games, [](const RankedGame& game) { return game.seats == 2; });
  return fit_of(ratings, heads_to_heads(ratings, games), are_of_two ? std::span<const RankedGame>() : games);
}

ModelFit model_fit(const Ratings& ratings, std::span<const ScoredGame> games) {
  if (ratings.players.size() > kMaxTested) return {};
  return fit_of(ratings, heads_to_heads(ratings, games), {});
}

}  // namespace toptile
