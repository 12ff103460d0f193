#include "league/store/timestamp.h"

#include <boost/test/unit_test.hpp>

namespace toptile {

BOOST_AUTO_TEST_SUITE(timestamp)

BOOST_AUTO_TEST_CASE(moments_are_read_with_their_zones) {
  BOOST_TEST(parse_timestamp("1970-01-01T00:00:00Z").value() == 0);
  BOOST_TEST(parse_timestamp("2026-12-18T23:59:00+01:00").value() == 1797634740000);
  BOOST_TEST(parse_timestamp("2026-12-18T22:59Z").value() == 1797634740000);
  BOOST_TEST(parse_timestamp("2026-12-18T17:29:00-05:30").value() == 1797634740000);
  BOOST_TEST(parse_timestamp("2024-02-29T00:00:01Z").value() == 1709164801000);
}

BOOST_AUTO_TEST_CASE(what_is_no_moment_is_refused) {
  for (const char* text : {"",
                           "2026-12-18",
                           "2026-12-18T23:59:00",
                           "2026-12-18 23:59:00Z",
                           "2026-13-01T00:00:00Z",
                           "2026-02-29T00:00:00Z",
                           "2026-12-32T00:00:00Z",
                           "2026-00-10T00:00:00Z",
                           "2026-12-18T24:00:00Z",
                           "2026-12-18T23:60:00Z",
                           "2026-12-18T23:59:60Z",
                           "2026-12-18T23:59:00+1:00",
                           "2026-12-18T23:59:00Z ",
                           " 2026-12-18T23:59:00Z",
                           "1969-12-31T23:59:00Z",
                           "+026-12-18T23:59:00Z",
                           "2026-12-18T23:59:00.5Z",
                           "2026-12-18T-1:59:00Z",
                           "99999-01-01T00:00:00Z",
                           "2026-12-18T23:59:00+01:00Z"})
    BOOST_TEST(!parse_timestamp(text), text);
}

BOOST_AUTO_TEST_CASE(a_moment_that_is_written_is_read_again) {
  BOOST_TEST(utc_text(1797634740999) == "2026-12-18T22:59:00Z");
  BOOST_TEST(readable_utc(1797634740999) == "2026-12-18 22:59:00 UTC");
  for (std::int64_t at = 0; at < 8'000'000'000'000; at += 86'399'977'000)
    BOOST_TEST(parse_timestamp(utc_text(at)).value() == at);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
