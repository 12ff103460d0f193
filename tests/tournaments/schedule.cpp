#include "tournaments/schedule.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "engine/game.h"
#include "engine/random.h"
#include "tests/engine/scenario.h"

namespace toptile {
namespace {

BOOST_AUTO_TEST_SUITE(schedule)

BOOST_AUTO_TEST_CASE(everyone_meets_everyone_equally_often_on_both_seats) {
  for (int entrants = 2; entrants <= 17; ++entrants) {
    for (int games : {2, 6}) {
      const RoundRobin schedule(entrants, games, shipped("hasbro"), 9);
      BOOST_TEST(schedule.games() == static_cast<std::uint64_t>(entrants * (entrants - 1) / 2 * games));
      std::map<std::pair<int, int>, int> met;
      for (std::uint64_t id = 1; id <= schedule.games(); ++id) {
        const Pairing pairing = schedule.pairing(id);
        BOOST_TEST(pairing.id == id);
        BOOST_TEST(pairing.entrants[0] != pairing.entrants[1]);
        ++met[{pairing.entrants[0], pairing.entrants[1]}];
      }
      BOOST_TEST(met.size() == static_cast<std::size_t>(entrants * (entrants - 1)));
      for (const auto& [seats, count] : met) BOOST_TEST(count == games / 2);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_games_of_a_pair_follow_each_other_with_swapped_seats_in_two_lanes) {
  const RoundRobin schedule(5, 4, shipped("hasbro"), 9);
  for (std::uint64_t id = 1; id <= schedule.games(); id += 2) {
    const Pairing first = schedule.pairing(id), second = schedule.pairing(id + 1);
    BOOST_TEST(first.pair == (id + 1) / 2);
    BOOST_TEST(first.pair == second.pair);
    BOOST_TEST(first.entrants[0] == second.entrants[1]);
    BOOST_TEST(first.entrants[1] == second.entrants[0]);
    BOOST_TEST(first.lane() == 0);
    BOOST_TEST(second.lane() == 1);
  }
}

BOOST_AUTO_TEST_CASE(in_any_beginning_of_a_round_robin_bots_have_played_nearly_as_often) {
  const RoundRobin schedule(8, 2, shipped("hasbro"), 9);
  std::map<int, int> played;
  for (std::uint64_t id = 1; id <= schedule.games(); ++id) {
    for (int entrant : schedule.pairing(id).entrants) ++played[entrant];
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
  const RoundRobin drawn(5, 40, by_draw, 9), plain(5, 40, shipped("hasbro"), 9);
  int swapped = 0;
  for (std::uint64_t id = 1; id <= drawn.games(); id += 2) {
    const Pairing first = drawn.pairing(id), second = drawn.pairing(id + 1);
    const int seat = draw_first_seat(by_draw, game_seed(9, first.pair), 2);
    BOOST_TEST(first.entrants[0] == plain.pairing(id).entrants[static_cast<std::size_t>(seat)]);
    BOOST_TEST(first.entrants[0] == second.entrants[1]);
    BOOST_TEST(first.entrants[1] == second.entrants[0]);
    swapped += seat;
  }
  BOOST_TEST(swapped > 60);  // Of 200.
  BOOST_TEST(swapped < 140);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
