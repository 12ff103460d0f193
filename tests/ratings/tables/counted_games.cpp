// Games that are counted give the same tables as games that are listed one by one.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <tuple>

#include "ratings/tables/head_to_head.h"
#include "ratings/tables/rating_table.h"
#include "tests/ratings/wide_fields.h"

BOOST_AUTO_TEST_SUITE(counted_games)

namespace {

using namespace toptile;
using namespace toptile::simulated;

// The pairs of a field with points, of which some are unknown, listed one by one and counted.
struct BothLists {
  GameList listed, counted;

  BothLists(const Field& field, Chance& chance) {
    struct Sums {
      int times = 0;
      double spread = 0, squares = 0;
    };
    using Key = std::tuple<int, int, double, double, int, int>;
    std::map<Key, Sums> pairs;
    for (int player = 0; player < field.players(); ++player)
      for (GameList* list : {&listed, &counted}) list->player("player" + std::to_string(player));
    for (std::size_t i = 0; i + 1 < field.games.size(); i += 2) {
      const ScoredGame &game = field.games[i], &next = field.games[i + 1];
      const bool is_seated_alike = chance.below(10) == 0;
      std::array<int, 2> spreads{};
      for (int& spread : spreads) spread = chance.below(8) == 0 ? kNoSpread : chance.below(101) - 50;
      const int cluster = listed.clusters();
      ScoredGame first = game, second = next;
      if (is_seated_alike) second = {game.first, game.second, 1 - next.score, 0};
      first.cluster = second.cluster = cluster;
      listed.add(first, spreads[0]);
      listed.add(second, spreads[1]);
      int known = 0;
      double sum = 0;
      for (std::size_t k = 0; k < 2; ++k) {
        if (spreads[k] == kNoSpread) continue;
        ++known;
        sum += (k == 0 || is_seated_alike ? 1 : -1) * spreads[k];
      }
      Sums& sums = pairs[{first.first, first.second, first.score, second.score, second.first, known}];
      ++sums.times;
      sums.spread += sum;
      sums.squares += sum * sum;
    }
    for (const auto& [key, sums] : pairs) {
      const auto [one, other, score, next_score, next_first, known] = key;
      const int cluster = counted.clusters();
      counted.add({one, other, score, cluster, sums.times});
      counted.add({next_first, next_first == one ? other : one, next_score, cluster, sums.times});
      counted.add_spread({one, other, sums.times, known, sums.spread, sums.squares});
    }
  }
};

void check_same(double one, double other, double tolerance = 1e-7) {
  const bool is_same = one == other || std::abs(one - other) <= tolerance * (1 + std::abs(other));
  BOOST_TEST(is_same, one << " should be " << other);
}

void check_same(const std::optional<MeanEstimate>& one, const std::optional<MeanEstimate>& other) {
  BOOST_REQUIRE(one.has_value() == other.has_value());
  if (!one) return;
  check_same(one->value, other->value);
  check_same(one->error, other->error);
}

void check_same(const RatingTable& one, const RatingTable& other) {
  BOOST_TEST(one.games == other.games);
  BOOST_TEST(one.ratings.clusters == other.ratings.clusters);
  BOOST_TEST(one.ratings.pools == other.ratings.pools);
  BOOST_TEST(one.ratings.one_way_games == other.ratings.one_way_games);
  check_same(one.ratings.sharing, other.ratings.sharing);
  check_same(one.ratings.first_seat.elo, other.ratings.first_seat.elo);
  check_same(one.ratings.first_seat.error_low, other.ratings.first_seat.error_low, 1e-5);
  BOOST_REQUIRE(one.ratings.weak_links.size() == other.ratings.weak_links.size());
  for (std::size_t i = 0; i < one.ratings.weak_links.size(); ++i) {
    BOOST_TEST(one.ratings.weak_links[i].meetings == other.ratings.weak_links[i].meetings);
    check_same(one.ratings.weak_links[i].against_the_run, other.ratings.weak_links[i].against_the_run);
  }
  BOOST_REQUIRE(one.rows.size() == other.rows.size());
  for (std::size_t i = 0; i < one.rows.size(); ++i) {
    const RatingRow &row = one.rows[i], &right = other.rows[i];
    BOOST_TEST_CONTEXT(row.name) {
      BOOST_TEST(row.name == right.name);
      BOOST_TEST(row.field.games == right.field.games);
      BOOST_TEST(row.field.wins == right.field.wins);
      BOOST_TEST(row.field.ties == right.field.ties);
      BOOST_TEST(row.field.losses == right.field.losses);
      BOOST_TEST(row.field.finished == right.field.finished);
      check_same(row.field.points, right.field.points);
      check_same(row.field.normalized_elo, right.field.normalized_elo);
      check_same(row.field.spread, right.field.spread);
      BOOST_TEST(row.rating.games == right.rating.games);
      BOOST_TEST(row.rating.clusters == right.rating.clusters);
      check_same(row.rating.points, right.rating.points);
      check_same(row.rating.elo, right.rating.elo);
      check_same(row.rating.error_low, right.rating.error_low, 1e-5);
      check_same(row.rating.error_high, right.rating.error_high, 1e-5);
      BOOST_TEST(row.ranks.best == right.ranks.best);
      BOOST_TEST(row.ranks.worst == right.ranks.worst);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(counted_games_give_the_table_of_listed_ones) {
  for (int number = 0; number < 12; ++number) {
    BOOST_TEST_CONTEXT("field " << number) {
      Chance chance(static_cast<std::uint64_t>(number) + 1);
      BothLists lists(number < 8    ? random_field(2 + number, 5 + 20 * number, chance)
                      : number < 10 ? random_field(320, 4, chance)
                                    : generations(12, 3, 20, chance),
                      chance);
      RatingOptions options;
      if (number % 3 == 1) options.prior_ties = 0;
      const auto counted = rate(lists.counted, options, {}), listed = rate(lists.listed, options, {});
      BOOST_REQUIRE(counted && listed);
      check_same(counted.value(), listed.value());
    }
  }
}

BOOST_AUTO_TEST_CASE(pairs_of_players_and_the_fit_of_the_model_are_the_same) {
  Chance chance(7);
  BothLists lists(random_field(7, 60, chance), chance);
  const RatingTable counted = rate(lists.counted, {}, {}).value(),
                    listed = rate(lists.listed, {}, {}).value();
  const auto met = heads_to_heads(counted.ratings, lists.counted.games()),
             right = heads_to_heads(listed.ratings, lists.listed.games());
  BOOST_REQUIRE(met.size() == right.size());
  for (std::size_t i = 0; i < met.size(); ++i) {
    BOOST_TEST(met[i].games == right[i].games);
    BOOST_TEST(met[i].clusters == right[i].clusters);
    check_same(met[i].points, right[i].points);
    check_same(met[i].rated.points(), right[i].rated.points());
    check_same(met[i].rated.squares(), right[i].rated.squares());
    check_same(met[i].rated.variance(), right[i].rated.variance());
    check_same(met[i].rated.degrees(), right[i].rated.degrees());
    check_same(met[i].level.points(), right[i].level.points());
  }
  BOOST_REQUIRE(counted.model_fit.test && listed.model_fit.test);
  check_same(counted.model_fit.test->chance, listed.model_fit.test->chance);
}

BOOST_AUTO_TEST_CASE(intervals_that_are_not_shown_can_be_asked_for) {
  for (const int players : {5, 80, 330}) {
    Chance chance(3);
    BothLists lists(random_field(players, 10, chance), chance);
    RatingOptions some;
    some.shown = {0, 3};
    const RatingTable all = rate(lists.listed, {}, {}).value(), few = rate(lists.listed, some, {}).value();
    for (int player = 0; player < players; ++player) {
      const PlayerRating &right = all.ratings.players[player], &rated = few.ratings.players[player];
      const bool is_shown = player == 0 || player == 3;
      BOOST_TEST((rated.interval == (is_shown ? right.interval : Interval::not_computed)));
      check_same(rated.elo, right.elo);
      const RatingEstimate asked = few.ratings.fit->rating(player);
      BOOST_TEST((asked.interval == right.interval));
      check_same(asked.elo, right.elo);
      check_same(asked.error_low, right.error_low);
      check_same(asked.error_high, right.error_high);
      check_same(rated.error_low, is_shown ? right.error_low : 0);
    }
    // The certainty of the shown ones stays the same.
    BOOST_TEST(few.certainty->is_above(0, 3) == all.certainty->is_above(0, 3));
    BOOST_TEST(few.certainty->is_above(3, 0) == all.certainty->is_above(3, 0));
    std::vector<int> shown = {3, 0};
    const auto ranks = few.certainty->ranks_among(shown), right = all.certainty->ranks_among(shown);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const int above = all.certainty->is_above(shown[1 - i], shown[i]) ? 1 : 0,
                below = all.certainty->is_above(shown[i], shown[1 - i]) ? 1 : 0;
      const bool is_same_pool = all.ratings.players[0].pool == all.ratings.players[3].pool;
      BOOST_TEST(ranks[i].best == 1 + above);
      BOOST_TEST(ranks[i].worst == (is_same_pool ? 2 : 1) - below);
      BOOST_TEST(ranks[i].best == right[i].best);
      BOOST_TEST(ranks[i].worst == right[i].worst);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
