#include "tournaments/formats/schedule.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "engine/game.h"
#include "engine/random.h"
#include "tests/engine/scenario.h"
#include "tests/tournaments/formats/meetings.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(schedule)

namespace {

using Kind = TournamentFormat::Kind;

Schedule schedule_for(const TournamentFormat& format, int entrants, int games) {
  static const Ruleset rules = shipped("hasbro");
  return {complete_format(format, entrants).value(), names_of_bots(entrants), games, rules, 9};
}

// All formats that fit so many entrants.
std::vector<TournamentFormat> formats_for(int entrants) {
  std::vector<TournamentFormat> formats = {
      {Kind::round_robin}, {Kind::gauntlet}, {Kind::swiss}, {Kind::knock_out}, {Kind::king, 2}};
  if (entrants > 3) formats.push_back({Kind::gauntlet, 0, 3});
  return formats;
}

GameResult result_of_two(const ScheduledGame& game, int spread) {
  GameResult result;
  result.id = static_cast<std::uint32_t>(game.id);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const int own = seat == 0 ? spread : 0, other = seat == 0 ? 0 : spread;
    result.by_seat[seat] = {own, static_cast<std::uint16_t>(game.entrants[seat]),
                            static_cast<std::uint8_t>(own < other ? 2 : 1), SeatResult::Fate::played};
  }
  return result;
}

// Tells results of the known games, made from the players' strengths and chance. The order is random, as that
// in which concurrent games end.
class Crowd {
 public:
  explicit Crowd(std::uint64_t seed) : random_(seed) {}

  void play_known(Schedule& schedule, std::vector<ScheduledGame>& played) {
    std::vector<ScheduledGame> games;
    for (GameNumber id{played.size() + 1}; id <= schedule.known(); ++id) games.push_back(schedule.game(id));
    played.insert(played.end(), games.begin(), games.end());
    for (std::size_t left = games.size(); left > 0; --left) {
      std::swap(games[static_cast<std::size_t>(random_.below(static_cast<std::uint32_t>(left)))],
                games[left - 1]);
      tell(schedule, games[left - 1]);
    }
  }

 private:
  // The result depends on the game alone, so that the order in which results are told does not matter.
  static void tell(Schedule& schedule, const ScheduledGame& game) {
    Random luck(game.id * 1'000'003 + 7);
    const int spread = static_cast<int>(luck.below(41)) - 20 + game.entrants[1] - game.entrants[0];
    schedule.tell(result_of_two(game, spread));
  }

  Random random_;
};

std::vector<ScheduledGame> played_through(Schedule& schedule, std::uint64_t seed = 1) {
  Crowd crowd(seed);
  std::vector<ScheduledGame> played;
  while (played.size() < schedule.known()) crowd.play_known(schedule, played);
  BOOST_TEST(schedule.is_complete());
  return played;
}

