#include "league/work/matchmaker.h"

#include <boost/test/unit_test.hpp>
#include <vector>

#include "tests/league/scripted_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(matchmaker)

// Two of eight blocks are for the version that has waited longest, and those who came later wait behind it.
BOOST_AUTO_TEST_CASE(newcomers_wait_behind_the_version_that_has_waited_longest) {
  ScriptedLeague<> league;
  std::vector<BotVersion> bots;
  const auto enter = [&](const std::string& name) {
    ++league.now;
    bots.push_back(league.entered(name, "files of " + name));
  };
  for (const char* name : {"waiting", "first", "second", "third"}) enter(name);
  const auto play = [&](std::size_t one, std::size_t other, int sets) {
    for (int i = 0; i < sets; ++i) {
      ++league.now;
      league.played(bots[one], bots[other], {Ended{210, 200, false, false}, Ended{190, 200, false, false}});
    }
  };
  for (std::size_t other = 1; other < 4; ++other) play(0, other, 5);
  for (int round = 0; round < 6; ++round)
    for (const auto& [one, other] : {std::pair(1, 2), std::pair(2, 3), std::pair(3, 1)}) play(one, other, 1);
  for (int i = 0; i < 40; ++i) enter("new" + std::to_string(i));
  ProcessStore store(
      [&]() -> Result<LeagueStore> {
        LeagueStore opened = league.home.open();
        opened.use_clock([&] { return league.now; });
        return opened;
      },
      {"worker"});
  Matchmaker matchmaker(store, std::nullopt);
  bool plays = false;
  for (int block = 0; block < 8; ++block) {
    const auto chosen = matchmaker.next(1);
    BOOST_REQUIRE_MESSAGE(chosen, message(chosen));
    for (const ChosenSets& sets : chosen.value()) plays = plays || sets.one == bots[0].id;
  }
  BOOST_TEST(plays);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
