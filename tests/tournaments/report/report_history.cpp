#include "tournaments/report/report_parts.h"

#include <boost/test/unit_test.hpp>

#include "ratings/fit/ratings.h"
#include "tests/ratings/simulated_games.h"
#include "tests/tournaments/report/report_games.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(report_history)

namespace {

using reports::game;
using reports::with_fate;

// Games in which everyone meets everyone, again and again.
std::vector<GameResult> round_robin(int bots, std::size_t games) {
  simulated::Chance chance(7);
  std::vector<GameResult> results;
  while (results.size() < games) {
    for (int i = 0; i < bots; ++i) {
      for (int j = 0; j < i; ++j) {
        const auto id = static_cast<std::uint32_t>(results.size()) + 1;
        const std::vector<int> scores = {chance.below(300) + i, chance.below(300)};
        results.push_back(game(id, {i, j}, scores));
        results.push_back(game(id + 1, {j, i}, {scores[1], chance.below(300) + i}));
      }
    }
  }
  results.resize(games);
  return results;
}

BOOST_AUTO_TEST_CASE(each_place_has_the_ratings_of_the_games_so_far) {
  const std::vector<GameResult> games = round_robin(4, 250);
  const Json history = rating_history(4, 2, games);
  BOOST_TEST(history["games"].size() <= kMaxCheckpoints);
  BOOST_TEST(history["games"].size() > kMaxCheckpoints / 2);
  BOOST_TEST(history["games"].back() == 250);
  for (std::size_t place = 0; place < history["games"].size(); ++place) {
    const auto so_far = history["games"][place].get<std::size_t>();
    BOOST_TEST((so_far == games.size() || so_far % 2 == 0));
    std::vector<RankedGame> ranked;
    for (std::size_t i = 0; i < so_far; ++i) ranked.push_back(games[i].ranked());
    const Ratings ratings = fit_ratings(4, ranked, {});
    for (std::size_t bot = 0; bot < 4; ++bot) {
      const PlayerRating& rating = ratings.players[bot];
      if (rating.games == 0) {
        BOOST_TEST(history["elo"][bot][place].is_null());
        BOOST_TEST(history["low"][bot][place].is_null());
        BOOST_TEST(history["high"][bot][place].is_null());
      } else {
        BOOST_TEST(history["elo"][bot][place] == rating.elo);
        BOOST_TEST(history["low"][bot][place] == rating.elo - rating.error_low);
        BOOST_TEST(history["high"][bot][place] == rating.elo + rating.error_high);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(places_are_few_enough_and_in_order_however_many_games_there_are) {
  for (const std::size_t games : {1, 2, 3, 59, 60, 61, 118, 119, 120, 121, 122, 241, 999}) {
    const Json history = rating_history(2, 2, round_robin(2, games));
    const auto places = history["games"].get<std::vector<std::size_t>>();
    BOOST_TEST(places.size() <= kMaxCheckpoints);
    BOOST_TEST(places.back() == games);
    BOOST_TEST(std::ranges::is_sorted(places, std::ranges::less_equal()));
    for (const Json& row : history["elo"]) BOOST_TEST(row.size() == places.size());
  }
}

BOOST_AUTO_TEST_CASE(many_bots_have_fewer_places_and_the_last_is_always_there) {
  const auto places = [](int bots) {
    std::vector<GameResult> games;
    for (std::uint32_t id = 1; id <= 2000; ++id) {
      const int one = static_cast<int>(id / 2) % bots;
      games.push_back(game(id, {one, (one + 1) % bots}, {static_cast<int>(id % 7), 3}));
    }
    return rating_history(bots, 2, games)["games"];
  };
  BOOST_TEST(places(50).size() > 50U);
  BOOST_TEST(places(100).size() <= 8U);
  BOOST_TEST(places(100).size() > 1U);
  const Json of_many = places(210);
  BOOST_TEST(of_many.size() == 1U);
  BOOST_TEST(of_many.back() == 2000);
}

BOOST_AUTO_TEST_CASE(games_that_count_for_nobody_are_not_counted) {
  std::vector<GameResult> games = {game(1, {0, 1}, {5, 4}), game(2, {1, 0}, {5, 4}),
                                   with_fate(game(3, {0, 2}, {0, 0}), 1, SeatResult::Fate::withdrawn),
                                   with_fate(game(4, {2, 0}, {0, 0}), 0, SeatResult::Fate::withdrawn)};
  const Json history = rating_history(3, 2, games);
  BOOST_TEST(history["games"] == Json({2}));
  BOOST_TEST(history["elo"][2] == Json::array({nullptr}));
  BOOST_TEST(history["elo"][0][0] == 0);
}

BOOST_AUTO_TEST_CASE(no_games_have_no_places) {
  const Json history = rating_history(2, 2, {});
  BOOST_TEST(json_text(history) == R"({"games":[],"elo":[[],[]],"low":[[],[]],"high":[[],[]]})");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