BOOST_AUTO_TEST_CASE(in_every_format_games_come_in_pairs_with_swapped_seats_in_two_lanes) {
  for (int entrants = 2; entrants <= kMaxEntrants; ++entrants) {
    for (const TournamentFormat& format : formats_for(entrants)) {
      Schedule schedule = schedule_for(format, entrants, 4);
      const auto games = played_through(schedule);
      BOOST_REQUIRE(games.size() % 2 == 0);
      std::vector<int> first_seats(static_cast<std::size_t>(entrants)), second_seats = first_seats;
      for (std::size_t i = 0; i < games.size(); i += 2) {
        const ScheduledGame &first = games[i], &second = games[i + 1];
        BOOST_REQUIRE(first.id == i + 1);
        BOOST_REQUIRE(first.set == (first.id + 1) / 2);
        BOOST_REQUIRE(first.set == second.set);
        BOOST_REQUIRE(first.entrants[0] == second.entrants[1]);
        BOOST_REQUIRE(first.entrants[1] == second.entrants[0]);
        BOOST_REQUIRE(first.entrants[0] != first.entrants[1]);
        BOOST_REQUIRE(first.lane() == 0);
        BOOST_REQUIRE(second.lane() == 1);
        for (const ScheduledGame& game : {first, second}) {
          ++first_seats[static_cast<std::size_t>(game.entrants[0])];
          ++second_seats[static_cast<std::size_t>(game.entrants[1])];
        }
      }
      BOOST_TEST(first_seats == second_seats);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_schedule_is_a_function_of_the_results_and_not_of_their_order) {
  for (const int entrants : {2, 3, 7, 16, 40}) {
    for (const TournamentFormat& format : formats_for(entrants)) {
      Schedule one = schedule_for(format, entrants, 2), other = schedule_for(format, entrants, 2);
      const auto of_one = played_through(one, 1), of_other = played_through(other, 2);
      BOOST_REQUIRE(of_one.size() == of_other.size());
      for (std::size_t i = 0; i < of_one.size(); ++i)
        BOOST_REQUIRE(of_one[i].entrants == of_other[i].entrants);
      BOOST_TEST(one.expected() == of_one.size());
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_expected_is_what_is_played_where_there_are_no_play_offs) {
  for (int entrants = 2; entrants <= kMaxEntrants; ++entrants) {
    for (const TournamentFormat& format : formats_for(entrants)) {
      Schedule schedule = schedule_for(format, entrants, 6);
      const std::uint64_t expected = schedule.expected();
      const auto games = played_through(schedule);
      if (format.kind == Kind::knock_out)
        BOOST_TEST(games.size() >= expected);
      else
        BOOST_TEST(games.size() == expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(everyone_meets_everyone_equally_often_on_both_seats) {
  for (int entrants = 2; entrants <= kMaxEntrants; ++entrants) {
    for (int games : {2, 6}) {
      const Schedule schedule = schedule_for({}, entrants, games);
      BOOST_TEST(schedule.known() == static_cast<std::uint64_t>(entrants * (entrants - 1) / 2 * games));
      std::map<std::pair<int, int>, int> met;
      for (GameNumber id{1}; id <= schedule.known(); ++id) {
        const ScheduledGame game = schedule.game(id);
        ++met[{game.entrants[0], game.entrants[1]}];
      }
      BOOST_TEST(met.size() == static_cast<std::size_t>(entrants * (entrants - 1)));
      for (const auto& [seats, count] : met) BOOST_REQUIRE(count == games / 2);
    }
  }
}

BOOST_AUTO_TEST_CASE(leaders_meet_all_others_equally_often_and_the_others_nobody_else) {
  for (int entrants = 2; entrants <= kMaxEntrants; ++entrants) {
    for (const int leaders : {1, entrants / 2, entrants - 1}) {
      const Schedule schedule = schedule_for({Kind::gauntlet, 0, leaders}, entrants, 4);
      std::map<std::pair<int, int>, int> met;
      for (GameNumber id{1}; id <= schedule.known(); ++id) {
        const Entrants entrants_of_it = schedule.game(id).entrants;
        const int first = entrants_of_it[0], second = entrants_of_it[1];
        BOOST_REQUIRE((first < leaders) != (second < leaders));
        ++met[{first, second}];
      }
      BOOST_TEST(met.size() == static_cast<std::size_t>(2 * leaders * (entrants - leaders)));
      for (const auto& [seats, count] : met) BOOST_REQUIRE(count == 2);
    }
  }
}

BOOST_AUTO_TEST_CASE(in_any_beginning_of_a_round_robin_bots_have_played_nearly_as_often) {
  const Schedule schedule = schedule_for({}, 8, 2);
  std::map<int, int> played;
  for (GameNumber id{1}; id <= schedule.known(); ++id) {
    for (int entrant : schedule.game(id).entrants) ++played[entrant];
    int least = 1000, most = 0;
    for (int entrant = 0; entrant < 8; ++entrant) {
      least = std::min(least, played[entrant]);
      most = std::max(most, played[entrant]);
    }
    BOOST_TEST(most - least <= 2);
  }
}

BOOST_AUTO_TEST_CASE(the_draw_for_the_first_move_seats_both_games_of_a_pair_alike_but_swapped) {
  const Ruleset by_draw = changed("hasbro", [](RulesetFields& fields) { fields.first = FirstSeat::draw; });
  const Schedule drawn({}, names_of_bots(5), 40, by_draw, 9), plain = schedule_for({}, 5, 40);
  int swapped = 0;
  for (GameNumber id{1}; id <= drawn.known(); id = GameNumber{id + 2}) {
    const ScheduledGame first = drawn.game(id), second = drawn.game(GameNumber{id + 1});
    const Seat seat = draw_for_first(by_draw, first.seed, 2).first;
    BOOST_TEST(first.entrants[0] == plain.game(id).entrants[seat]);
    BOOST_TEST(first.entrants[0] == second.entrants[1]);
    BOOST_TEST(first.entrants[1] == second.entrants[0]);
    swapped += seat;
  }
  BOOST_TEST(swapped > 60);  // It is out of 200 pairs.
  BOOST_TEST(swapped < 140);
}

BOOST_AUTO_TEST_CASE(a_seed_is_that_of_the_names_in_any_order_and_of_the_meeting) {
  // The vector of docs/protocol.md.
  BOOST_TEST(set_seed(5, {"greedy", "random"}, 1) == 14009419272520392281u);
  BOOST_TEST(set_seed(5, {"random", "greedy"}, 1) == 14009419272520392281u);
  BOOST_TEST(set_seed(5, {"greedy", "random"}, 1) == seed_from_text("toptile-game/2 5 1 greedy random"));
  BOOST_TEST(set_seed(5, {"greedy", "random"}, 2) != set_seed(5, {"greedy", "random"}, 1));
  BOOST_TEST(set_seed(5, {"greedy", "human", "random"}, 1) != set_seed(5, {"greedy", "random"}, 1));
}

// The seed and the seats of each set, by who meets and how often they have met.
using SetsByMeeting = std::map<std::pair<std::set<std::string>, int>, std::vector<std::string>>;

SetsByMeeting sets_of(const Schedule& schedule, const std::vector<std::string>& names) {
  SetsByMeeting sets;
  std::map<std::set<std::string>, int> met;
  std::set<std::uint64_t> seeds;
  for (GameNumber id{1}; id <= schedule.known(); ++id) {
    const ScheduledGame game = schedule.game(id);
    std::set<std::string> who;
    std::string seats = std::to_string(game.seed);
    for (const Entrant entrant : game.entrants) {
      who.insert(names[entrant]);
      seats += " " + names[entrant];
    }
    if (game.lane() == 0) {
      ++met[who];
      BOOST_TEST(seeds.insert(game.seed).second);
    }
    sets[{who, met[who]}].push_back(seats);
  }
  return sets;
}

BOOST_AUTO_TEST_CASE(a_set_is_the_same_in_every_schedule_that_has_its_meeting) {
  const std::vector<std::string> all = {"f", "b", "d", "a", "e", "c"};
  for (const Ruleset& rules : {shipped("hasbro"), changed("hasbro", [](RulesetFields& fields) {
                                 fields.first = FirstSeat::draw;
                               })}) {
    for (int players = 2; players <= 4; ++players) {
      for (const Kind kind : {Kind::round_robin, Kind::gauntlet}) {
        TournamentFormat format{kind};
        format.players = players;
        const auto schedule_of = [&](const std::vector<std::string>& names, int sets) {
          const auto complete = complete_format(format, static_cast<int>(names.size())).value();
          return sets_of(Schedule(complete, names, sets * players, rules, 9), names);
        };
        const SetsByMeeting whole = schedule_of(all, 4);
        for (std::size_t left = kind == Kind::gauntlet ? 1 : 0; left < all.size(); ++left) {
          std::vector<std::string> names = all;
          names.erase(names.begin() + static_cast<std::ptrdiff_t>(left));
          for (const auto& [meeting, games] : schedule_of(names, 3))
            BOOST_REQUIRE((whole.at(meeting) == games));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(who_drew_what_is_known_in_every_game_of_a_set) {
  const Ruleset by_draw = changed("hasbro", [](RulesetFields& fields) { fields.first = FirstSeat::draw; });
  for (int players = 2; players <= 4; ++players) {
    TournamentFormat format;
    format.players = players;
    const Schedule schedule(format, names_of_bots(players), 6 * players, by_draw, 9);
    for (GameNumber id{1}; id <= schedule.known(); ++id) {
      const ScheduledGame game = schedule.game(id);
      const std::uint64_t seed = game.seed;
      const GameNumber first_id{(game.set - 1) * players + 1};
      const ScheduledGame first = schedule.game(first_id);
      const FirstDraw draw = first_draw_of(by_draw, seed, id, players);
      const FirstDraw in_first = first_draw_of(by_draw, seed, first_id, players);
      const FirstDraw drawn = draw_for_first(by_draw, seed, players);
      // Everybody has the tile of the first game, in which the first seat drew the tile nearest to A.
      BOOST_TEST(in_first.first == 0);
      BOOST_TEST(game.entrants[static_cast<std::size_t>(draw.first)] == first.entrants[0]);
      BOOST_REQUIRE(draw.rounds.size() == drawn.rounds.size());
      for (std::size_t round = 0; round < drawn.rounds.size(); ++round) {
        BOOST_REQUIRE(draw.rounds[round].size() == drawn.rounds[round].size());
        for (std::size_t i = 0; i < drawn.rounds[round].size(); ++i) {
          const auto& tile = draw.rounds[round][i];
          const auto& tile_then = in_first.rounds[round][i];
          BOOST_TEST(tile.face == drawn.rounds[round][i].face);
          BOOST_TEST(game.entrants[static_cast<std::size_t>(tile.seat)] ==
                     first.entrants[static_cast<std::size_t>(tile_then.seat)]);
          // The seats follow the turn order of the first game.
          BOOST_TEST((tile_then.seat + drawn.first) % players == drawn.rounds[round][i].seat);
        }
      }
    }
    BOOST_TEST(first_draw_of(shipped("hasbro"), 1, GameNumber{1}, players).rounds.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_result_counts_for_whom_it_is_though_the_seats_are_drawn) {
  const Ruleset by_draw = changed("hasbro", [](RulesetFields& fields) { fields.first = FirstSeat::draw; });
  Schedule schedule({Kind::knock_out}, names_of_bots(8), 2, by_draw, 3);
  for (GameNumber id{1}; id <= schedule.known(); ++id) {
    const ScheduledGame game = schedule.game(id);
    const int first = game.entrants[0], second = game.entrants[1];
    schedule.tell(result_of_two(game, first - second));  // The later in the plan, the stronger.
  }
  const auto places = schedule.places();
  BOOST_TEST(places.front().name == "7");
  BOOST_TEST(places.front().words == "wins the knock-out");
}

// The bot that begins wins every game, play-offs too, so that spreads decide.
BOOST_AUTO_TEST_CASE(a_spread_counts_for_whom_it_is_in_both_games_of_a_pair) {
  for (const int stronger : {0, 1}) {
    Schedule schedule = schedule_for({Kind::knock_out}, 2, 2);
    for (GameNumber id{1}; id <= schedule.known(); ++id) {
      const ScheduledGame game = schedule.game(id);
      schedule.tell(result_of_two(game, game.entrants[0] == stronger ? 50 : 5));
    }
    BOOST_TEST(schedule.is_complete());
    BOOST_TEST(schedule.places().front().name == std::to_string(stronger));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
