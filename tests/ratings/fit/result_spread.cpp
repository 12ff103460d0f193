#include "ratings/fit/result_spread.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "ratings/fit/bradley_terry.h"
#include "ratings/fit/likelihood_maximum.h"
#include "tests/ratings/simulated_games.h"

BOOST_AUTO_TEST_SUITE(result_spread)

namespace {

using namespace toptile;
using namespace toptile::simulated;

void check_near(double value, double right, double tolerance) {
  BOOST_TEST(std::abs(value - right) <= tolerance, value << " should be " << right);
}

std::vector<RankedGame> all_ranked(const Games& games) {
  std::vector<RankedGame> result;
  for (const ScoredGame& game : games) result.push_back(ranked(game));
  return result;
}

constexpr double kTiesAGame = 0.125;

// Four players' strengths and the worth of the first seat.
class Scores : public GameScores {
 public:
  explicit Scores(Logits at) : at_(std::move(at)) {}
  int seat_term(const RankedGame&, int seat) const override { return seat == 0 ? 4 : -1; }
  std::array<double, kMaxPlayers> of(const RankedGame& game) const override {
    const double surplus = game.score(0) - expected(game);
    return {surplus, -surplus};
  }
  bool counts(const RankedGame&) const override { return true; }
  double prior_ties(const RankedGame&) const override { return kTiesAGame; }
  double expected(const RankedGame& game) const {
    return chance(at_[game.players[0]] - at_[game.players[1]] + at_[4]);
  }

 private:
  Logits at_;
};

double part(const Logits& direction, const RankedGame& game) {
  return direction[game.players[0]] - direction[game.players[1]] + direction[4];
}

double degrees(const ResultSpread& spread, const Logits& direction) {
  return spread.of(spread.sums(direction)).degrees;
}

}  // namespace

