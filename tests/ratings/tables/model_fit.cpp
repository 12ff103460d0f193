#include "ratings/tables/model_fit.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>

#include "tests/ratings/simulated_games.h"
#include "tests/ratings/uneven_fields.h"
#include "tests/tier.h"

namespace {

using namespace toptile;
using namespace toptile::simulated;

template <class Game>
ModelFit fit_of(int players, const std::vector<Game>& games) {
  const std::span<const Game> all(games);
  return model_fit(fit_ratings(players, all, {}), all);
}

// Games of three players, each of whom takes this share of the points from the next one.
Games rock_paper_scissors(double share, int pairs, double shared, Chance& chance) {
  const double elo = 400 * std::log10(share / (1 - share));
  Games games;
  int cluster = 0;
  for (int one = 0; one < 3; ++one) {
    for (int pair = 0; pair < pairs; ++pair, ++cluster) {
      const int next = (one + 1) % 3;
      const double luck = chance.uniform(), again = chance.uniform() < shared ? luck : chance.uniform();
      games.push_back({one, next, score_of(luck, elo), cluster});
      games.push_back({next, one, score_of(again, -elo), cluster});
    }
  }
  return games;
}

struct Alarms {
  double refuted = 0, circles = 0;  // The shares of all fields.
};

Alarms alarms_in(int repetitions, const std::function<ModelFit(Chance&)>& play) {
  Chance chance(11);
  Alarms alarms;
  for (int k = 0; k < repetitions; ++k) {
    const ModelFit fit = play(chance);
    alarms.refuted += fit.is_refuted();
    alarms.circles += !fit.circles.empty();
  }
  return {alarms.refuted / repetitions, alarms.circles / repetitions};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(model_fit)

BOOST_AUTO_TEST_CASE(a_pairing_is_counted_by_hand) {
  // Player 1 moves first in three of the four games.
  const Games games{{1, 0, 1, 0}, {0, 1, 0.5, 0}, {1, 0, 0, 1}, {1, 0, 1, 2}};
  const Ratings ratings = fit_ratings(2, games, {kPriorTies, SeatTerm::zero, {}, {}, {}, {}});
  const auto met = heads_to_heads(ratings, std::span<const ScoredGame>(games));
  BOOST_TEST_REQUIRE(met.size() == 1U);
  BOOST_TEST(met[0].one == 0);
  BOOST_TEST(met[0].games == 4);
  BOOST_TEST(met[0].clusters == 3);
  BOOST_TEST(met[0].points == 1.5);
  const double p = expected(ratings.players[0].elo - ratings.players[1].elo);
  BOOST_TEST(met[0].rated.points() == 4 * p, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(met[0].level.points() == 2, boost::test_tools::tolerance(1e-9));
  // The cluster of two games has half a point of two; the others have one point and none.
  BOOST_TEST(met[0].level.squares() == 0.25 + 0.25 + 0.25, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(nothing_is_tested_where_ratings_explain_whatever_happens) {
  Chance chance(1);
  BOOST_TEST(!fit_of(0, Games{}).test);
  BOOST_TEST(!fit_of(4, Games{}).test);
  BOOST_TEST(!fit_of(2, clustered_round_robin({0, 300}, 30, 50, 0.5, chance)).test);
  Games gauntlet;
  for (int k = 0; k < 300; ++k) gauntlet.push_back({0, 1 + k % 3, score_of(chance.uniform(), 0), k});
  const ModelFit fit = fit_of(4, gauntlet);
  BOOST_TEST(fit.pairings == 3);
  BOOST_TEST(!fit.test);
  BOOST_TEST(!fit.is_refuted());
}

// The players are so far apart that chances are exactly 0 and 1 in a double.
BOOST_AUTO_TEST_CASE(ratings_without_chances_are_no_numbers_that_are_none) {
  Chance chance(2);
  const Games games = clustered_round_robin({0, 0, 0, 0}, 0, 10, 0.5, chance);
  const std::span<const ScoredGame> all(games);
  Ratings ratings = fit_ratings(4, all, {});
  ratings.players[0].elo = 90'000;
  const ModelFit fit = toptile::model_fit(ratings, all);
  for (const PairingResidual& pairing : fit.farthest) BOOST_TEST(std::isfinite(pairing.residual));
  BOOST_TEST((!fit.test || std::isfinite(fit.test->chance)));
}

// The player that moved first won, so the worth of the first seat takes the only degree of freedom.
BOOST_AUTO_TEST_CASE(the_order_of_play_is_no_circle) {
  Games games;
  for (int k = 0; k < 300; ++k) games.push_back({k % 3, (k + 1) % 3, k % 10 == 0 ? 0.0 : 1.0, k});
  const ModelFit fit = fit_of(3, games);
  BOOST_TEST(!fit.is_refuted());
  BOOST_TEST(fit.circles.empty());
}

BOOST_AUTO_TEST_CASE(results_that_are_the_same_everywhere_and_games_between_pools_do_no_harm) {
  Games games;
  int cluster = 0;
  for (int one = 0; one < 6; ++one) {
    for (int other = 0; other < one; ++other, ++cluster) {
      if ((one < 3) != (other < 3)) continue;
      for (int k = 0; k < 10; ++k, ++cluster) {
        games.push_back({one, other, 1, cluster});
        games.push_back({other, one, 1, cluster});
      }
    }
  }
  const ModelFit fit = fit_of(6, games);
  BOOST_TEST(fit.pairings == 6);
  BOOST_TEST(!fit.is_refuted());
  const std::span<const ScoredGame> all(games);
  const ModelFit bare =
      toptile::model_fit(fit_ratings(6, all, {0, SeatTerm::estimated, {}, {}, {}, {}}), all);
  BOOST_TEST(!bare.is_refuted());
}

BOOST_AUTO_TEST_CASE(one_upset_that_was_hardly_to_be_expected_is_no_proof) {
  Chance chance(3);
  Games games = clustered_round_robin({727, 577, 240, -532, -1013}, 0, 10, 0, chance);
  for (ScoredGame& game : games)
    if (game.first == 4 && game.second == 0) game.score = 0;
  const ModelFit before = fit_of(5, games);
  const auto upset =
      std::ranges::find_if(games, [](const ScoredGame& game) { return game.first == 4 && game.second == 0; });
  upset->score = 1;
  const ModelFit after = fit_of(5, games);
  BOOST_TEST_REQUIRE((before.test && after.test));
  BOOST_TEST(after.test->chance > 0.001);
}

BOOST_AUTO_TEST_CASE(who_did_better_than_expected_is_named_first) {
  Chance chance(5);
  const ModelFit fit = fit_of(3, rock_paper_scissors(0.7, 100, 0.3, chance));
  BOOST_TEST_REQUIRE(fit.test.has_value());
  BOOST_TEST(fit.is_refuted());
  BOOST_TEST(fit.test->degrees == 1, boost::test_tools::tolerance(0.1));
  BOOST_TEST(fit.farthest.size() == 3U);
  for (const PairingResidual& pairing : fit.farthest) {
    BOOST_TEST((pairing.one + 1) % 3 == pairing.other);
    BOOST_TEST(pairing.score > pairing.expected);
    BOOST_TEST(pairing.residual > 3);
  }
  BOOST_TEST((fit.circles == std::vector<Circle>{{0, 1, 2}}));
}

// One of the fields has so many pairings that not all covariances are computed.
BOOST_AUTO_TEST_CASE(it_cries_wolf_one_time_in_twenty) {
  const std::vector<double> equals(8), twelve(12), four(4), many(32), shipped{727, 577, 240, -532, -1013},
      champion{1200, 0, 0, 0, 0, 0, 0, 0};
  struct Row {
    const char* field;
    const std::vector<double>& truth;
    int seats, clusters;
    double shared;
    int repetitions;
  };
  const Row table[] = {{"equals", equals, 2, 10, 0.5, 500},     {"shipped", shipped, 2, 10, 0.5, 500},
                       {"shipped", shipped, 2, 10, 0, 500},     {"shipped", shipped, 2, 100, 0.9, 300},
                       {"few pairs", twelve, 2, 2, 0, 300},     {"few pairs", twelve, 2, 2, 0.5, 300},
                       {"champion", champion, 2, 20, 0.5, 300}, {"three seats", equals, 3, 60, 0, 200},
                       {"three seats", four, 3, 100, 0.5, 300}, {"many", many, 2, 3, 0.5, 60}};
  for (const Row& row : table) {
    const int players = static_cast<int>(row.truth.size());
    const int repetitions = count_for(row.repetitions / 5, row.repetitions);
    const Alarms alarms = alarms_in(repetitions, [&](Chance& chance) {
      if (row.seats > 2)
        return fit_of(players, clustered_races(row.truth, row.seats, row.clusters, row.shared, chance));
      return fit_of(players, clustered_round_robin(row.truth, 30, row.clusters, row.shared, chance));
    });
    BOOST_TEST_MESSAGE(row.field << ", " << row.seats << " seats, " << row.clusters << " clusters, luck "
                                 << row.shared << ": " << alarms.refuted);
    // The bound leaves three deviations to chance.
    BOOST_TEST(alarms.refuted < 0.06 + 3 * std::sqrt(0.05 * 0.95 / repetitions));
    BOOST_TEST(alarms.circles < 0.05 + more_chance(0.05, repetitions, row.repetitions));
  }
}

// Level sets of copies would make the luck of all others look shared.
BOOST_AUTO_TEST_CASE(it_cries_wolf_as_rarely_where_copies_play_or_many_games_are_tied) {
  const int repetitions = count_for(60, 400);
  for (const UnevenField& field : {field_of_copies(6, 2, 40), field_of_copies(6, 6, 120),
                                   field_of_copies(6, 20, 20), field_of_ties(6, 0.5)}) {
    const Alarms alarms =
        alarms_in(repetitions, [&](Chance& chance) { return fit_of(field.players(), field.play(chance)); });
    BOOST_TEST_MESSAGE(field.name << ": " << alarms.refuted);
    BOOST_TEST(alarms.refuted < 0.06 + 3 * std::sqrt(0.05 * 0.95 / repetitions), field.name);
    BOOST_TEST(alarms.circles < 0.05 + more_chance(0.05, repetitions, 400));
  }
}

BOOST_AUTO_TEST_CASE(it_sees_rock_paper_scissors) {
  const int large = 200, repetitions = count_for(60, large);
  const double least = 0.9 - more_chance(0.9, repetitions, large);
  for (const double shared : {0.0, 0.5}) {
    const Alarms alarms = alarms_in(
        repetitions, [&](Chance& chance) { return fit_of(3, rock_paper_scissors(0.6, 50, shared, chance)); });
    BOOST_TEST(alarms.refuted > least);
    const Alarms strong = alarms_in(
        repetitions, [&](Chance& chance) { return fit_of(3, rock_paper_scissors(0.7, 50, shared, chance)); });
    BOOST_TEST(strong.circles > least);
  }
}

BOOST_AUTO_TEST_SUITE_END()
