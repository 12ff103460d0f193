#include "tournaments/standings/standings.h"

#include <boost/test/unit_test.hpp>

#include "ratings/tables/elo_text.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(standings)

namespace {

// A game of two; the score and the spread are those of the first seat.
GameResult game(std::uint64_t id, int first, int second, double score, int spread) {
  GameResult result;
  result.id = static_cast<std::uint32_t>(id);
  result.by_seat[0] = {spread, static_cast<std::uint16_t>(first),
                       static_cast<std::uint8_t>(score < 0.5 ? 2 : 1), SeatResult::Fate::played};
  result.by_seat[1] = {0, static_cast<std::uint16_t>(second), static_cast<std::uint8_t>(score > 0.5 ? 2 : 1),
                       SeatResult::Fate::played};
  return result;
}

// Six games of players 0 and 1: player 0 wins three, ties one and loses two.
std::vector<GameResult> some_games() {
  return {game(1, 0, 1, 1, 30),  game(2, 1, 0, 0, -10), game(3, 0, 1, 0, -20),
          game(4, 1, 0, 0.5, 0), game(5, 0, 1, 1, 5),   game(6, 1, 0, 1, 7)};
}

bool tells(const Standings& standings, std::string_view text) {
  return std::ranges::any_of(standings_notes(standings),
                             [&](const std::string& note) { return note.find(text) != note.npos; });
}

BOOST_AUTO_TEST_CASE(rows_add_up) {
  const Standings table = standings_of({"bob", "ann"}, some_games());
  BOOST_TEST(table.games == 6);
  BOOST_TEST(table.rows[0].name == "bob");
  const Standing &best = table.rows[0], &other = table.rows[1];
  BOOST_TEST(best.games == 6);
  BOOST_TEST(best.wins == 3);
  BOOST_TEST(best.ties == 1);
  BOOST_TEST(best.losses == 2);
  BOOST_TEST(best.points == 3.5);
  BOOST_TEST(other.points == 2.5);
  BOOST_TEST(best.mean_spread.value() == (30 + 10 - 20 - 0 + 5 - 7) / 6.0);
  BOOST_TEST(best.mean_spread.value() == -other.mean_spread.value());
  BOOST_TEST(best.rating.elo > 0);
  BOOST_TEST(best.rating.elo == -other.rating.elo, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(best.ranks.best == 1);
  BOOST_TEST(best.ranks.worst == 2);
  BOOST_TEST((standings_to_json(table)["standings"][0]["ranks"] == Json{1, 2}));
  BOOST_TEST(standings_to_json(table)["model_fit"]["chance"].is_null());
  BOOST_TEST(table.cross[0][1].points == 3.5);
  BOOST_TEST(table.cross[1][0].points == 2.5);
  BOOST_TEST(table.cross[1][0].games == 6);
}

BOOST_AUTO_TEST_CASE(where_they_hold_at_every_look_they_are_wider_and_say_so) {
  const Standings one = standings_of({"a", "b"}, some_games());
  const Standings soon = standings_of({"a", "b"}, some_games(), {}, LooksPlan{100});
  const Standings late = standings_of({"a", "b"}, some_games(), {}, LooksPlan{6});
  const Standings beyond = standings_of({"a", "b"}, some_games(), {}, LooksPlan{5});
  const Standings other = standings_of({"a", "b"}, some_games(), {}, LooksPlan{.has_other_bots = true});
  BOOST_TEST(standings_to_json(one)["every_look"] == false);
  BOOST_TEST(standings_to_json(late)["every_look"] == true);
  const auto width = [](const Standings& standings) {
    return standings.rows[0].rating.error_low + standings.rows[0].rating.error_high;
  };
  BOOST_TEST(width(one) < width(late));
  BOOST_TEST(width(late) < width(soon));
  BOOST_TEST(width(late) < width(beyond));
  BOOST_TEST(width(beyond) < width(other));
  const auto says_so = [](const Standings& standings) {
    return std::ranges::any_of(standings_notes(standings), [](const std::string& note) {
      return note == "Intervals and ranks hold at every look, whenever you stop.";
    });
  };
  BOOST_TEST(says_so(late));
  BOOST_TEST(!says_so(one));
}

BOOST_AUTO_TEST_CASE(the_order_in_which_games_ended_does_not_matter) {
  std::vector<GameResult> games = some_games();
  const std::string expected = json_text(standings_to_json(standings_of({"a", "b"}, games)));
  std::ranges::reverse(games);
  BOOST_TEST(json_text(standings_to_json(standings_of({"a", "b"}, games))) == expected);
}

BOOST_AUTO_TEST_CASE(of_bots_that_are_level_the_better_spread_stands_first_and_then_the_plan) {
  // Each wins once when it moves first, and one of them by more points.
  for (const bool is_second_better : {false, true}) {
    const Standings table = standings_of({"a", "b"}, {game(1, 0, 1, 1, is_second_better ? 5 : 30),
                                                      game(2, 1, 0, 1, is_second_better ? 30 : 5)});
    BOOST_TEST(table.rows[0].points == table.rows[1].points);
    BOOST_TEST(table.rows[0].rating.elo == table.rows[1].rating.elo);
    BOOST_TEST(table.rows[0].name == (is_second_better ? "b" : "a"));
  }
  const Standings level = standings_of({"b", "a"}, {game(1, 0, 1, 1, 7), game(2, 1, 0, 1, 7)});
  BOOST_TEST(level.rows[0].name == "b");
}

BOOST_AUTO_TEST_CASE(a_forfeited_game_counts_as_a_loss_and_not_in_the_spread) {
  std::vector<GameResult> games = {game(1, 0, 1, 1, 4), game(2, 1, 0, 0, -90)};
  games[1].by_seat[0].fate = SeatResult::Fate::forfeited;
  const Standings table = standings_of({"a", "b"}, games);
  BOOST_TEST(table.rows[0].mean_spread.value() == 4);
  BOOST_TEST(table.rows[0].finished == 1);
  BOOST_TEST(table.rows[1].forfeits == 1);
  BOOST_TEST(table.rows[1].losses == 2);
  BOOST_TEST(tells(table, "b forfeited 1 of its 2 games."));
}

BOOST_AUTO_TEST_CASE(where_all_games_are_forfeited_no_spread_is_told) {
  std::vector<GameResult> games = {game(1, 0, 1, 1, 4)};
  games[0].by_seat[1].fate = SeatResult::Fate::forfeited;
  const Standings table = standings_of({"a", "b"}, games);
  BOOST_TEST(!table.rows[0].mean_spread);
  BOOST_TEST(standings_to_json(table)["standings"][0]["mean_spread"].is_null());
  const std::string text = format_standings(table);
  BOOST_TEST(text.find("0.0") == text.npos, text);
  BOOST_TEST(text.find(" – ") != text.npos, text);
}

BOOST_AUTO_TEST_CASE(of_many_forfeits_the_first_games_are_told) {
  GameResults results, later;
  for (std::uint64_t id = 1000; id >= 1; --id) {
    GameRecord record;
    record.id = GameNumber{id};
    record.scores = {0, 0};
    record.ranks = {1, 2};
    record.forfeits = {{Seat{1}, 0, FaultKind::crash, "it is gone", {}}};
    (id % 2 == 0 ? results : later).add(record, result_of(record, {Entrant{3}, Entrant{4}}));
  }
  results.append(later);
  BOOST_TEST(results.games.size() == 1000U);
  BOOST_TEST(results.forfeited.size() == kMaxForfeitsTold);
  BOOST_TEST(results.forfeited.rbegin()->first == kMaxForfeitsTold);
  const ForfeitedGame told = results.forfeited.at(GameNumber{7});
  BOOST_TEST((told.kind == FaultKind::crash));
  BOOST_TEST(told.text == "it is gone");
  BOOST_TEST(told.entrant == 4);
}

BOOST_AUTO_TEST_CASE(bots_that_no_game_connects_are_not_compared) {
  const Standings table = standings_of({"a", "b", "c", "d"}, {game(1, 0, 1, 1, 1), game(2, 1, 0, 0, -1),
                                                              game(3, 2, 3, 1, 1), game(4, 3, 2, 0.5, 0)});
  BOOST_TEST(table.ratings.pools == 2);
  BOOST_TEST(tells(table, "2 groups"));
}

BOOST_AUTO_TEST_CASE(a_circle_is_told) {
  std::vector<GameResult> games;
  for (std::uint64_t id = 0; id < 240; ++id) {
    const int one = static_cast<int>(id / 80), other = (one + 1) % 3;
    const bool is_first = id % 2 == 0, wins = id % 8 != 0;
    games.push_back(game(id, is_first ? one : other, is_first ? other : one, is_first == wins, 1));
  }
  const Standings table = standings_of({"a", "b", "c"}, games);
  BOOST_TEST(tells(table, "One number for each bot does not explain these results"));
  BOOST_TEST(tells(table, "a beats b, b beats c, c beats a: this circle is certain."));
}

BOOST_AUTO_TEST_CASE(nothing_played_is_a_table_of_zeros) {
  const Standings table = standings_of({"a", "b"}, {});
  BOOST_TEST(table.rows.size() == 2U);
  BOOST_TEST(table.rows[0].games == 0);
  BOOST_TEST(format_standings(table).find("nan") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_interval_is_told_by_its_bounds_unless_both_sides_are_alike) {
  RatingEstimate rating{-226, 267, 206, Interval::profile};
  BOOST_TEST(interval_text(rating) == "-493 to -20");
  BOOST_TEST(named_interval(rating) == "95 %: -493 to -20");
  rating.error_low = 206;
  BOOST_TEST(interval_text(rating) == "±206");
  rating.interval = Interval::none;
  BOOST_TEST(interval_text(rating) == "");
}

BOOST_AUTO_TEST_CASE(the_table_of_few_bots_fits_into_80_columns) {
  std::vector<GameResult> games;
  for (std::uint64_t id = 1; id <= 100'000; ++id)
    games.push_back(game(id, static_cast<int>(id % 2), 1 - static_cast<int>(id % 2), id % 3 == 0, 100));
  const std::string text = format_standings(standings_of({"greedy-python", "random"}, games));
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    BOOST_TEST(text.find('\n', begin) - begin <= 82U);  // These are bytes, and ± has two.
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
