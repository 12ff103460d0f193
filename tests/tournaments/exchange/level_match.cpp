#include "tournaments/exchange/match_json.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(level_match)

namespace {

BotEntry bot(const std::string& name, const std::string& folder, const std::string& sha256 = "ab") {
  BotEntry entry;
  entry.name = name;
  entry.command = {"python3", folder + "/bot.py", "--depth", "3"};
  entry.directory = folder;
  entry.homes = {{folder, false}};
  entry.sha256 = sha256;
  return entry;
}

// Level pairs: one game is won and the other lost, with these spreads.
MatchTally level(int pairs, double one, double other) {
  MatchTally tally;
  for (int i = 0; i < pairs; ++i) {
    tally.results.add(1, 0);
    tally.spreads.add(one, other);
  }
  return tally;
}

BOOST_AUTO_TEST_CASE(the_same_files_with_the_same_words_are_the_same_program_wherever_they_lie) {
  const BotEntry one = bot("new", "/bots/new"), other = bot("old", "/bots/old");
  BOOST_TEST(are_same_program(one, other));
  const auto differs = [&](auto change) {
    BotEntry changed = other;
    change(changed);
    return !are_same_program(one, changed);
  };
  BOOST_TEST(differs([](BotEntry& entry) { entry.sha256 = "cd"; }));
  BOOST_TEST(differs([](BotEntry& entry) { entry.command[3] = "4"; }));
  BOOST_TEST(differs([](BotEntry& entry) { entry.command.emplace_back("--fast"); }));
  BOOST_TEST(differs([](BotEntry& entry) { entry.command[0] = "pypy3"; }));
  BOOST_TEST(differs([](BotEntry& entry) { entry.command[1] = "/bots/old/other.py"; }));
  BOOST_TEST(differs([](BotEntry& entry) { entry.command[1] = "/bots/older/bot.py"; }));
  BOOST_TEST(differs([](BotEntry& entry) { entry.options["depth"] = "3"; }));
  BOOST_TEST(!are_same_program(bot("a", "/a", ""), bot("b", "/a", "")));
}

BOOST_AUTO_TEST_CASE(files_by_themselves_are_the_same_whatever_they_are_called) {
  BotEntry one = bot("new", "/bots"), other = one;
  one.command[1] = "/bots/new.py", one.homes = {{"/bots/new.py", true}};
  other.command[1] = "old.py", other.homes = {{"/bots/old.py", true}};
  BOOST_TEST(are_same_program(one, other));
  other.homes.clear();
  BOOST_TEST(!are_same_program(one, other));
}

BOOST_AUTO_TEST_CASE(only_the_same_program_with_nothing_but_level_pairs_is_told_of) {
  const BotEntry one = bot("new", "/bots/new"), other = bot("old", "/bots/old");
  BOOST_TEST(
      level_note(level(3, 20, -20), one, other).value().starts_with("Every pair is level by construction"));
  // These pairs are level by chance, and not by construction.
  BOOST_TEST(level_note(level(3, 20, -10), one, other).value().find("by construction") == std::string::npos);
  BOOST_TEST(!level_note(level(3, 20, -20), one, bot("old", "/bots/old", "cd")));
  BOOST_TEST(!level_note(level(0, 0, 0), one, other));
  MatchTally tally = level(3, 20, -20);
  tally.results.add(1, 0.5);
  BOOST_TEST(!level_note(tally, one, other));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
