#include "league/choice/game_choice.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/league/choice/leagues.h"

BOOST_AUTO_TEST_SUITE(game_choice)

namespace {

using namespace toptile;
using namespace toptile::simulated;

// A league, and what happens to it before each block.
struct Hostile {
  std::string name;
  std::function<void(PlayedLeague&)> begin;
  std::function<void(PlayedLeague&)> before_block = [](PlayedLeague&) {};
  int blocks = 600;
  int at_once = 1;  // Blocks that are chosen without results in between.
};

void add_equals(PlayedLeague& league, int count) {
  for (int i = 0; i < count; ++i) league.add(0);
}

std::vector<Hostile> hostile_leagues() {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  return {
      {"equals", [](PlayedLeague& league) { add_equals(league, 12); }},
      {"equals, many workers", [](PlayedLeague& league) { add_equals(league, 12); }, [](PlayedLeague&) {},
       600, 24},
      {"one is hopeless",
       [](PlayedLeague& league) {
         add_equals(league, 11);
         league.add(-4000);
       }},
      {"one is unbeaten",
       [](PlayedLeague& league) {
         add_equals(league, 11);
         league.add(4000);
       }},
      {"all are far apart",
       [](PlayedLeague& league) {
         for (int i = 0; i < 12; ++i) league.add(3000.0 * i);
       }},
      {"sets of a millisecond and of a second",
       [](PlayedLeague& league) {
         for (int i = 0; i < 12; ++i) league.add(10.0 * i, i % 2 ? 0.001 : 1);
       }},
      {"one is a thousand times as slow",
       [](PlayedLeague& league) {
         add_equals(league, 11);
         league.add(0, 1000);
       }},
      {"seconds are no numbers",
       [=](PlayedLeague& league) {
         for (const double seconds :
              {0.0, -1.0, nan, infinity, 1e300, 5e-324, 1.0, 1.7e308, 0.0, 1e-300, 1.0, 1.0})
           league.add(0, seconds);
       }},
      {"two", [](PlayedLeague& league) { add_equals(league, 2); }, [](PlayedLeague&) {}, 100},
      {"three", [](PlayedLeague& league) { add_equals(league, 3); }, [](PlayedLeague&) {}, 200},
      {"five",
       [](PlayedLeague& league) {
         for (int i = 0; i < 5; ++i) league.add(500.0 * i);
       }},
      {"newcomers without end", [](PlayedLeague& league) { add_equals(league, 10); },
       [](PlayedLeague& league) {
         if (league.situation.blocks % 3 == 0) league.add(0);
       },
       300},
      {"newcomers without end, and the old retire", [](PlayedLeague& league) { add_equals(league, 10); },
       [](PlayedLeague& league) {
         if (league.situation.blocks % 5 != 0) return;
         const int before = league.size() - 1;
         league.add(5.0 * before, 1, before);
         for (int i = 0; i < league.size() - 20; ++i) league.situation.contenders[i].is_active = false;
       }},
      {"islands",
       [](PlayedLeague& league) {
         add_equals(league, 16);
         for (int i = 0; i < 16; i += 4)
           for (int j = i; j < i + 4; ++j)
             for (int k = i; k < j; ++k) league.play(j, k, 20);
       }},
      {"all met one alone",
       [](PlayedLeague& league) {
         add_equals(league, 12);
         for (int i = 1; i < 12; ++i) league.play(0, i, 30);
       }},
      {"too many for a matrix",
       [](PlayedLeague& league) {
         league.terms.most_in_matrix = 10;
         for (int i = 0; i < 70; ++i) league.add(10.0 * i);
       },
       [](PlayedLeague&) {}, 1200},
  };
}

double newcomer_limit(const PlayedLeague& league) {
  return league.terms.placement_sets;
}

// The number of parts that have sets and active contenders.
int islands_of(const PlayedLeague& league) {
  ConnectedPlayers parts(league.size());
  for (const MetPair& pair : league.situation.met) parts.join(pair.one, pair.other);
  const std::vector<int> numbers = parts.numbers();
  std::set<int> found;
  for (int i = 0; i < league.size(); ++i)
    if (league.situation.contenders[i].is_active && league.sets_of(i) > 0) found.insert(numbers[i]);
  return static_cast<int>(found.size());
}

bool is_reason(const ChosenBlock& block, std::initializer_list<ChoiceReason> reasons) {
  return std::ranges::find(reasons, block.reason) != reasons.end();
}

// The situation of `league` with these terms, at a block of this number.
GameChoice choice_at(const PlayedLeague& league, std::int64_t block) {
  LeagueSituation situation = league.situation;
  situation.blocks = block;
  return GameChoice(league.terms, situation);
}

PlayedLeague established(int count, double step, std::uint64_t seed = 5) {
  PlayedLeague league(seed);
  for (int i = 0; i < count; ++i) league.add(step * i);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < i; ++j) league.play(i, j, 2 + (i + j) % 3);
  league.terms.placement_sets = 2;
  return league;
}

}  // namespace