// Computes each sum separately, one cluster and one game at a time.
BOOST_AUTO_TEST_CASE(it_is_what_sums_over_clusters_and_games_say) {
  Chance luck(8);
  Games games = clustered_round_robin({-150, -20, 90, 200}, 30, 3, 0.6, luck);
  // Cluster 1000 has six games.
  for (std::size_t i = 0; i < 5; ++i) games.push_back({0, 3, i % 2 ? 1.0 : 0.5, 1000});
  games.push_back({1, 2, 1, 1000});
  const std::vector<RankedGame> all = all_ranked(games);
  Logits at(5), direction(5);
  at << -0.8, 0.1, 0.3, 1.1, 0.2;
  direction << 0.3, -0.5, 0.7, -0.1, 0.2;
  const BradleyTerry model({}, {0, 0, 0, 0}, true);
  const Scores scores(at);
  const ResultSpread spread(model, scores, at, GameSpan(all));

  std::map<std::pair<int, int>, LuckOfTwo> luck_of;
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
  const auto variance_of = [&](const RankedGame& game) {
    return scores.expected(game) * (1 - scores.expected(game));
  };
  for (const auto& [number, cluster] : clusters) {
    for_each_pair(cluster, [&](const RankedGame& a, const RankedGame& b, int same) {
      LuckOfTwo& of_two = luck_of[std::minmax(a.players[0], a.players[1])];
      of_two.shared -= same * (a.score(0) - scores.expected(a)) * (b.score(0) - scores.expected(b));
      of_two.sharable += lesser(a) * lesser(b);
      of_two.products += variance_of(a) * variance_of(b);
    });
  }
  for (const RankedGame& game : all) {
    LuckOfTwo& of_two = luck_of[std::minmax(game.players[0], game.players[1])];
    of_two.tied += game.score(0) * (1 - game.score(0));
    of_two.games += variance_of(game);
  }
  // The fit makes some luck seem shared, and that part is taken off. Three strengths and the worth of a seat
  // are free, so each player has (3 - 1) / 4 of the variance that it would add alone. A pair's own games are
  // those of the clusters in which the same two met equally often.
  std::array<double, 4> information{};
  for (const RankedGame& game : all)
    for (int seat = 0; seat < 2; ++seat)
      information[game.players[seat]] += (1 + kTiesAGame) * variance_of(game);
  for (const auto& [number, cluster] : clusters) {
    std::map<std::pair<int, int>, std::vector<RankedGame>> runs;
    for (const RankedGame& game : cluster)
      runs[std::minmax(game.players[0], game.players[1])].push_back(game);
    for (const auto& [two, run] : runs) {
      double variance = 0, products = 0;
      for (const RankedGame& game : run) variance += variance_of(game);
      for_each_pair(run, [&](const RankedGame& a, const RankedGame& b, int) {
        products += variance_of(a) * variance_of(b);
      });
      const double alike = number == 1000 ? 1 : 3;
      const double v = std::min(0.5 * (1 / information[two.first] + 1 / information[two.second]),
                                1 / (alike * (1 + kTiesAGame) * variance));
      luck_of[two].shared -=
          products * v * (2 - 1 / (1 + kTiesAGame)) * (1 + variance / double(run.size()) * v);
    }
  }
  std::vector<LuckOfTwo> pairings;
  for (const auto& [two, of_two] : luck_of) pairings.push_back(of_two);
  const SharedLuck shared_luck(pairings);
  check_near(spread.sharing(), shared_luck.sharing(), 1e-12);
  const auto luck_of_game = [&](const RankedGame& game) {
    return luck_of[std::minmax(game.players[0], game.players[1])];
  };

  double of_clusters = 0, of_games = 0, by_luck = 0, fourth_moments = 0, third = 0, fourth = 0;
  for (const auto& [number, cluster] : clusters) {
    double sum = 0, variance = 0, excess = 0;
    for (const RankedGame& game : cluster) {
      const double p = scores.expected(game), d = part(direction, game), pq = p * (1 - p);
      sum += d * (game.score(0) - p);
      variance += d * d * pq;
      by_luck -= shared_luck.tied(luck_of_game(game)) * d * d * pq;
      excess += std::pow(d, 4) * pq * (1 - 6 * pq);
      third += (1 + kTiesAGame) * std::pow(d, 3) * pq * (1 - 2 * p);
      fourth += (1 + kTiesAGame) * std::pow(d, 4) * pq * (1 - 6 * pq);
    }
    for_each_pair(cluster, [&](const RankedGame& a, const RankedGame& b, int same) {
      by_luck -= 2 * shared_luck.sharing(luck_of_game(a)) * same * part(direction, a) * part(direction, b) *
                 lesser(a) * lesser(b);
    });
    of_clusters += sum * sum;
    of_games += variance;
    fourth_moments += std::max(2 * variance * variance + excess, variance * variance);
  }
  const double count = double(clusters.size());
  const SpreadSums sums = spread.sums(direction);
  const DirectionSpread found = spread.of(sums);
  BOOST_TEST(spread.clusters() == int(clusters.size()));
  const double left = (count - 4) / count;
  check_near(found.of_clusters, of_clusters / left, 1e-9);
  check_near(found.by_luck, by_luck, 1e-6);  // The estimates of pairings are kept in single precision.
  check_near(found.degrees, left * 2 * of_games * of_games / fourth_moments, 1e-9);
  check_near(sums.prior, kTiesAGame * of_games, 1e-9);
  check_near(sums.third, third, 1e-9);
  check_near(sums.fourth, fourth, 1e-9);

  double of_games_alone = 0, of_links = 0, of_players = 0;
  for (const RankedGame& game : all) of_games_alone += variance_of(game);
  for (const PlayerLink& link : spread.links()) of_links += link.information;
  check_near(of_links, of_games_alone, 1e-9);
  for (const double of_one : spread.information_of_players()) of_players += of_one;
  check_near(of_players, 2 * of_games_alone, 1e-9);
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
  // Four parameters are fitted to 50 clusters.
  check_near(degrees(ResultSpread(model, Scores(zero), zero, GameSpan(games)), direction), 92, 1e-9);

  Logits wide = zero;
  wide[0] = std::log(99.0);  // Then one upset in a hundred games is expected.
  check_near(degrees(ResultSpread(model, Scores(wide), wide, GameSpan(games)), direction), 2 * 0.92, 0.1);
}

BOOST_AUTO_TEST_CASE(games_of_three_meet_by_twos) {
  Chance luck(2);
  const std::vector<RankedGame> games = clustered_races({-100, 0, 50, 150}, 3, 200, 0.8, luck);
  class Threes : public GameScores {
   public:
    int seat_term(const RankedGame&, int) const override { return -1; }
    std::array<double, kMaxPlayers> of(const RankedGame& game) const override {
      return {game.score(0) - 0.5, game.score(1) - 0.5, game.score(2) - 0.5};
    }
    bool counts(const RankedGame&) const override { return true; }
    double prior_ties(const RankedGame&) const override { return 0; }
  };
  const BradleyTerry model({}, {0, 0, 0, 0}, false);
  const Logits at = Logits::Zero(4);
  const ResultSpread spread(model, Threes(), at, GameSpan(games));
  BOOST_TEST(spread.clusters() == 200);
  double information = 0;
  for (const PlayerLink& link : spread.links()) information += link.information;
  check_near(information, 600 * 3 * 2.0 / 3 / 4, 1e-9);
  BOOST_TEST(spread.sharing() > 0.03);
  BOOST_TEST(spread.sums(Logits::Ones(4)).games == 0);
}

