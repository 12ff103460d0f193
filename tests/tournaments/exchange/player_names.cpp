#include "tournaments/exchange/player_names.h"

#include <boost/test/unit_test.hpp>
#include <set>

namespace toptile {
BOOST_AUTO_TEST_SUITE(player_names)

namespace {

using Sources = std::vector<std::vector<BotEntry>>;

BotEntry bot(const std::string& name, const std::string& sha256, const std::string& folder = "/bots/") {
  BotEntry entry{.name = name, .command = {folder + "run", "--deep"}, .directory = folder, .options = {}};
  entry.homes = {{folder.substr(0, folder.size() - 1), false}};
  entry.sha256 = sha256;
  entry.sha256.resize(64, '0');
  return entry;
}

BotEntry person(const std::string& name) {
  return {.name = name, .command = {}, .directory = {}, .options = {}};
}

std::string names_of(const Sources& sources) {
  const PlayerNames names(sources);
  std::string text;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    for (const std::string& name : names.of(i)) text += name + ", ";
    text += "| ";
  }
  return text;
}

BOOST_AUTO_TEST_CASE(a_bot_is_the_same_wherever_its_folder_lies) {
  const Sources sources = {{bot("a", "12"), bot("b", "34")}, {}, {bot("a", "12", "/home/me/other/")}};
  BOOST_TEST(names_of(sources) == "a, b, | | a, | ");
  BOOST_TEST(PlayerNames(sources).shared().empty());
  BOOST_TEST(PlayerNames(sources).to_json().empty());
  BOOST_TEST(PlayerNames(sources).notes(std::vector<std::string>{"x", "y", "z"}).empty());
  BOOST_TEST(!PlayerNames(sources).find_choice("a").has_value());
}

BOOST_AUTO_TEST_CASE(a_program_is_the_same_by_any_path_to_it) {
  BotEntry one = bot("a", "12"), other = bot("a", "12"), third = bot("a", "12");
  one.command = {"/usr/bin/python3", "/bots/bot.py"};
  other.command = {"/usr/local/bin/python3", "/home/bots/bot.py"};
  other.directory = "/elsewhere";
  other.homes = {{"/home/bots", false}};
  BOOST_TEST(names_of({{one}, {other}}) == "a, | a, | ");
  one.homes = {{"/bots/bot.py", true}};
  other.homes = {{"/home/bots/bot.py", true}};
  BOOST_TEST(names_of({{one}, {other}}) == "a, | a, | ");
  third.command = {"/usr/bin/pypy3", "/bots/bot.py"};
  third.homes = one.homes;
  BOOST_TEST((identity_of(one) == identity_of(other)));
  BOOST_TEST((identity_of(one) != identity_of(third)));
}

BOOST_AUTO_TEST_CASE(two_builds_have_the_beginnings_of_their_hashes) {
  const Sources sources = {{bot("a", "1a2b3c4d5e"), bot("b", "34")},
                           {bot("a", "99887766554")},
                           {bot("a", "1a2b3c4d5e"), bot("b", "34")}};
  BOOST_TEST(names_of(sources) == "a (1a2b3c4d), b, | a (99887766), | a (1a2b3c4d), b, | ");
  const PlayerNames names(sources);
  const auto notes = names.notes(std::vector<std::string>{"x", "y", "z"});
  BOOST_TEST_REQUIRE(notes.size() == 1U);
  BOOST_TEST(notes[0] ==
             "2 players are called a, and they differ in their files: a (1a2b3c4d) in x and z; "
             "a (99887766) in y.");
  BOOST_TEST(names.find_choice("a").value() ==
             "is 2 players here, a (1a2b3c4d) and a (99887766); name one of them");
  BOOST_TEST(!names.find_choice("b").has_value());
  const Json json = names.to_json();
  BOOST_TEST(json.size() == 1U);
  BOOST_TEST(json[0]["name"] == "a");
  BOOST_TEST(json[0]["players"][0]["sources"] == Json({0, 2}));
  BOOST_TEST(json[0]["players"][1]["sha256"].get<std::string>().starts_with("99887766554000"));
}

BOOST_AUTO_TEST_CASE(hashes_that_begin_alike_are_shown_as_far_as_they_differ) {
  std::string one(64, 'a'), other = one;
  other[62] = 'b';
  BOOST_TEST(names_of({{bot("a", one)}, {bot("a", other)}}) ==
             "a (" + one.substr(0, 63) + "), | a (" + other.substr(0, 63) + "), | ");
}

BOOST_AUTO_TEST_CASE(bots_of_the_same_files_differ_in_arguments_options_or_what_they_read) {
  BotEntry deep = bot("a", "12"), calm = bot("a", "12"), reader = bot("a", "12"), other = bot("a", "34");
  deep.command.push_back("--deeper");
  calm.options = {{"Style", "calm"}};
  reader.readable = {"/opt/models"};
  const Sources sources = {{bot("a", "12")}, {deep}, {calm}, {reader}, {other}};
  const PlayerNames names(sources);
  std::set<std::string> all;
  for (std::size_t i = 0; i < sources.size(); ++i) all.insert(names.of(i)[0]);
  BOOST_TEST(all.size() == sources.size());
  BOOST_TEST(names.of(4)[0] == "a (34000000)");
  BOOST_TEST(!all.contains("a (12000000)"));
  const std::string note = names.notes(std::vector<std::string>{"v", "w", "x", "y", "z"})[0];
  BOOST_TEST(
      note.starts_with("5 players are called a, and they differ in their files, their commands, their "
                       "options and what they may read: a ("));
  BOOST_TEST(note.ends_with(" in y; and 1 more."), note);
}

BOOST_AUTO_TEST_CASE(a_hash_that_somebody_made_up_joins_no_two_bots) {
  BotEntry plain = bot("a", "12"), deep = bot("a", "12");
  deep.options = {{"Depth", "9"}};
  const BotEntry liar = bot("a", identity_of(deep).sha256());
  const PlayerNames names(Sources{{plain}, {deep}, {liar}});
  BOOST_TEST(names.of(0)[0] != names.of(1)[0]);
  BOOST_TEST(names.of(0)[0] != names.of(2)[0]);
  BOOST_TEST(names.of(1)[0] != names.of(2)[0]);
}

BOOST_AUTO_TEST_CASE(a_person_is_no_bot_whatever_they_are_called) {
  const Sources sources = {{bot("a", "12"), person("ann")},
                           {bot("a", "34"), person("a (12000000)"), person("ann")},
                           {person("a"), person("a (person)")}};
  BOOST_TEST(
      names_of(sources) ==
      "a (12000000), ann, | a (34000000), a (12000000) (person), ann, | a (person), a (person) (person), | ");
  BOOST_TEST(PlayerNames(sources).notes(std::vector<std::string>{"x", "y", "z"})[0] ==
             "3 players are called a, and one is a person: a (12000000) in x; a (34000000) in y; "
             "a (person) in z.");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