BOOST_AUTO_TEST_CASE(everybody_plays_within_four_blocks_for_each_that_is_active) {
  for (const Hostile& hostile : hostile_leagues()) {
    PlayedLeague league;
    hostile.begin(league);
    // The bound for each contender is that of the moment when it last played, or came.
    std::vector<std::int64_t> bound;
    while (league.situation.blocks < hostile.blocks) {
      hostile.before_block(league);
      bound.resize(static_cast<std::size_t>(league.size()), kBlocksATurn * league.active());
      for (const ChosenBlock& block : league.play_blocks(hostile.at_once))
        bound[block.one] = bound[block.other] = kBlocksATurn * league.active();
      for (int i = 0; i < league.size(); ++i) {
        const Contender& contender = league.situation.contenders[i];
        BOOST_REQUIRE_MESSAGE(!contender.is_active || contender.waited < bound[i] + hostile.at_once,
                              hostile.name << ": " << i << " waits " << contender.waited << " blocks");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(newcomers_come_first_but_leave_three_blocks_of_eight) {
  for (const Hostile& hostile : hostile_leagues()) {
    if (hostile.at_once > 1) continue;
    PlayedLeague league;
    hostile.begin(league);
    std::vector<bool> is_placement;
    while (league.situation.blocks < hostile.blocks) {
      hostile.before_block(league);
      double fewest = newcomer_limit(league);
      int old = 0;
      for (int i = 0; i < league.size(); ++i) {
        if (!league.situation.contenders[i].is_active) continue;
        fewest = std::min(fewest, league.sets_of(i));
        old += league.sets_of(i) >= newcomer_limit(league);
      }
      const std::vector<double> sets = [&] {
        std::vector<double> all;
        for (int i = 0; i < league.size(); ++i) all.push_back(league.sets_of(i));
        return all;
      }();
      const ChosenBlock block = league.play_blocks(1).front();
      const bool places = is_reason(block, {ChoiceReason::placement, ChoiceReason::predecessor});
      if (places) BOOST_REQUIRE_MESSAGE(sets[block.one] == fewest, hostile.name);
      if (block.reason == ChoiceReason::gain && fewest < newcomer_limit(league)) {
        // This is the block of those who are no newcomers.
        BOOST_REQUIRE(sets[block.one] >= newcomer_limit(league) &&
                      sets[block.other] >= newcomer_limit(league));
      }
      if (old < 9) {  // The limits of their pairs may leave none.
        is_placement.clear();
        continue;
      }
      is_placement.push_back(places);
      if (is_placement.size() < kRoundOfBlocks) continue;
      const auto placed = std::count(is_placement.end() - kRoundOfBlocks, is_placement.end(), true);
      BOOST_REQUIRE_MESSAGE(placed <= kRoundOfBlocks - 3, hostile.name);
      if (fewest < newcomer_limit(league) && hostile.name == "newcomers without end")
        BOOST_REQUIRE_MESSAGE(placed >= kRoundOfBlocks - 4, hostile.name);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_round_connects_an_island) {
  for (const Hostile& hostile : hostile_leagues()) {
    if (hostile.at_once > 1) continue;
    PlayedLeague league;
    hostile.begin(league);
    int before = islands_of(league);
    while (league.situation.blocks < hostile.blocks) {
      for (int i = 0; i < kRoundOfBlocks; ++i) {
        hostile.before_block(league);
        league.play_blocks(1);
      }
      const int now = islands_of(league);
      BOOST_REQUIRE_MESSAGE(now <= std::max(1, before - 1),
                            hostile.name << ": " << before << ", then " << now);
      before = now;
    }
  }
}

BOOST_AUTO_TEST_CASE(parts_that_only_retired_contenders_could_connect_are_connected) {
  PlayedLeague league = established(9, 30);
  league.situation.met.erase(std::remove_if(league.situation.met.begin(), league.situation.met.end(),
                                            [](const MetPair& pair) {
                                              return pair.one != 8 && pair.other != 8 &&
                                                     (pair.one < 4) != (pair.other < 4);
                                            }),
                             league.situation.met.end());
  // The retired one connects them, so there is one island.
  league.situation.contenders[8].is_active = false;
  BOOST_TEST(static_cast<int>(choice_at(league, 1).next()->reason) !=
             static_cast<int>(ChoiceReason::islands));
  std::erase_if(league.situation.met, [](const MetPair& pair) { return pair.other == 8 || pair.one == 8; });
  const ChosenBlock block = *choice_at(league, 1).next();
  BOOST_TEST(static_cast<int>(block.reason) == static_cast<int>(ChoiceReason::islands));
  BOOST_TEST((block.one < 4) != (block.other < 4));
  // A set in play connects as well.
  league.situation.in_play = {{0, 5, 1}};
  BOOST_TEST(static_cast<int>(choice_at(league, 1).next()->reason) !=
             static_cast<int>(ChoiceReason::islands));
}

BOOST_AUTO_TEST_CASE(no_pair_is_played_out) {
  for (const Hostile& hostile : hostile_leagues()) {
    PlayedLeague league;
    hostile.begin(league);
    while (league.situation.blocks < hostile.blocks) {
      hostile.before_block(league);
      const PlayedLeague before = league;
      const std::vector<ChosenBlock> blocks = league.play_blocks(hostile.at_once);
      if (hostile.at_once > 1) continue;
      const ChosenBlock& block = blocks.front();
      if (block.reason == ChoiceReason::predecessor) continue;
      const double between = before.sets_between(block.one, block.other);
      const double share = std::min(1.0, std::max(league.terms.most_share, 2.0 / (before.active() - 1)));
      // Whoever was chosen first keeps its own limit; a pair that was chosen for its gain keeps both.
      BOOST_REQUIRE_MESSAGE(between <= share * before.sets_of(block.one) + 1e-9, hostile.name);
      if (block.reason == ChoiceReason::gain)
        BOOST_REQUIRE_MESSAGE(between <= share * before.sets_of(block.other) + 1e-9, hostile.name);
    }
    if (league.active() < 9) continue;
    // In the long run the bound holds from both sides.
    for (int i = 0; i < league.size(); ++i) {
      for (int j = 0; j < league.size(); ++j) {
        if (i == j || league.sets_of(i) < 20 || hostile.name == "all met one alone") continue;
        const double most = league.terms.most_share * league.sets_of(i) + league.terms.most_sets_a_block;
        const bool is_successor = league.situation.contenders[i].predecessor == j ||
                                  league.situation.contenders[j].predecessor == i;
        BOOST_REQUIRE_MESSAGE(is_successor || league.sets_between(i, j) <= most, hostile.name);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_pair_is_drawn_among_those_with_the_most_gain_for_their_time) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    PlayedLeague league = established(14, 40, seed);
    for (int i = 0; i < league.size(); ++i) league.situation.contenders[i].seconds_a_set = 0.5 + (i * 7) % 5;
    league.situation.contenders[3].is_active = false;
    const GameChoice before = choice_at(league, 0);
    std::map<std::pair<int, int>, double> gains;
    double best = 0;
    for (int i = 0; i < league.size(); ++i) {
      for (int j = 0; j < i; ++j) {
        if (i == 3 || j == 3) continue;
        const double seconds = (0.5 + (i * 7) % 5 + 0.5 + (j * 7) % 5) / 2;
        const bool is_allowed = league.sets_between(i, j) <= 0.25 * league.sets_of(i) &&
                                league.sets_between(i, j) <= 0.25 * league.sets_of(j);
        if (!is_allowed) continue;
        gains[{j, i}] = before.gains().gain(i, j) / seconds;
        best = std::max(best, gains[{j, i}]);
      }
    }
    for (const double near_best : {1.0, 0.7, 0.3}) {
      league.terms.near_best = near_best;
      std::set<std::pair<int, int>> drawn, good;
      for (const auto& [pair, gain] : gains)
        if (gain >= near_best * best) good.insert(pair);
      for (std::int64_t block = 0; block < 8000; block += kRoundOfBlocks) {
        const ChosenBlock chosen = *choice_at(league, block).next();
        BOOST_TEST(static_cast<int>(chosen.reason) == static_cast<int>(ChoiceReason::gain));
        drawn.insert(std::minmax(chosen.one, chosen.other));
        if (drawn == good) break;
      }
      BOOST_TEST((drawn == good), near_best);
      if (near_best == 1) BOOST_TEST(good.size() == 1);
      if (near_best < 0.5) BOOST_TEST(good.size() > 1);
    }
  }
}

// Whatever the sets of a block and the number of sets before it.
BOOST_AUTO_TEST_CASE(half_of_the_opponents_of_a_newcomer_are_drawn_from_all) {
  for (const double seconds : {0.2, 1.0, 5.0}) {
    PlayedLeague league = established(14, 150);
    const int newcomer = league.add(0);
    for (Contender& contender : league.situation.contenders) contender.seconds_a_set = seconds;
    league.terms.placement_sets = 20;
    int other = 0;
    for (; league.sets_of(newcomer) < 8; ++other) league.play(newcomer, other, 1);
    const GameChoice before = choice_at(league, 0);
    std::set<int> allowed, good;
    double best = 0;
    for (int i = 0; i < newcomer; ++i) {
      if (league.sets_between(newcomer, i) > 0.25 * league.sets_of(newcomer)) continue;
      allowed.insert(i);
      best = std::max(best, before.gains().gain(newcomer, i));
    }
    for (const int i : allowed)
      if (before.gains().gain(newcomer, i) >= 0.7 * best) good.insert(i);
    BOOST_TEST(good.size() < allowed.size());
    constexpr int kBlocks = 600;
    std::set<int> met;
    int others = 0;
    for (std::int64_t round = 0; round < kBlocks; ++round) {
      const ChosenBlock chosen = *choice_at(league, round * kRoundOfBlocks).next();
      BOOST_TEST(static_cast<int>(chosen.reason) == static_cast<int>(ChoiceReason::placement));
      BOOST_TEST(chosen.one == newcomer);
      met.insert(chosen.other);
      others += !good.contains(chosen.other);
    }
    BOOST_TEST((met == allowed));
    const double expected = kBlocks / 2.0 * static_cast<double>(allowed.size() - good.size()) /
                            static_cast<double>(allowed.size());
    BOOST_TEST(std::abs(others - expected) < 5 * std::sqrt(kBlocks) / 2, others << ", not " << expected);
  }
}

// The second and the sixth block of a round.
BOOST_AUTO_TEST_CASE(blocks_are_for_the_longest_waiting_unless_a_contender_is_little_known) {
  PlayedLeague league = established(14, 40);
  league.situation.contenders[6].waited = 1000;
  for (const std::int64_t block : {1, 5}) {
    const ChosenBlock turn = *choice_at(league, block).next();
    BOOST_TEST(static_cast<int>(turn.reason) == static_cast<int>(ChoiceReason::turn));
    BOOST_TEST(turn.one == 6);
  }
  // A contender that is little known beside all others, although it is not a newcomer.
  for (int i = 0; i < 13; ++i)
    for (int j = 0; j < i; ++j) league.play(i, j, 5);
  for (const std::int64_t block : {1, 5})
    BOOST_TEST(static_cast<int>(choice_at(league, block).next()->reason) ==
               static_cast<int>(ChoiceReason::gain));
}

BOOST_AUTO_TEST_CASE(the_predecessor_gets_its_share_of_the_first_sets) {
  for (const double share : {0.0, 0.25, 0.5}) {
    PlayedLeague league(11);
    for (int i = 0; i < 10; ++i) league.add(20.0 * i);
    for (int i = 0; i < 10; ++i)
      for (int j = 0; j < i; ++j) league.play(i, j, 3);
    league.situation.contenders[4].is_active = false;
    league.terms.placement_sets = 12;
    league.terms.predecessor_share = share;
    const int newcomer = league.add(100, 1, 4);
    while (league.sets_of(newcomer) < 12) {
      for (const ChosenBlock& block : league.play_blocks(1)) {
        const bool has_retired = block.one == 4 || block.other == 4;
        BOOST_TEST(has_retired == (block.reason == ChoiceReason::predecessor));
      }
    }
    BOOST_TEST(league.sets_between(newcomer, 4) == 12 * share);
    league.play_blocks(40);
    BOOST_TEST(league.sets_between(newcomer, 4) == 12 * share);
  }
}

BOOST_AUTO_TEST_CASE(neighbours_at_the_top_meet_most) {
  PlayedLeague league(3);
  const int count = 24, top = 6;
  for (int i = 0; i < count; ++i) league.add(-40.0 * i);
  for (int round = 0; round < 300; ++round) league.play_blocks(4);
  double within_top = 0, within_bottom = 0, near = 0, far = 0, all = 0;
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < i; ++j) {
      const double sets = league.sets_between(i, j);
      all += sets;
      if (i < top) within_top += sets;
      if (j >= count - top) within_bottom += sets;
      (i - j <= 4 ? near : far) += sets;
    }
  }
  // If all pairs met as often, either six would play 15 of 276 sets, and near ones 86 of 276.
  BOOST_TEST(within_top > 2.0 * all * 15 / 276);
  BOOST_TEST(within_top > 1.1 * within_bottom);
  BOOST_TEST(near > 1.6 * all * 86 / 276);
}

BOOST_AUTO_TEST_CASE(workers_that_choose_at_once_choose_different_pairs) {
  PlayedLeague league = established(20, 20);
  GameChoice choice = choice_at(league, 0);
  std::set<std::pair<int, int>> pairs;
  for (int worker = 0; worker < 16; ++worker) {
    const ChosenBlock block = *choice.next();
    pairs.insert(std::minmax(block.one, block.other));
  }
  BOOST_TEST(pairs.size() >= 8);
  // The same holds if each of them sees what is in play.
  pairs.clear();
  for (int worker = 0; worker < 16; ++worker) {
    const ChosenBlock block = *choice_at(league, worker).next();
    league.situation.in_play.push_back({block.one, block.other, static_cast<double>(block.sets)});
    pairs.insert(std::minmax(block.one, block.other));
  }
  BOOST_TEST(pairs.size() >= 8);
}

BOOST_AUTO_TEST_CASE(a_block_has_as_many_sets_as_fit_into_its_time) {
  for (const auto& [seconds, sets] : {std::pair(0.001, 4), std::pair(0.5, 4), std::pair(0.66, 3),
                                      std::pair(1.0, 2), std::pair(1.9, 1), std::pair(300.0, 1)}) {
    PlayedLeague league = established(12, 0);
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < i; ++j) league.play(i, j, 20);
    for (Contender& contender : league.situation.contenders) contender.seconds_a_set = seconds;
    BOOST_TEST(choice_at(league, 0).next()->sets == sets, seconds << " seconds");
    league.terms.most_sets_a_block = 1;
    BOOST_TEST(choice_at(league, 0).next()->sets == 1);
  }
}

BOOST_AUTO_TEST_CASE(the_same_situation_gives_the_same_choice) {
  PlayedLeague league;
  add_equals(league, 30);
  league.situation.seed = 4;
  GameChoice one = choice_at(league, 0), same = choice_at(league, 0);
  league.situation.seed = 5;
  GameChoice other = choice_at(league, 0);
  int differences = 0;
  for (int i = 0; i < 40; ++i) {
    const ChosenBlock a = *one.next(), b = *same.next(), c = *other.next();
    BOOST_TEST(a.one == b.one);
    BOOST_TEST(a.other == b.other);
    BOOST_TEST(a.sets == b.sets);
    differences += a.one != c.one || a.other != c.other;
  }
  BOOST_TEST(differences > 20);
}

BOOST_AUTO_TEST_CASE(fewer_than_two_active_contenders_have_no_meeting) {
  for (const int count : {0, 1, 2, 5}) {
    PlayedLeague league;
    add_equals(league, count);
    for (int i = 1; i < count; ++i) league.situation.contenders[i].is_active = false;
    BOOST_TEST(!choice_at(league, 0).next());
  }
}

BOOST_AUTO_TEST_CASE(a_thousand_are_chosen_from) {
  PlayedLeague league;
  for (int i = 0; i < 1000; ++i) league.add(i);
  GameChoice all_new = choice_at(league, 0);
  std::set<int> seen;
  for (int i = 0; i < 20; ++i) {
    const ChosenBlock block = *all_new.next();
    BOOST_TEST(block.one != block.other);
    seen.insert(block.one);
  }
  BOOST_TEST(seen.size() >= 15);
}

BOOST_AUTO_TEST_CASE(terms_that_cannot_hold_are_named) {
  BOOST_TEST(!terms_fault({}));
  const double nan = std::nan("");
  const std::vector<std::pair<std::function<void(ChoiceTerms&)>, std::string>> faults{
      {[](ChoiceTerms& terms) { terms.placement_sets = 0; }, "placement_sets is 0, but must be 1 or more"},
      {[](ChoiceTerms& terms) { terms.block_seconds = 0; }, "block_seconds is 0, but must be more than 0"},
      {[=](ChoiceTerms& terms) { terms.block_seconds = nan; },
       "block_seconds is nan, but must be more than 0"},
      {[](ChoiceTerms& terms) { terms.most_sets_a_block = 0; },
       "most_sets_a_block is 0, but must be 1 or more"},
      {[](ChoiceTerms& terms) { terms.most_share = 1.5; },
       "most_share is 1.5, but must be more than 0 and at most 1"},
      {[=](ChoiceTerms& terms) { terms.most_share = nan; },
       "most_share is nan, but must be more than 0 and at most 1"},
      {[](ChoiceTerms& terms) { terms.near_best = 0; },
       "near_best is 0, but must be more than 0 and at most 1"},
      {[](ChoiceTerms& terms) { terms.predecessor_share = -1; },
       "predecessor_share is -1, but must be 0 to 1"},
      {[](ChoiceTerms& terms) { terms.weights.top = -2; }, "top is -2, but must be 0 or more"},
      {[](ChoiceTerms& terms) { terms.weights.precision = 0; }, "precision is 0, but must be more than 0"},
      {[](ChoiceTerms& terms) { terms.most_in_matrix = -1; }, "most_in_matrix is -1, but must be 0 or more"}};
  for (const auto& [change, message] : faults) {
    ChoiceTerms terms;
    change(terms);
    const std::optional<Error> fault = terms_fault(terms);
    BOOST_REQUIRE_MESSAGE(fault, message);
    BOOST_TEST(fault->message == message);
  }
}

BOOST_AUTO_TEST_SUITE_END()
