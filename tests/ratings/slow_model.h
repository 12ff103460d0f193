// The models of ratings written a second time, slow and simple: everything in Elo, one game at a time. And
// small fields to try them on.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/ratings/simulated_games.h"

namespace toptile::simulated {

// Adds games of the same two players in the same seats, each in a cluster of its own.
inline void play(Games& games, int first, int second, int wins, int ties, int losses) {
  const auto add = [&](double score, int times) {
    for (int k = 0; k < times; ++k) games.push_back({first, second, score, static_cast<int>(games.size())});
  };
  add(1, wins);
  add(0.5, ties);
  add(0, losses);
}

// Five players with an uneven schedule, ties, and clusters of one to three games.
inline Games uneven_games() {
  Games games;
  play(games, 0, 1, 7, 2, 4);
  play(games, 1, 0, 5, 0, 6);
  play(games, 0, 2, 3, 1, 1);
  play(games, 2, 1, 2, 2, 9);
  play(games, 3, 0, 4, 0, 8);
  play(games, 3, 2, 6, 1, 5);
  play(games, 1, 4, 11, 3, 1);
  play(games, 4, 2, 2, 0, 3);
  for (std::size_t i = 0; i < games.size(); ++i) games[i].cluster = static_cast<int>(i * 5 % 37);
  return games;
}

// The coordinates at which `likelihood` is highest, by coordinate ascent with golden sections. Coordinates
// that are not free do not change.
template <class Likelihood>
std::vector<double> slow_maximum(const Likelihood& likelihood, std::vector<double> at,
                                 const std::vector<bool>& is_free) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  const auto best_along = [&](std::size_t coordinate) {
    std::vector<double> there = at;
    double low = at[coordinate] - 400, high = at[coordinate] + 400;
    const auto value = [&](double x) {
      there[coordinate] = x;
      return likelihood(there);
    };
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = value(left), at_right = value(right);
    while (high - low > 1e-6) {
      if (at_left > at_right) {
        high = right;
        right = left;
        at_right = at_left;
        left = high - golden * (high - low);
        at_left = value(left);
      } else {
        low = left;
        left = right;
        at_left = at_right;
        right = low + golden * (high - low);
        at_right = value(right);
      }
    }
    return (low + high) / 2;
  };
  for (double moved = 1; moved > 1e-5;) {
    moved = 0;
    for (std::size_t k = 0; k < at.size(); ++k) {
      if (!is_free[k]) continue;
      const double before = at[k];
      at[k] = best_along(k);
      moved = std::max(moved, std::abs(at[k] - before));
    }
  }
  return at;
}

struct SlowModel {
  const Games& games;
  int players;
  double prior_ties;

  // `at` holds a rating for each player, then the advantage.
  double log_likelihood(const std::vector<double>& at) const {
    std::vector<int> played(static_cast<std::size_t>(players));
    for (const ScoredGame& game : games) {
      ++played[game.first];
      ++played[game.second];
    }
    double total = 0;
    for (const ScoredGame& game : games) {
      const double p = expected(at[game.first] - at[game.second] + at.back());
      const double ties = prior_ties / 2 * (1.0 / played[game.first] + 1.0 / played[game.second]);
      total += (game.score + ties / 2) * std::log(p) + (1 - game.score + ties / 2) * std::log(1 - p);
    }
    return total;
  }
  std::vector<double> maximum(std::vector<double> at, const std::vector<bool>& is_free) const {
    return slow_maximum([&](const std::vector<double>& there) { return log_likelihood(there); },
                        std::move(at), is_free);
  }
};

// The strengths and then the first seat's advantage, as the slow model has them.
inline std::vector<double> parameters_of(const Ratings& ratings) {
  std::vector<double> parameters;
  for (const PlayerRating& player : ratings.players) parameters.push_back(player.elo);
  parameters.push_back(ratings.first_seat.elo);
  return parameters;
}

// How far the likelihood falls from the fit if a parameter is held at `elo` while the free ones go along.
inline double slow_fall(const SlowModel& slow, const std::vector<double>& fit, std::vector<bool> is_free,
                        std::size_t parameter, double elo) {
  is_free[parameter] = false;
  std::vector<double> at = fit;
  at[parameter] = elo;
  return slow.log_likelihood(fit) - slow.log_likelihood(slow.maximum(at, is_free));
}

// Games of three and four, all with as many seats, in which no two players share a rank.
struct SlowRaces {
  const std::vector<RankedGame>& games;
  int players;
  double prior_ties;

  // `at` holds a rating for each player, then the worth of each seat but the last.
  double log_likelihood(const std::vector<double>& at) const {
    std::vector<int> played(static_cast<std::size_t>(players));
    for (const RankedGame& game : games)
      for (int seat = 0; seat < game.seats; ++seat) ++played[game.players[seat]];
    double total = 0;
    for (const RankedGame& game : games) {
      std::vector<double> odds;
      double ties = 0;
      for (int seat = 0; seat < game.seats; ++seat) {
        const double worth = seat + 1 < game.seats ? at[static_cast<std::size_t>(players + seat)] : 0;
        odds.push_back(std::pow(10, (at[static_cast<std::size_t>(game.players[seat])] + worth) / 400));
        ties += prior_ties / played[game.players[seat]] / (game.seats * (game.seats - 1));
      }
      std::vector<int> order;
      for (int seat = 0; seat < game.seats; ++seat) order.push_back(seat);
      double all = 0, orders = 0;
      do {
        const double chance = log_chance(odds, order);
        all += chance;
        orders += 1;
        if (std::ranges::is_sorted(order, {}, [&](int seat) { return game.ranks[seat]; })) total += chance;
      } while (std::ranges::next_permutation(order).found);
      total += ties * all / orders;
    }
    return total;
  }
  static double log_chance(const std::vector<double>& odds, const std::vector<int>& order) {
    double sum = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
      double left = 0;
      for (std::size_t k = place; k < order.size(); ++k) left += odds[static_cast<std::size_t>(order[k])];
      sum += std::log(odds[static_cast<std::size_t>(order[place])] / left);
    }
    return sum;
  }
};

}  // namespace toptile::simulated
