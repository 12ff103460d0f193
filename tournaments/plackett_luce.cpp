#include "tournaments/plackett_luce.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/assert.h"
#include "tournaments/bradley_terry.h"
#include "tournaments/confidence.h"
#include "tournaments/gauge.h"
#include "tournaments/ranked_model.h"

namespace toptile {
namespace {

constexpr int kMostSteps = 200;
constexpr double kSmallStep = 1e-9;    // Logits.
constexpr double kUnidentified = 1e9;  // Times the variance of one game.
constexpr double kNoSpread = 1e-9;     // Of the model's variance.

std::vector<int> pools_of(const RankedModel& model) {
  std::vector<int> root(static_cast<std::size_t>(model.players()));
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int player) {
    while (root[player] != player) player = root[player] = root[root[player]];
    return player;
  };
  for (const RankedGame& game : model.games()) {
    for (int seat = 1; seat < game.seats; ++seat) {
      const int one = find(game.players[0]), other = find(game.players[seat]);
      root[std::max(one, other)] = std::min(one, other);
    }
  }
  std::vector<int> pool(root.size());
  int pools = 0;
  for (int player = 0; player < model.players(); ++player)
    pool[player] = find(player) == player ? pools++ : pool[find(player)];
  return pool;
}

// Each step of Newton's is halved until the likelihood, which is concave, does not fall.
Logits maximum_of(const RankedModel& model, const BradleyTerry& gauge) {
  Logits at(static_cast<std::size_t>(model.parameters()));
  RankedSlope slope = slope_at(model, at);
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const Logits step = Cholesky(with_gauge(gauge, slope.second)).solve(slope.first);
    const double rounding = 1e-12 * (1 + std::abs(slope.value));
    double factor = 1;
    for (; factor > 1e-9; factor /= 2) {
      Logits next = at;
      for (std::size_t i = 0; i < next.size(); ++i) next[i] += factor * step[i];
      RankedSlope there = slope_at(model, next);
      if (there.value < slope.value - rounding) continue;
      at = std::move(next);
      slope = std::move(there);
      break;
    }
    const double largest = std::accumulate(step.begin(), step.end(), 0.0,
                                           [](double a, double b) { return std::max(a, std::abs(b)); });
    if (largest < kSmallStep || factor <= 1e-9) break;
  }
  return at;
}

bool are_seats_identified(const RankedModel& model, const BradleyTerry& gauge) {
  const Logits zero(static_cast<std::size_t>(model.parameters()));
  const SymmetricMatrix inverse = Cholesky(with_gauge(gauge, slope_at(model, zero).second)).inverse();
  for (int term = model.players(); term < model.parameters(); ++term)
    if (inverse(term, term) > kUnidentified) return false;
  return true;
}

// As ClusterSpread has it: the variance of the slope, the prior's games with that of the model.
SymmetricMatrix spread_of(const RankedModel& model, const Logits& at, std::vector<RankedRating>& players) {
  std::vector<RankedGame> games(model.games().begin(), model.games().end());
  std::ranges::stable_sort(games, {}, &RankedGame::cluster);
  SymmetricMatrix sum(model.parameters()), prior(model.parameters());
  int clusters = 0;
  for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
    Logits score(at.size());
    std::vector<int> touched;
    for (; end < games.size() && games[end].cluster == games[begin].cluster; ++end) {
      const RankedGame& game = games[end];
      add_first(score, model, game, model.of_result(game, at).first, 1);
      add_second(prior, model, game, model.of_ties(game, at), model.ties(game));
      for (int seat = 0; seat < game.seats; ++seat) {
        for (const int term : model.terms(game, seat))
          if (term >= 0) touched.push_back(term);
      }
    }
    ++clusters;
    std::ranges::sort(touched);
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (std::size_t i = 0; i < touched.size(); ++i) {
      if (touched[i] < model.players()) ++players[touched[i]].clusters;
      for (std::size_t j = 0; j <= i; ++j)
        sum.add(touched[i], touched[j], score[touched[i]] * score[touched[j]]);
    }
  }
  const double unbiased = clusters > 1 ? clusters / (clusters - 1.0) : 1;
  for (int i = 0; i < sum.size(); ++i) {
    for (int j = 0; j <= i; ++j) prior.add(i, j, unbiased * sum(i, j));
  }
  return prior;
}

double error_of(double variance, double by_model, int clusters) {
  const bool has_spread = clusters >= kFewClusters && variance > kNoSpread * by_model;
  const double model_error = has_spread ? 0 : kNormalQuantile * std::sqrt(by_model);
  if (clusters < 2) return model_error / kLogitsPerElo;
  return std::max(model_error, student_quantile(clusters) * std::sqrt(variance)) / kLogitsPerElo;
}

}  // namespace

RankedRatings fit_ranked_ratings(int players, std::span<const RankedGame> games,
                                 const RankedOptions& options) {
  TOPTILE_ASSERT(players >= 0 && options.prior_ties > 0);
  RankedRatings ratings;
  ratings.players.resize(static_cast<std::size_t>(players));
  RankedModel model(players, games, options);
  const BradleyTerry shape{{}, pools_of(model), false};
  const Gauge gauge(shape, options.anchor);
  ratings.pools = gauge.pools();
  if (!are_seats_identified(model, shape)) {
    ratings.are_seats_unidentified = true;
    model.drop_seats();
  }
  const Logits at = maximum_of(model, shape);
  const SymmetricMatrix inverse = Cholesky(with_gauge(shape, slope_at(model, at).second)).inverse();
  const SymmetricMatrix by_model = gauge.covariance(inverse);
  const SymmetricMatrix by_clusters =
      gauge.covariance(sandwich(inverse, spread_of(model, at, ratings.players)));
  const std::vector<double> elo = gauge.elo(at);
  ratings.covariance = ratings.model_covariance = SymmetricMatrix(players);
  const double in_elo = 1 / (kLogitsPerElo * kLogitsPerElo);
  for (int i = 0; i < players; ++i) {
    RankedRating& player = ratings.players[i];
    player.elo = elo[i];
    player.games = model.games_of(i);
    player.pool = shape.pool_of[i];
    if (player.games > 0 && !gauge.is_fixed(i))
      player.error = error_of(by_clusters(i, i), by_model(i, i), player.clusters);
    for (int j = 0; j <= i; ++j) {
      ratings.covariance.add(i, j, by_clusters(i, j) * in_elo);
      ratings.model_covariance.add(i, j, by_model(i, j) * in_elo);
    }
  }
  for (int seats = 2; seats <= kMostPlayers; ++seats) {
    for (int seat = 0; seat < seats; ++seat) {
      const int term = model.seat_term(seats, seat);
      if (term >= 0) ratings.seat_elo[seats][seat] = at[term] / kLogitsPerElo;
    }
  }
  return ratings;
}

}  // namespace toptile
