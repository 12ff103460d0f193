// The word lists of a check: short ones for every ruleset, in files that bots can read.
#include "conformance/tables.h"

#include <boost/test/unit_test.hpp>

#include "base/files.h"
#include "protocol/lexicon_file.h"
#include "protocol/ruleset_json.h"
#include "tests/folder.h"

namespace toptile::conformance {

BOOST_AUTO_TEST_SUITE(tables)

namespace {

// All words of three of the letters A to P and some of four, and three words with the other letters.
std::string many_words(const Ruleset& rules) {
  std::string text;
  for (char a = 'A'; a <= 'P'; ++a) {
    for (char b = 'A'; b <= 'P'; ++b) {
      for (char c = 'A'; c <= 'P'; ++c) text += {a, b, c, '\n', a, b, c, a, '\n'};
    }
  }
  return text + (rules.alphabet().size() > 26 ? "" : "QUAY\nRUST\nVWXYZ\n");
}

Tables make_tables(const Ruleset& rules, const std::string& text, const Folder& folder) {
  const auto built = build_lexicon("plenty", text, rules.alphabet(), rules.size);
  BOOST_REQUIRE(built);
  auto tables = Tables::make(rules, built.value().lexicon, folder.path(), folder.path());
  BOOST_REQUIRE(tables);
  return std::move(tables).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(there_is_one_for_every_shipped_ruleset_and_the_chosen_one_comes_first) {
  const Folder folder;
  const Ruleset rules = shipped_ruleset("classic").value();
  const Tables tables = make_tables(rules, many_words(rules), folder);
  BOOST_TEST(tables.brief().rules.name == "classic");
  std::vector<std::string> names;
  for (const Table& table : tables.all_brief()) names.push_back(table.rules.name);
  std::ranges::sort(names);
  BOOST_TEST(names == shipped_ruleset_names(), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(short_lists_are_short_and_use_every_tile) {
  const Folder folder;
  const Ruleset rules = shipped_ruleset("hasbro").value();
  const Tables tables = make_tables(rules, many_words(rules), folder);
  BOOST_TEST(tables.whole().lexicon.words() > 8'000);
  for (const Table& table : tables.all_brief()) {
    BOOST_TEST_CONTEXT(table.rules.name) {
      BOOST_TEST(table.lexicon.words() <= 4'000);
      FaceSet used = 0;
      table.lexicon.for_each_word([&](const Word& word) {
        for (const Face face : word) used |= set_of(face);
      });
      // A short list that leaves out the words with rare letters is replaced by made-up words.
      BOOST_TEST(used == table.rules.alphabet().all());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_bot_finds_the_list_and_the_graph_under_the_path_that_it_is_told) {
  const Folder folder;
  const Ruleset rules = shipped_ruleset("hasbro").value();
  const Tables tables = make_tables(rules, "on\nno\nnot\n", folder);
  const Table& table = tables.whole();
  const std::string path = folder / "whole.txt";
  BOOST_TEST(table.setup.ends_with(" path " + path + "\n"));
  BOOST_TEST(read_file(path).value() == "NO\nNOT\nON\n");
  BOOST_TEST((map_lexicon(folder / "whole.lexicon").value().sha256() == table.lexicon.sha256()));
}

BOOST_AUTO_TEST_CASE(made_up_words_are_the_same_each_time) {
  const Ruleset rules = shipped_ruleset("german").value();
  BOOST_TEST(made_up_words(rules, 50) == made_up_words(rules, 50));
  BOOST_TEST(std::ranges::count(made_up_words(rules, 50), '\n') == 50);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile::conformance
