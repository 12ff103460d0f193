#include "tournaments/result_spread.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <set>

#include "tests/tournaments/simulated_games.h"
#include "tournaments/bradley_terry.h"

namespace {

using namespace toptile;
using namespace toptile::simulated;

void check_near(double value, double right, double tolerance) {
  BOOST_TEST(std::abs(value - right) <= tolerance, value << " should be " << right);
}

std::vector<RankedGame> ranked(const Games& games) {
  std::vector<RankedGame> result;
  for (const ScoredGame& game : games)
    result.push_back(
        {2, {game.first, game.second}, {game.score == 0 ? 2 : 1, game.score == 1 ? 2 : 1}, game.cluster});
  return result;
}

// Four players' strengths and the worth of the first seat.
class Scores : public GameScores {
 public:
  explicit Scores(Logits at) : at_(std::move(at)) {}
  int seat_term(const RankedGame&, int seat) const override { return seat == 0 ? 4 : -1; }
  std::array<double, kMostPlayers> of(const RankedGame& game) const override {
    const double surplus = game.score(0) - expected(game);
    return {surplus, -surplus};
  }
  bool counts(const RankedGame&) const override { return true; }
  double expected(const RankedGame& game) const {
    return chance(at_[game.players[0]] - at_[game.players[1]] + at_[4]);
  }

 private:
  Logits at_;
};

double part(const Logits& direction, const RankedGame& game) {
  return direction[game.players[0]] - direction[game.players[1]] + direction[4];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(result_spread)

// Sum by sum, a cluster and a game at a time.
BOOST_AUTO_TEST_CASE(it_is_what_sums_over_clusters_and_games_say) {
  Chance luck(8);
  Games games = clustered_round_robin({-150, -20, 90, 200}, 30, 3, 0.6, luck);
  for (std::size_t i = 0; i < 5; ++i) games.push_back({0, 3, i % 2 ? 1.0 : 0.5, 1000});  // A cluster of five.
  games.push_back({1, 2, 1, 1000});
  const std::vector<RankedGame> all = ranked(games);
  Logits at(5), direction(5);
  at << -0.8, 0.1, 0.3, 1.1, 0.2;
  direction << 0.3, -0.5, 0.7, -0.1, 0.2;
  const BradleyTerry model({}, {0, 0, 0, 0}, true);
  const Scores scores(at);
  const ResultSpread spread(model, scores, at, all);

  double shared = 0, sharable = 0;
  std::map<int, std::vector<RankedGame>> clusters;
  for (const RankedGame& game : all) clusters[game.cluster].push_back(game);
  const auto for_each_pair = [](const std::vector<RankedGame>& cluster, auto of_pair) {
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::set<int> one{cluster[i].players[0], cluster[i].players[1]};
        const std::set<int> other{cluster[j].players[0], cluster[j].players[1]};
        if (one == other)
          of_pair(cluster[i], cluster[j], cluster[i].players[0] == cluster[j].players[0] ? 1 : -1);
      }
    }
  };
  const auto lesser = [&](const RankedGame& game) {
    return std::min(scores.expected(game), 1 - scores.expected(game));
  };
  for (const auto& [number, cluster] : clusters) {
    for_each_pair(cluster, [&](const RankedGame& a, const RankedGame& b, int same) {
      shared -= same * (a.score(0) - scores.expected(a)) * (b.score(0) - scores.expected(b));
      sharable += lesser(a) * lesser(b);
    });
  }
  const double sharing = shared / (sharable + 1);
  check_near(spread.sharing(), sharing, 1e-12);

  double of_clusters = 0, of_games = 0, by_sharing = 0, fourth_moments = 0, third = 0, fourth = 0;
  for (const auto& [number, cluster] : clusters) {
    double sum = 0, variance = 0, excess = 0;
    for (const RankedGame& game : cluster) {
      const double p = scores.expected(game), d = part(direction, game), pq = p * (1 - p);
      sum += d * (game.score(0) - p);
      variance += d * d * pq;
      excess += std::pow(d, 4) * pq * (1 - 6 * pq);
      third += std::pow(d, 3) * pq * (1 - 2 * p);
      fourth += std::pow(d, 4) * pq * (1 - 6 * pq);
    }
    for_each_pair(cluster, [&](const RankedGame& a, const RankedGame& b, int same) {
      by_sharing -= 2 * sharing * same * part(direction, a) * part(direction, b) * lesser(a) * lesser(b);
    });
    of_clusters += sum * sum;
    of_games += variance;
    fourth_moments += 2 * variance * variance + excess;
  }
  const double count = double(clusters.size());
  const DirectionSpread found = spread.of(direction);
  BOOST_TEST(spread.clusters() == int(clusters.size()));
  check_near(found.of_clusters, of_clusters * count / (count - 4), 1e-9);
  check_near(found.of_games, of_games, 1e-9);
  check_near(found.by_sharing, by_sharing, 1e-9);
  check_near(found.degrees, 2 * of_games * of_games / fourth_moments, 1e-9);
  check_near(found.third, third, 1e-9);
  check_near(found.fourth, fourth, 1e-9);

  double information = 0, of_links = 0;
  for (const RankedGame& game : all) information += scores.expected(game) * (1 - scores.expected(game));
  for (const PlayerLink& link : spread.links()) of_links += link.information;
  check_near(of_links, information, 1e-9);
}

BOOST_AUTO_TEST_CASE(of_equals_a_pair_is_two_degrees_and_of_few_upsets_an_upset_is) {
  Logits zero = Logits::Zero(5), direction = Logits::Zero(5);
  direction[0] = 1;
  std::vector<RankedGame> games;
  for (int pair = 0; pair < 50; ++pair) {
    games.push_back({2, {0, 1}, {1, 2}, pair});
    games.push_back({2, {1, 0}, {1, 2}, pair});
  }
  const BradleyTerry model({}, {0, 0, 0, 0}, true);
  check_near(ResultSpread(model, Scores(zero), zero, games).of(direction).degrees, 100, 1e-9);

  Logits wide = zero;
  wide[0] = std::log(99.0);  // One upset in a hundred games is expected.
  check_near(ResultSpread(model, Scores(wide), wide, games).of(direction).degrees, 2, 0.1);
}

BOOST_AUTO_TEST_CASE(games_of_three_meet_by_twos) {
  Chance luck(2);
  const std::vector<RankedGame> games = clustered_races({-100, 0, 50, 150}, 3, 200, 0.8, luck);
  class Threes : public GameScores {
   public:
    int seat_term(const RankedGame&, int) const override { return -1; }
    std::array<double, kMostPlayers> of(const RankedGame& game) const override {
      return {game.score(0) - 0.5, game.score(1) - 0.5, game.score(2) - 0.5};
    }
    bool counts(const RankedGame&) const override { return true; }
  };
  const BradleyTerry model({}, {0, 0, 0, 0}, false);
  const Logits at = Logits::Zero(4);
  const ResultSpread spread(model, Threes(), at, games);
  BOOST_TEST(spread.clusters() == 200);
  double information = 0;
  for (const PlayerLink& link : spread.links()) information += link.information;
  check_near(information, 600 * 3 * 2.0 / 3 / 4, 1e-9);
  BOOST_TEST(spread.sharing() > 0.03);
  BOOST_TEST(spread.of(Logits::Ones(4)).of_games == 0);
}

BOOST_AUTO_TEST_SUITE_END()
