// Games of three and four: schedules, results, standings and ratings.
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "engine/random.h"
#include "ratings/tables/game_list.h"
#include "ratings/tables/rating_table.h"
#include "tests/engine/scenario.h"
#include "tests/tournaments/formats/meetings.h"
#include "tournaments/formats/round_robin.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/formats/swiss.h"
#include "tournaments/standings/standings.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(bigger_games)

namespace {

using Kind = TournamentFormat::Kind;
using Fate = SeatResult::Fate;

TournamentFormat format_of(Kind kind, int players, int leaders = 0) {
  return {kind, 0, leaders, players};
}

// The number of pairs of entrants who met more than once.
int rematches(const Meetings& meetings) {
  std::map<std::pair<int, int>, int> met;
  for (const Meeting& meeting : meetings) {
    for (const int a : meeting.entrants)
      for (const int b : meeting.entrants)
        if (a < b) ++met[{a, b}];
  }
  return static_cast<int>(std::ranges::count_if(met, [](const auto& pair) { return pair.second > 1; }));
}

// A result whose ranks follow from these points.
GameResult result(std::uint64_t id, const Entrants& entrants, const std::vector<int>& points) {
  GameResult result;
  result.id = static_cast<std::uint32_t>(id);
  result.players = static_cast<std::uint8_t>(entrants.size());
  for (std::size_t seat = 0; seat < entrants.size(); ++seat) {
    const auto better = std::ranges::count_if(points, [&](int other) { return other > points[seat]; });
    result.by_seat[seat] = {points[seat], static_cast<std::uint16_t>(entrants[seat]),
                            static_cast<std::uint8_t>(better + 1), Fate::played};
  }
  return result;
}

std::vector<ScheduledGame> played_by_chance(Schedule& schedule, std::uint64_t seed) {
  std::vector<ScheduledGame> played;
  while (played.size() < schedule.known()) {
    const ScheduledGame game = played.emplace_back(schedule.game(GameNumber{played.size() + 1}));
    Random luck(seed * 1'000'003 + game.id);
    std::vector<int> points;
    for (std::size_t seat = 0; seat < game.entrants.size(); ++seat)
      points.push_back(static_cast<int>(luck.below(50)));
    schedule.tell(result(game.id, game.entrants, points));
  }
  BOOST_TEST(schedule.is_complete());
  return played;
}

void check_sets(const std::vector<ScheduledGame>& games, std::size_t players) {
  BOOST_REQUIRE(games.size() % players == 0);
  for (std::size_t begin = 0; begin < games.size(); begin += players) {
    std::vector<std::set<int>> of_seat(players);
    for (std::size_t i = 0; i < players; ++i) {
      const ScheduledGame& game = games[begin + i];
      BOOST_REQUIRE(game.id == begin + i + 1);
      BOOST_REQUIRE(game.set == begin / players + 1);
      BOOST_REQUIRE(game.lane() == static_cast<int>(i));
      BOOST_REQUIRE(game.entrants.size() == players);
      for (std::size_t seat = 0; seat < players; ++seat) of_seat[seat].insert(game.entrants[seat]);
    }
    for (const auto& seen : of_seat) BOOST_REQUIRE(seen == of_seat[0]);
    BOOST_REQUIRE(of_seat[0].size() == players);
  }
}

// How often each entrant (the first of the key) moves right before each other one (the second).
std::map<std::pair<int, int>, int> neighbours(const Schedule& schedule, std::uint64_t first,
                                              std::uint64_t last, bool is_round) {
  std::map<std::pair<int, int>, int> counted;
  for (GameNumber id{first}; id <= last; ++id) {
    const Entrants seats = schedule.game(id).entrants;
    for (std::size_t seat = 0; seat + (is_round ? 0 : 1) < seats.size(); ++seat)
      ++counted[{seats[seat], seats[(seat + 1) % seats.size()]}];
  }
  return counted;
}

BOOST_AUTO_TEST_CASE(in_every_format_everyone_has_each_seat_once_a_set) {
  const Ruleset rules = shipped("hasbro");
  for (const int players : {3, 4}) {
    for (const int entrants : {players, 5, 6, 7, 8, 9, 13, 16, 20}) {
      if (entrants < players) continue;
      std::vector<TournamentFormat> formats = {format_of(Kind::round_robin, players),
                                               format_of(Kind::gauntlet, players),
                                               format_of(Kind::swiss, players)};
      if (entrants >= players + 2) formats.push_back(format_of(Kind::gauntlet, players, 3));
      for (const TournamentFormat& format : formats) {
        Schedule schedule(complete_format(format, entrants).value(), names_of_bots(entrants), 2 * players,
                          rules, 5);
        const std::uint64_t expected = schedule.expected();
        const auto games = played_by_chance(schedule, 1);
        BOOST_TEST(games.size() == expected);
        check_sets(games, static_cast<std::size_t>(players));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_group_that_meets_again_sits_the_other_way_round) {
  const Ruleset rules = shipped("hasbro");
  for (const int players : {3, 4}) {
    for (const int entrants : {players, players + 1, 6, 7}) {
      const Schedule schedule(complete_format(format_of(Kind::round_robin, players), entrants).value(),
                              names_of_bots(entrants), 4 * players, rules, 5);
      // The seats of each set are turned round so that they begin with the first entrant in the plan.
      std::map<std::set<int>, std::vector<Entrants>> rounds;
      for (GameNumber id{1}; id <= schedule.known();
           id = GameNumber{id + static_cast<std::uint64_t>(players)}) {
        Entrants seats = schedule.game(id).entrants;
        std::rotate(seats.begin(), std::ranges::min_element(seats), seats.end());
        rounds[{seats.begin(), seats.end()}].push_back(seats);
      }
      for (const auto& [group, seats] : rounds) {
        BOOST_REQUIRE(seats.size() == 4U);
        BOOST_REQUIRE((seats[0] == seats[2]));
        BOOST_REQUIRE((seats[1] == seats[3]));
        BOOST_REQUIRE((seats[0] != seats[1]));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(pairings_end_equal_and_numbers_of_games_stay_close) {
  for (const int players : {3, 4}) {
    for (int entrants = players; entrants <= (players == 3 ? kMaxEntrants : 25); ++entrants) {
      std::map<std::pair<int, int>, int> met;
      std::vector<int> played(static_cast<std::size_t>(entrants));
      std::set<std::set<int>> seen;
      for (const Meeting& meeting : everyone_meets(entrants, players)) {
        const auto [group, is_new] = seen.insert({meeting.entrants.begin(), meeting.entrants.end()});
        BOOST_REQUIRE(is_new);
        BOOST_REQUIRE(group->size() == static_cast<std::size_t>(players));
        for (const int a : meeting.entrants) {
          ++played[static_cast<std::size_t>(a)];
          for (const int b : meeting.entrants)
            if (a < b) ++met[{a, b}];
        }
        const auto [fewest, most] = std::ranges::minmax(played);
        BOOST_REQUIRE(most - fewest <= players);
      }
      BOOST_REQUIRE(met.size() == static_cast<std::size_t>(entrants * (entrants - 1) / 2));
      for (const auto& [pairing, times] : met) BOOST_REQUIRE(times == met.begin()->second);
    }
  }
}

BOOST_AUTO_TEST_CASE(each_leader_meets_every_group_of_others_once) {
  for (const int players : {3, 4}) {
    std::map<std::set<int>, int> seen;
    for (const Meeting& meeting : leaders_meet_others(2, 9, players)) {
      BOOST_TEST(meeting.entrants.size() == static_cast<std::size_t>(players));
      BOOST_TEST(std::ranges::count_if(meeting.entrants, [](int entrant) { return entrant < 2; }) == 1);
      ++seen[{meeting.entrants.begin(), meeting.entrants.end()}];
    }
    // Two leaders, with each two or three of the seven others.
    BOOST_TEST(seen.size() == (players == 3 ? 2 * 21U : 2 * 35U));
    for (const auto& [group, times] : seen) BOOST_TEST(times == 1);
  }
}

BOOST_AUTO_TEST_CASE(each_bot_follows_each_other_bot_equally_often) {
  const Ruleset rules = shipped("hasbro");
  const Schedule of_four(format_of(Kind::round_robin, 4), names_of_bots(4), 4, rules, 5);
  const auto in_a_set = neighbours(of_four, 1, 4, false);
  BOOST_TEST(in_a_set.size() == 12U);
  for (const auto& [pair, times] : in_a_set) BOOST_TEST(times == 1);
  const Schedule of_three(format_of(Kind::round_robin, 3), names_of_bots(3), 6, rules, 5);
  const auto in_two_sets = neighbours(of_three, 1, 6, true);
  BOOST_TEST(in_two_sets.size() == 6U);
  for (const auto& [pair, times] : in_two_sets) BOOST_TEST(times == 3);
}

BOOST_AUTO_TEST_CASE(swiss_round_groups_equal_scores_without_rematches) {
  const SwissTerms terms{9, 3, 1, 3};
  std::vector<MeetingResult> results;
  BOOST_TEST(next_swiss_round(terms, results) == meetings_of({{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}),
             boost::test_tools::per_element());
  // In each group, the first beats both others in all games, and the second beats the third.
  for (const Meeting& meeting : next_swiss_round(terms, {}))
    results.push_back({meeting, {6, 3, 0}, {30, 0, -30}});
  BOOST_TEST(next_swiss_round(terms, results) == meetings_of({{0, 3, 6}, {1, 4, 7}, {2, 5, 8}}),
             boost::test_tools::per_element());
  const auto standings = swiss_standings(terms, results);
  BOOST_TEST(standings.front().points == 6);
  BOOST_TEST(standings.front().buchholz == 3);
}

BOOST_AUTO_TEST_CASE(swiss_rounds_avoid_rematches_and_share_byes) {
  for (const int players : {3, 4}) {
    for (int entrants = players; entrants <= kMaxEntrants; ++entrants) {
      const SwissTerms terms{entrants, 4, 1, players};
      const auto a_round = static_cast<std::size_t>(entrants / players);
      Random random(static_cast<std::uint64_t>(entrants));
      std::vector<MeetingResult> results;
      Meetings all;
      for (int round = 1; round <= terms.rounds; ++round) {
        const Meetings meetings = next_swiss_round(terms, results);
        BOOST_REQUIRE(meetings.size() == a_round);
        std::set<int> seen;
        for (const Meeting& meeting : meetings) {
          MeetingResult& told = results.emplace_back(MeetingResult{meeting});
          for (std::size_t i = 0; i < meeting.entrants.size(); ++i) {
            BOOST_REQUIRE(seen.insert(meeting.entrants[i]).second);
            told.beaten[i] = static_cast<double>(random.below(7));
          }
          all.push_back(meeting);
        }
        if (round == 2 && entrants >= players * players) BOOST_TEST(rematches(all) == 0);
        // In three rounds nobody meets twice, if there are many to choose from.
        if (round == 3 && entrants >= 2 * players * players) BOOST_TEST(rematches(all) == 0);
      }
      BOOST_TEST(next_swiss_round(terms, results).empty());
      const auto standings = swiss_standings(terms, results);
      const auto [fewest, most] = std::ranges::minmax(standings, {}, &SwissStanding::byes);
      BOOST_TEST(most.byes - fewest.byes <= 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_told) {
  const auto said = [](TournamentFormat format, int entrants) {
    const auto completed = complete_format(format, entrants);
    return completed ? std::string() : completed.error().message;
  };
  BOOST_TEST(said(format_of(Kind::round_robin, 4), 3) ==
             "format: players: a game needs 4 bots, but there are 3");
  BOOST_TEST(said(format_of(Kind::swiss, 3), 3).empty());
  BOOST_TEST(said(format_of(Kind::king, 3), 5) ==
             "format: players: a match of king is between two bots; games of 3 are possible in round_robin, "
             "gauntlet and swiss");
  BOOST_TEST(said(format_of(Kind::gauntlet, 4, 3), 5) ==
             "format: leaders: 3 of 5 bots leave too few to fill games of 4; at most 2 can lead");
  BOOST_TEST(said(format_of(Kind::round_robin, 4), 200).find("64684950 groups of 4") != std::string::npos);
  BOOST_TEST(said(format_of(Kind::swiss, 4), 200).empty());
  BOOST_TEST(
      said(format_of(Kind::round_robin, 2), 60'000) ==
      "format: players: 60000 bots make 1799970000 pairings, but at most 5000000 can be played; a swiss "
      "tournament has as many rounds as you like");
  BOOST_TEST(said(format_of(Kind::round_robin, 2), 3'000).empty());
  BOOST_TEST(said(format_of(Kind::knock_out, 2), 60'000).empty());
  BOOST_TEST(said(format_of(Kind::swiss, 2), 1'000).empty());
  BOOST_TEST(said(format_of(Kind::swiss, 2), 1'001) ==
             "format: players: there are 1001 bots, but a swiss tournament can have at most 1000");
}

BOOST_AUTO_TEST_CASE(a_result_counts_by_whom_it_was_played) {
  GameResult game = result(7, entrants_of({4, 2, 9}), {50, 80, 50});
  BOOST_TEST(game.set() == 3U);
  BOOST_TEST(game.beaten(0) == 0.5);
  BOOST_TEST(game.beaten(1) == 2);
  BOOST_TEST(game.spread(1) == 60);
  BOOST_TEST(!game.is_void());
  const RankedGame ranked = game.ranked();
  BOOST_TEST(ranked.score(0) == 0.25);
  BOOST_TEST(ranked.score(1) == 1);
  BOOST_TEST(ranked.spread(1) == 30);
  BOOST_TEST((ranked.outcome(0) == Outcome::loss));
  BOOST_TEST((ranked.outcome(1) == Outcome::win));

  game.by_seat[0].fate = Fate::withdrawn;
  game.by_seat[0].rank = 3;
  BOOST_TEST(!game.is_void());
  const RankedGame of_two = game.ranked();
  BOOST_TEST(of_two.seats == 2);
  BOOST_TEST(of_two.players[0] == 2);
  BOOST_TEST(of_two.players[1] == 9);
  BOOST_TEST(of_two.points.has_value());
  game.by_seat[1].fate = Fate::withdrawn;
  BOOST_TEST(game.is_void());
  game.by_seat[1].fate = Fate::forfeited;
  BOOST_TEST(!game.is_void());
  BOOST_TEST(!game.ranked().points.has_value());
}

BOOST_AUTO_TEST_CASE(standings_of_three_add_up) {
  std::vector<GameResult> games = {result(1, entrants_of({0, 1, 2}), {90, 60, 30}),
                                   result(2, entrants_of({1, 2, 0}), {50, 50, 20}),
                                   result(3, entrants_of({2, 0, 1}), {10, 40, 40})};
  const Standings table = standings_of({"a", "b", "c"}, games);
  double points = 0;
  for (const Standing& row : table.rows) points += row.points;
  BOOST_TEST(points == 4.5);
  const auto a = std::ranges::find(table.rows, "a", &Standing::name);
  BOOST_TEST(a->wins == 1);
  BOOST_TEST(a->ties == 1);
  BOOST_TEST(a->losses == 1);
  BOOST_TEST(a->points == 1 + 0 + 0.75);
  BOOST_TEST(a->mean_spread.value() == (45.0 - 30 + 15) / 3);
  BOOST_TEST(table.games == 3);
  BOOST_TEST(format_standings(table).find("nan") == std::string::npos);

  games[1].by_seat[0].fate = Fate::withdrawn;
  const Standings without_b = standings_of({"a", "b", "c"}, games);
  const auto b = std::ranges::find(without_b.rows, "b", &Standing::name);
  BOOST_TEST(b->withdrawn == 1);
  BOOST_TEST(b->games == 2);
}

// Ratings follow strength, and a note tells about seats. The same games have the same ratings in a GameList.
BOOST_AUTO_TEST_CASE(ratings_of_four_follow_strength) {
  Random luck(11);
  std::vector<GameResult> games;
  GameList list;
  const std::vector<std::string> names = {"a", "b", "c", "d", "e"};
  for (const std::string& name : names) list.player(name);
  const Ruleset rules = shipped("hasbro");
  const Schedule schedule(format_of(Kind::round_robin, 4), names_of_bots(5), 80, rules, 5);
  for (GameNumber id{1}; id <= schedule.known(); ++id) {
    const ScheduledGame game = schedule.game(id);
    std::vector<int> points;
    for (const int entrant : game.entrants) points.push_back(10 * entrant + static_cast<int>(luck.below(80)));
    games.push_back(result(id, game.entrants, points));
    RankedGame ranked = games.back().ranked();
    ranked.cluster = static_cast<int>(game.set) - 1;
    list.add_ranked(ranked);
  }
  const Standings table = standings_of(names, games);
  for (std::size_t i = 0; i < names.size(); ++i)
    BOOST_TEST(table.rows[i].name == names[names.size() - 1 - i]);
  BOOST_TEST(table.ratings.seat_elo.size() == 3U);
  BOOST_TEST(std::ranges::any_of(standings_notes(table), [](const std::string& note) {
    return note.starts_with("Against the last seat, in Elo: first ");
  }));

  const auto rated = rate(list, {}, {});
  BOOST_REQUIRE(rated);
  for (std::size_t i = 0; i < names.size(); ++i) {
    BOOST_TEST(rated.value().rows[i].rating.elo == table.rows[i].rating.elo,
               boost::test_tools::tolerance(1e-9));
    BOOST_TEST(rated.value().rows[i].field.points == table.rows[i].points,
               boost::test_tools::tolerance(1e-9));
    BOOST_TEST(rated.value().rows[i].field.spread->value == table.rows[i].mean_spread.value(),
               boost::test_tools::tolerance(1e-9));
  }
  BOOST_TEST(superiority(rated.value(), 0, 4) > 0.99);
  const auto anchored = rate(list, {}, {NamedAnchor{"c", 1500}});
  BOOST_TEST(anchored.value().rows[2].rating.elo == 1500, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(anchored.value().rows[2].rating.error_low == 0);
  BOOST_TEST(!rate(list,
                   {.prior_ties = 0,
                    .first_seat = SeatTerm::estimated,
                    .anchors = {},
                    .anchoring = Anchoring::fixed,
                    .zero = {},
                    .every_look = {}},
                   {}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
