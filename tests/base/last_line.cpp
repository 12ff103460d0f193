#include "base/words.h"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(last_line)

namespace {

using namespace toptile;

BOOST_AUTO_TEST_CASE(it_is_the_last_that_is_not_empty) {
  BOOST_TEST(last_line_of("") == "");
  BOOST_TEST(last_line_of("\n\r\n") == "");
  BOOST_TEST(last_line_of("one") == "one");
  BOOST_TEST(last_line_of("one\ntwo\r\n\n") == "two");
  BOOST_TEST(last_line_of("\none") == "one");
  BOOST_TEST(last_line_of("one\n\x1b[31m") == "\\x1b[31m");
  BOOST_TEST(last_line_of("one\n" + std::string(200, 'x'), 10).size() < 20U);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()
