#include "cli/terminal/screen_line.h"

#include <boost/test/unit_test.hpp>

#include "base/text_columns.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(screen_line)

namespace {

BOOST_AUTO_TEST_CASE(a_line_is_cut_through_its_pieces) {
  for (std::size_t columns = 0; columns <= 14; ++columns) {
    ScreenLine line("greedy", Ink::strong);
    line.add("名前").add("abc", Ink::dim).cut_to(columns);
    BOOST_TEST(line.columns() <= columns);
    BOOST_TEST(line.columns() == columns_of(line.text()));
    BOOST_TEST((columns >= 13 || columns == 0 || line.text().ends_with("…")), line.text());
  }
  BOOST_TEST(ScreenLine("greedy").add("ab").cut_to(6).text() == "greed…");
  BOOST_TEST(ScreenLine("greedy").add("ab").cut_to(7).text() == "greedy…");
  BOOST_TEST(ScreenLine("greedy").cut_to(6).text() == "greedy");
}

BOOST_AUTO_TEST_CASE(pieces_keep_their_inks) {
  ScreenLine line("a", Ink::alarm);
  line.add(ScreenLine().add("B2", Ink::new_tile, 2)).add("").pad_to(5);
  BOOST_TEST(line.text() == "aB2  ");
  const std::vector<ScreenLine::Piece> pieces = {
      {"a", Ink::alarm, 0}, {"B2", Ink::new_tile, 2}, {"  ", Ink::plain, 0}};
  BOOST_TEST((line.pieces() == pieces));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
