#include "server/http/rate_limit.h"

#include <boost/test/unit_test.hpp>

namespace toptile {

using std::chrono::milliseconds;

BOOST_AUTO_TEST_SUITE(rate_limit)

BOOST_AUTO_TEST_CASE(a_bucket_is_emptied_and_filled_again) {
  RateLimit limit(2, 3);
  RateLimit::Moment now{};
  for (int i = 0; i < 3; ++i) BOOST_TEST(limit.take("a", now));
  BOOST_TEST(!limit.take("a", now));
  BOOST_TEST(limit.take("b", now));
  BOOST_TEST(!limit.take("a", now + milliseconds(499)));
  BOOST_TEST(limit.take("a", now + milliseconds(500)));
  BOOST_TEST(!limit.take("a", now + milliseconds(500)));
}

BOOST_AUTO_TEST_CASE(request_that_is_given_back_does_not_count) {
  RateLimit limit(1, 2);
  const RateLimit::Moment now{};
  for (int i = 0; i < 5; ++i) {
    BOOST_TEST(limit.take("a", now));
    limit.give_back("a");
  }
  limit.give_back("a");  // A bucket holds no more than a full one.
  limit.give_back("nobody");
  BOOST_TEST(limit.take("a", now));
  BOOST_TEST(limit.take("a", now));
  BOOST_TEST(!limit.take("a", now));
  limit.give_back("a");
  BOOST_TEST(limit.take("a", now));
}

BOOST_AUTO_TEST_CASE(a_rate_of_0_allows_everything) {
  RateLimit limit(0, 0);
  for (int i = 0; i < 100; ++i) BOOST_TEST(limit.take("a", {}));
  BOOST_TEST(limit.size() == 0U);
}

BOOST_AUTO_TEST_CASE(only_so_many_are_remembered) {
  RateLimit limit(1, 2);
  RateLimit::Moment now{};
  for (std::size_t i = 0; i < 3 * kMaxBuckets; ++i) BOOST_TEST_REQUIRE(limit.take(std::to_string(i), now));
  BOOST_TEST(limit.size() <= kMaxBuckets);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
