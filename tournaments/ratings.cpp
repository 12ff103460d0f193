#include "tournaments/ratings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

#include "engine/assert.h"
#include "tournaments/bradley_terry.h"
#include "tournaments/cluster_spread.h"
#include "tournaments/confidence.h"
#include "tournaments/gauge.h"

namespace toptile {
namespace {

constexpr double kNoSpread = 1e-9;  // Of the model's variance.
constexpr int kMostTries = 100;
constexpr double kFirstTry = 2;        // Logits.
constexpr double kCloseEnough = 1e-6;  // Of a profile's error, before a last step that squares it.

// The cells that were played, by first and then second player, whatever the order of the games.
std::vector<Cell> tally(int players, std::span<const ScoredGame> games) {
  std::vector<Cell> all(std::size_t(players) * std::size_t(players));
  for (const ScoredGame& game : games) {
    TOPTILE_ASSERT(game.first >= 0 && game.first < players && game.second >= 0 && game.second < players);
    TOPTILE_ASSERT(game.first != game.second && game.score >= 0 && game.score <= 1);
    Cell& cell = all[std::size_t(game.first) * std::size_t(players) + std::size_t(game.second)];
    cell.first = game.first;
    cell.second = game.second;
    cell.played += 1;
    cell.scored += game.score;
  }
  std::erase_if(all, [](const Cell& cell) { return cell.played == 0; });
  return all;
}

// A player's ties lie where its games lie: the gauge, the pools and what is identified stay as the games have
// them.
void add_prior(std::vector<Cell>& cells, std::span<const PlayerRating> players, double ties) {
  for (Cell& cell : cells) {
    cell.virtual_ties =
        ties / 2 * (cell.played / players[cell.first].games + cell.played / players[cell.second].games);
  }
}

std::vector<bool> reached_from(int start, const std::vector<std::vector<int>>& next) {
  std::vector<bool> reached(next.size());
  std::vector<int> open{start};
  reached[start] = true;
  while (!open.empty()) {
    const int player = open.back();
    open.pop_back();
    for (const int other : next[player]) {
      if (reached[other]) continue;
      reached[other] = true;
      open.push_back(other);
    }
  }
  return reached;
}

// For each player its pool: two are in one if points, those of the prior included, flow from each to the
// other.
std::vector<int> pools_of(int players, std::span<const Cell> cells) {
  std::vector<std::vector<int>> beaten(static_cast<std::size_t>(players)), beaten_by(beaten);
  for (const Cell& cell : cells) {
    const auto link = [&](int winner, int loser) {
      beaten[winner].push_back(loser);
      beaten_by[loser].push_back(winner);
    };
    if (cell.won() > 0) link(cell.first, cell.second);
    if (cell.lost() > 0) link(cell.second, cell.first);
  }
  std::vector<std::vector<int>> members;
  std::vector<int> pool(static_cast<std::size_t>(players), -1);
  for (int player = 0; player < players; ++player) {
    if (pool[player] >= 0) continue;
    const std::vector<bool> below = reached_from(player, beaten), above = reached_from(player, beaten_by);
    members.emplace_back();
    for (int other = player; other < players; ++other) {
      if (!below[other] || !above[other]) continue;
      pool[other] = player;
      members.back().push_back(other);
    }
  }
  std::stable_sort(members.begin(), members.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (std::size_t number = 0; number < members.size(); ++number) {
    for (const int player : members[number]) pool[player] = static_cast<int>(number);
  }
  return pool;
}

// How far from the maximum, up or down (±1) along the contrast, the likelihood has fallen by half the squared
// quantile. Newton's method on the root of the fall, which is nearly a straight line; each try sets out from
// the furthest point that is not too far. `tangent` and `sd` are those of the maximum.
double profile_error(const BradleyTerry& model, const Maximum& best, const Logits& contrast, Logits tangent,
                     double sd, int side) {
  Logits at = best.at;
  double near = 0, far = std::numeric_limits<double>::infinity();
  double distance = std::min(kNormalQuantile * sd, kFirstTry);
  for (int tries = 0; tries < kMostTries; ++tries) {
    const double tried = distance;
    Logits start = at;
    for (std::size_t i = 0; i < at.size(); ++i) start[i] += side * (tried - near) * tangent[i];
    ConstrainedMaximum there = constrained_maximum(model, std::move(start), contrast);
    const double root = std::sqrt(std::max(0.0, 2 * (best.log_likelihood - there.log_likelihood)));
    if (root < kNormalQuantile) {
      near = tried;
      at = std::move(there.at);
      tangent = std::move(there.tangent);
    } else {
      far = tried;
    }
    distance += (kNormalQuantile - root) * root / std::abs(there.slope);
    const bool is_between = distance > near && distance < far && distance < 2 * tried;
    if (!is_between) distance = std::isinf(far) ? 2 * tried : (near + far) / 2;
    if (std::abs(distance - tried) <= kCloseEnough * tried) break;
  }
  return distance;
}

RatingEstimate profile(const BradleyTerry& model, const Maximum& best, const Logits& contrast,
                       const SymmetricMatrix& inverse_information) {
  Logits tangent(contrast.size());
  for (int i = 0; i < inverse_information.size(); ++i) {
    const auto row = inverse_information.row(i);
    tangent[i] = std::inner_product(row.begin(), row.end(), contrast.begin(), 0.0);
  }
  const double variance = std::inner_product(tangent.begin(), tangent.end(), contrast.begin(), 0.0);
  for (double& part : tangent) part /= variance;
  const auto error = [&](int side) {
    return profile_error(model, best, contrast, tangent, std::sqrt(variance), side) / kLogitsPerElo;
  };
  return {0, error(-1), error(1), Interval::profile};
}

// The variance is estimated too.
RatingEstimate symmetric(double sd, int clusters) {
  const double error = student_quantile(clusters) * sd / kLogitsPerElo;
  return {0, error, error, Interval::sandwich};
}

SymmetricMatrix in_elo(const SymmetricMatrix& logits, int players) {
  SymmetricMatrix result(players);
  for (int i = 0; i < players; ++i) {
    for (int j = 0; j <= i; ++j) result.add(i, j, logits(i, j) / (kLogitsPerElo * kLogitsPerElo));
  }
  return result;
}

void count_games(std::vector<PlayerRating>& players, std::span<const Cell> cells) {
  for (const Cell& cell : cells) {
    players[cell.first].games += static_cast<int>(cell.played);
    players[cell.second].games += static_cast<int>(cell.played);
    players[cell.first].points += cell.scored;
    players[cell.second].points += cell.played - cell.scored;
  }
}

// Without the cells between pools: at an infinite distance their games are certain and tell nothing.
BradleyTerry model_of(std::span<const Cell> cells, Ratings& ratings, SeatTerm seat) {
  const int players = static_cast<int>(ratings.players.size());
  BradleyTerry model{{}, pools_of(players, cells), false};
  for (const Cell& cell : cells) {
    if (model.pool_of[cell.first] == model.pool_of[cell.second]) {
      model.cells.push_back(cell);
    } else {
      ratings.one_way_games += static_cast<int>(cell.played);
    }
  }
  if (seat == SeatTerm::zero) return model;
  switch (advantage_case(model.cells, players)) {
    case AdvantageCase::finite:
      ratings.seat_fit = SeatFit::estimated;
      break;
    case AdvantageCase::unbounded:
      ratings.seat_fit = SeatFit::unbounded;
      break;
    case AdvantageCase::unidentified:
      ratings.seat_fit = SeatFit::unidentified;
      break;
  }
  model.has_advantage = ratings.seat_fit == SeatFit::estimated;
  return model;
}

// All that the intervals are drawn from; covariances in the gauge, in logits², the advantage last.
struct Fit {
  const BradleyTerry& model;
  const Gauge& gauge;
  const Maximum& best;
  const SymmetricMatrix& inverse_information;
  SymmetricMatrix by_model, by_clusters;
};

RatingEstimate estimate(const Fit& fit, int parameter, double elo, int clusters, bool is_one_sided) {
  const double variance = fit.by_clusters(parameter, parameter);
  const bool has_spread = variance > kNoSpread * fit.by_model(parameter, parameter);
  RatingEstimate result =
      clusters >= kFewClusters && !is_one_sided && has_spread
          ? symmetric(std::sqrt(variance), clusters)
          : profile(fit.model, fit.best, fit.gauge.contrast(parameter), fit.inverse_information);
  result.elo = elo;
  return result;
}

void rate_players(Ratings& ratings, const Fit& fit, const ClusterSpread& spread) {
  const std::vector<double> elo = fit.gauge.elo(fit.best.at);
  for (int i = 0; i < fit.model.players(); ++i) {
    PlayerRating& player = ratings.players[i];
    player.pool = fit.model.pool_of[i];
    player.clusters = spread.clusters_of(i);
    player.elo = elo[i];
    player.unbounded = player.games > 0 && player.clusters == 0;
    if (player.clusters == 0 || fit.gauge.is_fixed(i)) continue;
    const bool is_one_sided = player.points == 0 || player.points == player.games;
    static_cast<RatingEstimate&>(player) = estimate(fit, i, elo[i], player.clusters, is_one_sided);
  }
}

void rate_first_seat(Ratings& ratings, const Fit& fit) {
  if (!fit.model.has_advantage) return;
  double played = 0, scored = 0;
  for (const Cell& cell : fit.model.cells) {
    played += cell.played;
    scored += cell.scored;
  }
  const bool is_one_sided = scored == 0 || scored == played;
  const double elo = fit.best.at.back() / kLogitsPerElo;
  ratings.first_seat = estimate(fit, fit.model.players(), elo, ratings.clusters, is_one_sided);
}

double difference_variance(const SymmetricMatrix& covariance, int i, int j) {
  return covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
}

// Recovered from the lower side of the better player's interval and the upper side of the other's (Zou and
// Donner 2008, "Construction of confidence limits about effect measures").
double facing_variance(const Ratings& ratings, int better, int other) {
  const SymmetricMatrix& covariance = ratings.model_covariance;
  const double sds = std::sqrt(covariance(better, better) * covariance(other, other));
  const double correlation = sds > 0 ? covariance(better, other) / sds : 0;
  const double down = ratings.players[better].error_low / kNormalQuantile;
  const double up = ratings.players[other].error_high / kNormalQuantile;
  return down * down + up * up - 2 * correlation * down * up;
}

}  // namespace

Ratings fit_ratings(int players, std::span<const ScoredGame> games, const RatingOptions& options) {
  TOPTILE_ASSERT(players >= 0 && options.prior_ties >= 0);
  TOPTILE_ASSERT(!options.anchor || (options.anchor->player >= 0 && options.anchor->player < players));
  Ratings ratings;
  ratings.players.resize(static_cast<std::size_t>(players));
  std::vector<Cell> cells = tally(players, games);
  count_games(ratings.players, cells);
  add_prior(cells, ratings.players, options.prior_ties);
  const BradleyTerry model = model_of(cells, ratings, options.first_seat);
  const Gauge gauge(model, options.anchor);
  ratings.pools = gauge.pools();

  const Maximum best = maximum(model, Logits(static_cast<std::size_t>(model.parameters())));
  const SymmetricMatrix inverse = Cholesky(with_gauge(model, information(model, best.at))).inverse();
  const ClusterSpread spread(model, best.at, games);
  const Fit fit{model,
                gauge,
                best,
                inverse,
                gauge.covariance(inverse),
                gauge.covariance(sandwich(inverse, spread.of_scores()))};
  ratings.clusters = spread.clusters();
  ratings.covariance = in_elo(fit.by_clusters, players);
  ratings.model_covariance = in_elo(fit.by_model, players);
  rate_players(ratings, fit, spread);
  rate_first_seat(ratings, fit);
  return ratings;
}

double likelihood_of_superiority(const Ratings& ratings, int i, int j) {
  const PlayerRating &one = ratings.players[i], &other = ratings.players[j];
  if (one.pool != other.pool) return std::numeric_limits<double>::quiet_NaN();
  if (i == j) return 0.5;
  if (one.elo < other.elo) return 1 - likelihood_of_superiority(ratings, j, i);
  const bool has_profile = one.interval == Interval::profile || other.interval == Interval::profile;
  const double variance =
      has_profile ? facing_variance(ratings, i, j) : difference_variance(ratings.covariance, i, j);
  const double difference = one.elo - other.elo;
  if (variance <= 0) return difference > 0 ? 1 : 0.5;
  return std::erfc(-difference / std::sqrt(2 * variance)) / 2;
}

}  // namespace toptile
