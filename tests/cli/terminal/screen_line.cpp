#include "cli/terminal/screen_line.h"

#include <boost/test/unit_test.hpp>

#include "protocol/text_columns.h"

namespace toptile {
namespace {

BOOST_AUTO_TEST_SUITE(screen_line)

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

BOOST_AUTO_TEST_CASE(without_a_palette_there_is_nothing_but_text) {
  const ScreenLine line = ScreenLine("a", Ink::alarm).add("B2", Ink::new_tile, 2).add("c", Ink::present);
  BOOST_TEST(line.painted(Palette::none) == "aB2c");
  BOOST_TEST(line.text() == "aB2c");
}

BOOST_AUTO_TEST_CASE(each_height_has_a_colour_and_each_ink_ends) {
  for (const Palette palette : {Palette::sixteen, Palette::many}) {
    std::string before;
    for (int height = 1; height <= 7; ++height) {
      const std::string painted = ScreenLine().add("A", Ink::tile, height).painted(palette);
      BOOST_TEST(painted != before);
      BOOST_TEST(painted.ends_with("\x1b[0m"));
      before = painted;
    }
    BOOST_TEST(ScreenLine().add("A", Ink::tile, 9).painted(palette) == before);
    BOOST_TEST(ScreenLine().add("A", Ink::new_tile, 1).painted(palette) !=
               ScreenLine().add("A", Ink::tile, 1).painted(palette));
  }
  BOOST_TEST(ScreenLine().add("A", Ink::tile, 2).painted(Palette::sixteen).find("38;5") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(terminals_have_the_colours_that_their_names_say) {
  BOOST_TEST((palette_of("xterm-256color", nullptr) == Palette::many));
  BOOST_TEST((palette_of("tmux-256color", "") == Palette::many));
  BOOST_TEST((palette_of("xterm", "truecolor") == Palette::many));
  BOOST_TEST((palette_of("xterm-direct", nullptr) == Palette::many));
  BOOST_TEST((palette_of("xterm", nullptr) == Palette::sixteen));
  BOOST_TEST((palette_of("linux", nullptr) == Palette::sixteen));
  BOOST_TEST((palette_of("vt100", nullptr) == Palette::none));
  BOOST_TEST((palette_of("xterm-mono", "truecolor") == Palette::none));
  BOOST_TEST((palette_of(nullptr, nullptr) == Palette::none));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
