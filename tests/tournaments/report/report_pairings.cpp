#include "tournaments/report/report_parts.h"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "ratings/matches/spread_test.h"
#include "ratings/matches/stopped_estimate.h"
#include "tests/ratings/simulated_games.h"
#include "tests/tournaments/report/report_games.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(report_pairings)

namespace {

using reports::game;
using reports::run_of;
using reports::with_fate;

Json pairings_of(const std::vector<std::string>& bots, const std::vector<GameResult>& games,
                 int players = 2) {
  const ReportRun run = run_of("run", bots, games, players);
  return pairings_to_json(field_of(std::span(&run, 1)));
}

Json seats_of(const std::vector<std::string>& bots, const std::vector<GameResult>& games, int players = 2) {
  const ReportRun run = run_of("run", bots, games, players);
  const ReportField field = field_of(std::span(&run, 1));
  return seats_to_json(field, standings_of(field.names, field.games));
}

// The number of games in the class of this spread.
int count_at(const Json& spread, int points) {
  const int from = spread["from"], width = spread["width"];
  const int at = static_cast<int>(std::floor(static_cast<double>(points - from) / width));
  return at < 0 || at >= static_cast<int>(spread["counts"].size()) ? 0 : spread["counts"][at].get<int>();
}

BOOST_AUTO_TEST_CASE(a_pairing_by_hand) {
  // The spreads of ann are 30 and 10, -20 and 0, and one game is forfeited.
  const Json list = pairings_of(
      {"ann", "bob", "cid"},
      {game(1, {0, 1}, {130, 100}), game(2, {1, 0}, {90, 100}), game(3, {0, 1}, {80, 100}),
       game(4, {1, 0}, {70, 70}), with_fate(game(5, {0, 1}, {50, 10}), 1, SeatResult::Fate::forfeited)});
  BOOST_REQUIRE(list.size() == 1U);
  const Json& pairing = list[0];
  BOOST_TEST(pairing["a"] == 0);
  BOOST_TEST(pairing["b"] == 1);
  BOOST_TEST(pairing["games"] == 5);
  BOOST_TEST(json_text(pairing["spread"]) == R"({"from":-20,"width":5,"counts":[1,0,0,0,1,0,1,0,0,0,1]})");
  BOOST_TEST(pairing["mean"] == 5);
  // The pairs have 40 and -20, which is 30 above and below 2·5. The error is √(2·30²·2/1)/4.
  BOOST_TEST(pairing["standard_error"].get<double>() == 15, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(pairing["pentanomial"] == Json({0, 1, 0, 0, 1}));
  Pentanomial pairs;
  pairs.counts = {0, 1, 0, 0, 1};
  BOOST_TEST(pairing["elo"] == interval_to_json(estimate(pairs).elo));
}

BOOST_AUTO_TEST_CASE(what_is_not_known_is_null) {
  const Json one = pairings_of({"a", "b"}, {game(1, {0, 1}, {10, 5}), game(2, {1, 0}, {10, 5})})[0];
  BOOST_TEST(one["mean"] == 0);
  BOOST_TEST(one["standard_error"].is_null());
  const Json forfeited =
      pairings_of({"a", "b"}, {with_fate(game(1, {0, 1}, {10, 5}), 0, SeatResult::Fate::forfeited)})[0];
  BOOST_TEST(forfeited["mean"].is_null());
  BOOST_TEST(forfeited["spread"]["counts"] == Json::array());
  BOOST_TEST(pairings_of({"a", "b"}, {}) == Json::array());
}

BOOST_AUTO_TEST_CASE(the_error_of_pairs_that_came_out_alike_is_the_one_that_a_match_states) {
  const Json alike = pairings_of(
      {"a", "b"}, {game(1, {0, 1}, {10, 5}), game(2, {1, 0}, {10, 5}), game(3, {0, 1}, {30, 0}),
                   game(4, {1, 0}, {30, 0}), game(5, {0, 1}, {7, 7}), game(6, {1, 0}, {7, 7})})[0];
  PairSpreads match;
  for (const double points : {5.0, 30.0, 0.0}) match.add(points, -points);
  BOOST_TEST(alike["mean"] == 0);
  BOOST_TEST(alike["error"].get<double>() == match.error(), boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_game_of_three_is_a_meeting_of_each_two_and_the_withdrawn_meet_nobody) {
  const Json list = pairings_of({"a", "b", "c"},
                                {game(1, {2, 0, 1}, {30, 20, 10}),
                                 with_fate(game(2, {0, 1, 2}, {50, 40, 0}), 2, SeatResult::Fate::withdrawn)},
                                3);
  BOOST_REQUIRE(list.size() == 3U);
  BOOST_TEST(list[0]["games"] == 2);
  BOOST_TEST(list[0]["mean"] == 10);
  BOOST_TEST(list[1]["b"] == 2);
  BOOST_TEST(list[1]["games"] == 1);
  BOOST_TEST(list[1]["mean"] == -10);
  BOOST_TEST(!list[0].contains("pentanomial"));
  BOOST_TEST(!list[0].contains("elo"));
}

BOOST_AUTO_TEST_CASE(every_game_is_in_one_class_and_classes_are_not_many) {
  simulated::Chance chance(3);
  for (const int range : {1, 10, 100, 1000, 100'000'000}) {
    std::vector<GameResult> games;
    std::vector<int> spreads;
    for (std::uint32_t id = 1; id <= 300; ++id) {
      const int one = chance.below(range) - range / 2, other = chance.below(range) - range / 2;
      games.push_back(game(id, {0, 1}, {one, other}));
      spreads.push_back(one - other);
    }
    const Json spread = pairings_of({"a", "b"}, games)[0]["spread"];
    BOOST_TEST(spread["counts"].size() <= 27U);
    int sum = 0;
    for (const Json& count : spread["counts"]) sum += count.get<int>();
    BOOST_TEST(sum == 300);
    const int width = spread["width"], from = spread["from"];
    for (const int points : spreads) {
      const int begin = from + (points - from) / width * width;
      const auto in_class =
          std::ranges::count_if(spreads, [&](int other) { return other >= begin && other < begin + width; });
      BOOST_REQUIRE(count_at(spread, points) == in_class);
    }
  }
}

BOOST_AUTO_TEST_CASE(seats_by_hand) {
  const Json seats =
      seats_of({"ann", "bob"}, {game(1, {0, 1}, {130, 100}), game(2, {1, 0}, {90, 100}),
                                game(3, {0, 1}, {80, 80}), game(4, {1, 0}, {70, 90}),
                                with_fate(game(5, {0, 1}, {0, 10}), 0, SeatResult::Fate::forfeited)});
  BOOST_TEST(seats["players"] == 2);
  const Json& first = seats["by_seat"][0];
  BOOST_TEST(first["games"] == 5);
  BOOST_TEST(first["wins"] == 1);
  BOOST_TEST(first["ties"] == 1);
  BOOST_TEST(first["finished"] == 4);
  BOOST_TEST(first["mean_points"] == (130 + 90 + 80 + 70) / 4.0);
  BOOST_TEST(seats["by_seat"][1]["wins"] == 3);
  // ann stands higher: she won both games of the first pair, and won one and tied one of the second.
  BOOST_TEST(seats["pairs"]["pentanomial"] == Json({0, 0, 0, 1, 1}));
  BOOST_TEST(seats["pairs"]["pairs"] == 2);
}

BOOST_AUTO_TEST_CASE(pairs_are_counted_for_whom_the_standings_have_higher) {
  const Json seats = seats_of({"weak", "strong"}, {game(1, {0, 1}, {1, 2}), game(2, {1, 0}, {2, 1})});
  BOOST_TEST(seats["pairs"]["pentanomial"] == Json({0, 0, 0, 0, 1}));
  BOOST_TEST(seats["pairs"]["pairing_ratio"].is_null());
}

BOOST_AUTO_TEST_CASE(what_pairing_saved_does_not_take_strengths_for_luck) {
  // All pairs within each pairing are level, so pairing saved everything.
  std::vector<GameResult> games;
  for (std::uint32_t id = 1; id <= 40; id += 2) {
    const int one = id % 4 == 1 ? 0 : 2;
    games.push_back(game(id, {one, one + 1}, {2, 1}));
    games.push_back(game(id + 1, {one + 1, one}, {2, 1}));
  }
  BOOST_TEST(seats_of({"a", "b", "c", "d"}, games)["pairs"]["pairing_ratio"] == 0);
  const Pentanomial one{{3, 1, 4, 1, 5}, 1}, other{{9, 2, 6, 5, 3}, 2};
  const std::vector<Pentanomial> twice = {one, one}, both = {one, other};
  BOOST_TEST(pairing_ratio(twice) == pairing_ratio(one), boost::test_tools::tolerance(1e-12));
  BOOST_TEST(pairing_ratio(both) > std::min(pairing_ratio(one), pairing_ratio(other)));
  BOOST_TEST(pairing_ratio(both) < std::max(pairing_ratio(one), pairing_ratio(other)));
}

BOOST_AUTO_TEST_CASE(a_seat_of_somebody_withdrawn_is_not_played) {
  const Json seats = seats_of({"a", "b", "c"},
                              {with_fate(game(1, {0, 1, 2}, {0, 7, 9}), 0, SeatResult::Fate::withdrawn)}, 3);
  BOOST_TEST(seats["by_seat"][0]["games"] == 0);
  BOOST_TEST(seats["by_seat"][0]["finished"] == 0);
  BOOST_TEST(seats["by_seat"][0]["mean_points"].is_null());
  BOOST_TEST(seats["by_seat"][2]["wins"] == 1);
  BOOST_TEST(seats["by_seat"][1]["mean_points"] == 7);
  BOOST_TEST(!seats.contains("pairs"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
