#include "cli/play/layout.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(layout)

namespace {

BOOST_AUTO_TEST_CASE(a_usual_terminal_has_large_squares_for_a_board_of_ten) {
  const auto layout = layout_for({24, 80}, 10);
  BOOST_REQUIRE(layout);
  BOOST_TEST(layout->cell.rows == 2);
  BOOST_TEST(layout->cell.columns == 4);
  BOOST_TEST(layout->keys_row == 23);
  BOOST_TEST(layout->panel_columns == 35);
}

BOOST_AUTO_TEST_CASE(a_large_terminal_has_larger_squares) {
  const auto layout = layout_for({45, 140}, 10);
  BOOST_REQUIRE(layout);
  BOOST_TEST(layout->cell.rows == 3);
  BOOST_TEST(layout->cell.columns == 6);
  BOOST_TEST(layout_for({34, 90}, 10)->cell.rows == 3);
  BOOST_TEST(layout_for({33, 90}, 10)->cell.rows == 2);
}

BOOST_AUTO_TEST_CASE(the_largest_board_fits_too) {
  BOOST_TEST(layout_for({24, 80}, 16).has_value());
}

BOOST_AUTO_TEST_CASE(below_the_least_screen_there_is_none_and_from_it_on_everything_is_on_it) {
  for (int size = 2; size <= 16; ++size) {
    const ScreenSize least = least_screen(size);
    BOOST_TEST(!layout_for({least.rows - 1, 300}, size));
    BOOST_TEST(!layout_for({300, least.columns - 1}, size));
    for (int rows = least.rows; rows < least.rows + 30; ++rows) {
      for (int columns = least.columns; columns < least.columns + 60; ++columns) {
        const auto layout = layout_for({rows, columns}, size);
        BOOST_REQUIRE(layout);
        const Square last{static_cast<std::int8_t>(size - 1), static_cast<std::int8_t>(size - 1)};
        BOOST_REQUIRE(layout->row_of(last) + layout->cell.rows <= layout->rack_row);
        BOOST_REQUIRE(layout->column_of(last) + layout->cell.columns < layout->panel_column);
        BOOST_REQUIRE(layout->panel_column + layout->panel_columns == columns);
        BOOST_REQUIRE(layout->panel_rows <= layout->rack_row);
        BOOST_REQUIRE(layout->keys_row < rows);
      }
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
