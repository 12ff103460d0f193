#include "base/words.h"

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <string>

namespace toptile {
BOOST_AUTO_TEST_SUITE(shell_text)

namespace {

// The words as a shell understands them, each in "<>".
std::string printed_by_shell(const std::string& words) {
  FILE* shell = ::popen(("printf '<%s>' " + words).c_str(), "r");
  BOOST_REQUIRE(shell != nullptr);
  std::string text;
  for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell)) text += static_cast<char>(c);
  BOOST_TEST(::pclose(shell) == 0);
  return text;
}

BOOST_AUTO_TEST_CASE(a_shell_reads_what_was_meant) {
  for (const std::string text :
       {"", "plain", "two words", "it's", "''", "$HOME", "`id`", "a\\b", "!", "a\nb", "*", "~", "Ä"}) {
    BOOST_TEST(printed_by_shell(in_quotes(text)) == "<" + text + ">");
    BOOST_TEST(printed_by_shell(shell_word(text)) == "<" + text + ">");
  }
}

BOOST_AUTO_TEST_CASE(quotes_stand_where_they_are_needed) {
  BOOST_TEST(shell_word("runs/a-b_1.html") == "runs/a-b_1.html");
  BOOST_TEST(shell_word("--bot=third=random") == "--bot=third=random");
  BOOST_TEST(shell_word("two words") == "'two words'");
  BOOST_TEST(shell_word("") == "''");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