BOOST_AUTO_TEST_CASE(sums_of_some_kinds_add_up_to_those_of_all) {
  Chance luck(3);
  const Games games = clustered_round_robin({-50, 0, 20, 90}, 0, 4, 0.5, luck);
  const BradleyTerry model({}, {0, 0, 0, 0}, true);
  const Logits at = Logits::Zero(5);
  const ResultSpread spread(model, Scores(at), at, GameSpan(games));
  BOOST_TEST(spread.kinds() == 6);
  Logits direction(5);
  direction << 0.3, -0.5, 0.7, -0.1, 0.2;
  std::vector<int> own(spread.kinds_of(1).begin(), spread.kinds_of(1).end()), others;
  BOOST_TEST(own.size() == 3U);
  for (int kind = 0; kind < spread.kinds(); ++kind)
    if (std::ranges::find(own, kind) == own.end()) others.push_back(kind);
  SpreadSums sums = spread.sums(direction, own);
  sums += spread.sums(direction, others);
  sums -= spread.sums(direction);
  for (const double left :
       {sums.clusters, sums.games, sums.prior, sums.evened, sums.fourth_moments, sums.third, sums.fourth})
    check_near(left, 0, 1e-9);

  // The overall sums are half of all players' sums, each for a direction that is 1 for that player alone.
  Logits alone = Logits::Zero(5), overall = Logits::Zero(4);
  for (int player = 0; player < 4; ++player) {
    alone.setZero();
    alone[player] = 1;
    const SpreadSums of_player = spread.sums(alone);
    overall += Eigen::Vector4d(of_player.clusters, of_player.games, of_player.prior, of_player.evened) / 2;
  }
  const SpreadSums all = spread.overall();
  check_near((overall - Eigen::Vector4d(all.clusters, all.games, all.prior, all.evened)).norm(), 0, 1e-9);
}

// Ten players in one cluster have too many scores for all their products.
BOOST_AUTO_TEST_CASE(clusters_of_many_players_are_sums_of_scores) {
  class Tens : public Scores {
   public:
    Tens() : Scores(Logits::Zero(5)) {}
    int seat_term(const RankedGame&, int) const override { return -1; }
    std::array<double, kMaxPlayers> of(const RankedGame& game) const override {
      return {game.score(0) - 0.5, 0.5 - game.score(0)};
    }
  };
  Games games;
  for (int cluster = 0; cluster < 2; ++cluster)
    for (int player = 0; player < 10; ++player)
      games.push_back({player, (player + 1 + cluster) % 10, player % 3 ? 1.0 : 0.0, cluster});
  const BradleyTerry model({}, std::vector<int>(10), false);
  const Logits at = Logits::Zero(10);
  const ResultSpread spread(model, Tens(), at, GameSpan(games));
  Logits direction(10);
  direction << 3, 1, -4, 1, 5, -9, 2, 6, -5, 0;
  double squares = 0, halves = 0;
  for (int cluster = 0; cluster < 2; ++cluster) {
    double sum = 0;
    Logits scores = Logits::Zero(10);
    for (const ScoredGame& game : games) {
      if (game.cluster != cluster) continue;
      scores[game.first] += game.score - 0.5;
      scores[game.second] -= game.score - 0.5;
    }
    sum = scores.dot(direction);
    squares += sum * sum;
    halves += scores.squaredNorm() / 2;
  }
  check_near(spread.sums(direction).clusters, squares, 1e-9);
  check_near(spread.overall().clusters, halves, 1e-9);
}

// The fall is that of the likelihood itself from its maximum.
BOOST_AUTO_TEST_CASE(the_fall_is_that_of_the_likelihood) {
  Chance luck(5);
  const std::vector<int> pool_of(4);
  Games games = clustered_round_robin({-300, -20, 90, 200}, 30, 20, 0, luck);
  std::vector<Cell> cells;
  for (const ScoredGame& game : games) cells.push_back({game.first, game.second, 1, game.score, kTiesAGame});
  const BradleyTerry model(cells, pool_of, true);
  const Maximum best = maximum(model, Logits::Zero(5));
  const ResultSpread spread(model, Scores(best.at), best.at, GameSpan(games));
  std::vector<int> kinds(std::size_t(spread.kinds()));
  std::iota(kinds.begin(), kinds.end(), 0);
  Logits direction(5);
  direction << 0.3, -0.5, 0.7, -0.1, 0.2;
  for (const double distance : {-30.0, -1.0, -0.01, 0.0, 0.01, 1.0, 30.0}) {
    const auto at = [&](double there) { return model.log_likelihood(best.at + there * direction); };
    const Fall fall = spread.fall(direction, distance, kinds);
    check_near(fall.height, best.log_likelihood - at(distance), 1e-6);
    check_near(fall.slope, (at(distance - 1e-5) - at(distance + 1e-5)) / 2e-5, 1e-4);
  }
}

BOOST_AUTO_TEST_SUITE_END()
