#include "base/text_columns.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(text_columns)

namespace {

BOOST_AUTO_TEST_CASE(columns_are_what_a_terminal_takes) {
  BOOST_TEST(columns_of("") == 0U);
  BOOST_TEST(columns_of("greedy") == 6U);
  BOOST_TEST(columns_of("Größe") == 5U);
  BOOST_TEST(columns_of("名前") == 4U);
  BOOST_TEST(columns_of("e\u0301te\u0301") == 3U);
  BOOST_TEST(columns_of("한글") == 4U);
  BOOST_TEST(columns_of("🙂") == 2U);
  BOOST_TEST(columns_of("±·–…█") == 5U);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_cut_with_a_sign_of_it) {
  BOOST_TEST(cut_to_columns("greedy", 6) == "greedy");
  BOOST_TEST(cut_to_columns("greedy", 5) == "gree…");
  BOOST_TEST(cut_to_columns("greedy", 1) == "…");
  BOOST_TEST(cut_to_columns("greedy", 0) == "");
  BOOST_TEST(cut_to_columns("名前名前", 6) == "名前…");
  BOOST_TEST(cut_to_columns("名前名前", 4) == "名…");
}

BOOST_AUTO_TEST_CASE(blanks_fill_columns_and_not_bytes) {
  BOOST_TEST(padded_behind("名", 4) == "名  ");
  BOOST_TEST(padded_before("ö", 3) == "  ö");
  BOOST_TEST(padded_before("long", 2) == "long");
}

BOOST_AUTO_TEST_CASE(texts_are_parted_between_words_alone) {
  BOOST_TEST(wrapped("one two three", 7) == "one two\nthree");
  BOOST_TEST(wrapped("one two three", 6) == "one\ntwo\nthree");
  BOOST_TEST(wrapped("größe größe", 11) == "größe größe");
  BOOST_TEST(wrapped("longer than that", 3) == "longer\nthan\nthat");
  BOOST_TEST(wrapped("  blanks \n of  all\tkinds ", 80) == "blanks of all kinds");
  BOOST_TEST(wrapped("", 80) == "");
  BOOST_TEST(lines_of("", 80).empty());
}

BOOST_AUTO_TEST_CASE(lines_keep_their_margin_and_long_words_are_broken) {
  using Lines = std::vector<std::string>;
  BOOST_TEST((lines_with_margin("", 10) == Lines{""}));
  BOOST_TEST((lines_with_margin("  a  b", 10) == Lines{"  a  b"}));
  BOOST_TEST((lines_with_margin("  one two three", 10) == Lines{"  one two", "    three"}));
  BOOST_TEST((lines_with_margin("one two", 3) == Lines{"one", " tw", " o"}));
  BOOST_TEST((lines_with_margin(" abcdefghij k", 6) == Lines{" abcde", "   fgh", "   ij", "   k"}));
  BOOST_TEST((lines_with_margin("名前名", 4) == Lines{"名前", "  名"}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
