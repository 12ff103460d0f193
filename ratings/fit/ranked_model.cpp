#include "ratings/fit/ranked_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "ratings/fit/connected_players.h"
#include "ratings/fit/rating_model.h"

namespace toptile {
namespace {

using Order = std::array<int, kMaxPlayers>;

// The logarithm of a game's likelihood, its first derivative and minus its second, by the seats' strengths.
struct Derivatives {
  double value = 0;
  Strengths first{};
  std::array<Strengths, kMaxPlayers> second{};
};

void add_order(Derivatives& sum, const Order& order, int seats, const Strengths& strength) {
  for (int place = 0; place + 1 < seats; ++place) {
    // The best of the remaining players has odds of 1. So the sum is never 0, even if they are far behind the
    // players who have their places already.
    double most = strength[order[place]], total = 0;
    for (int k = place; k < seats; ++k) most = std::max(most, strength[order[k]]);
    Strengths odds{};
    for (int k = place; k < seats; ++k) total += odds[order[k]] = std::exp(strength[order[k]] - most);
    sum.value += strength[order[place]] - most - std::log(total);
    sum.first[order[place]] += 1;
    for (int k = place; k < seats; ++k) {
      const double p = odds[order[k]] / total;
      sum.first[order[k]] -= p;
      sum.second[order[k]][order[k]] += p;
      for (int l = place; l < seats; ++l) sum.second[order[k]][order[l]] -= p * odds[order[l]] / total;
    }
  }
}

Derivatives derivatives(const RankedGame& game, const Strengths& strength) {
  Derivatives result;
  Order order{};
  const std::span<int> places(order.data(), static_cast<std::size_t>(game.seats));
  std::iota(places.begin(), places.end(), 0);
  const auto is_better = [&](int a, int b) { return game.ranks[a] < game.ranks[b]; };
  std::ranges::stable_sort(places, is_better);
  const auto share = [&](int a, int b) { return game.ranks[a] == game.ranks[b]; };
  const bool has_ties = std::ranges::adjacent_find(places, share) != places.end();
  int orders = 0;
  if (has_ties) std::ranges::sort(places);
  do {
    if (has_ties && !std::ranges::is_sorted(places, is_better)) continue;
    add_order(result, order, game.seats, strength);
    ++orders;
  } while (has_ties && std::ranges::next_permutation(places).found);
  result.value /= orders;
  for (int k = 0; k < game.seats; ++k) {
    result.first[k] /= orders;
    for (double& value : result.second[k]) value /= orders;
  }
  return result;
}

// Any numbers can be ranks. They are replaced by 0, 1, …, which say the same.
RankedGame with_places(RankedGame game) {
  std::array<int, kMaxPlayers> places{};
  for (int seat = 0; seat < game.seats; ++seat)
    for (int other = 0; other < game.seats; ++other) places[seat] += game.ranks[other] < game.ranks[seat];
  game.ranks = places;
  game.cluster = 0;
  game.points.reset();
  return game;
}

}  // namespace

RankedModel::RankedModel(int players, const GameSpan& games, double prior_ties, bool has_seats)
    : pool_of_(static_cast<std::size_t>(players)) {
  std::vector<int> played(pool_of_.size());
  ConnectedPlayers pools(players);
  std::array<bool, kMaxPlayers + 1> has_size{};
  for (std::size_t i = 0; i < games.size(); ++i) {
    const RankedGame game = games[i];
    has_size[game.seats] = true;
    for (int seat = 0; seat < game.seats; ++seat) {
      ++played[game.players[seat]];
      pools.join(game.players[0], game.players[seat]);
    }
  }
  pool_of_ = pools.numbers();
  using Key = std::tuple<int, std::array<int, kMaxPlayers>, std::array<int, kMaxPlayers>>;
  const PriorTies prior(played, prior_ties);
  std::map<Key, double> results, ties;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const RankedGame game = games[i];
    results[{game.seats, game.players, with_places(game).ranks}] += 1;
    ties[{game.seats, game.players, {}}] += prior.of(game);
  }
  for (const auto* counts : {&results, &ties}) {
    for (const auto& [key, times] : *counts)
      kinds_.push_back({{std::get<0>(key), std::get<1>(key), std::get<2>(key)}, times});
  }
  if (has_seats) add_seats(has_size);
  for (const Kind& kind : kinds_) {
    const RankedGame& game = kind.game;
    for (int one = 0; one < game.seats; ++one) {
      for (int other = one + 1; other < game.seats; ++other) {
        pairs_.push_back({game.players[one], game.players[other], seat_term(game.seats, one),
                          seat_term(game.seats, other)});
      }
    }
  }
}

void RankedModel::add_seats(const std::array<bool, kMaxPlayers + 1>& has_size) {
  for (int seats = 2; seats <= kMaxPlayers; ++seats) {
    if (!has_size[seats]) continue;
    first_term_[seats] = players() + seat_terms_;
    seat_terms_ += seats - 1;
  }
}

Strengths RankedModel::strengths(const RankedGame& game, const Logits& at) const {
  Strengths result{};
  for (int seat = 0; seat < game.seats; ++seat) {
    for (const int term : terms(game, seat)) result[seat] += term < 0 ? 0 : at[term];
  }
  return result;
}

Strengths RankedModel::score_of(const RankedGame& game, const Logits& at) const {
  return derivatives(game, strengths(game, at)).first;
}

double RankedModel::log_likelihood(const Logits& at) const {
  double total = 0;
  for (const Kind& kind : kinds_)
    total += kind.times * derivatives(kind.game, strengths(kind.game, at)).value;
  return total;
}

Logits RankedModel::gradient(const Logits& at) const {
  Logits result = Logits::Zero(parameters());
  for (const Kind& kind : kinds_) {
    const Strengths first = score_of(kind.game, at);
    for (int seat = 0; seat < kind.game.seats; ++seat) {
      for (const int term : terms(kind.game, seat))
        if (term >= 0) result[term] += kind.times * first[seat];
    }
  }
  return result;
}

std::vector<double> RankedModel::weights(const Logits& at) const {
  std::vector<double> result;
  result.reserve(pairs_.size());
  for (const Kind& kind : kinds_) {
    const Derivatives of = derivatives(kind.game, strengths(kind.game, at));
    for (int one = 0; one < kind.game.seats; ++one)
      for (int other = one + 1; other < kind.game.seats; ++other)
        result.push_back(-kind.times * of.second[one][other]);
  }
  return result;
}

}  // namespace toptile
