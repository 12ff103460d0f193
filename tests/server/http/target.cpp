#include "server/http/target.h"

#include <boost/test/unit_test.hpp>

namespace toptile {

BOOST_AUTO_TEST_SUITE(target)

BOOST_AUTO_TEST_CASE(a_target_is_its_parts_and_its_query) {
  const auto read = parse_target("/api/v1/pairs/a-v1/b%20c/?limit=5&bot=m%C3%BCll");
  BOOST_REQUIRE(read);
  const std::vector<std::string> parts = {"api", "v1", "pairs", "a-v1", "b c"};
  BOOST_TEST(read->parts == parts, boost::test_tools::per_element());
  BOOST_TEST(read->query.at("limit") == "5");
  BOOST_TEST(read->query.at("bot") == "müll");
  BOOST_TEST(parse_target("/")->parts.empty());
}

BOOST_AUTO_TEST_CASE(a_target_that_climbs_or_is_damaged_is_none) {
  for (const char* wrong :
       {"",      "api",  "http://here/", "/..",   "/a/../b",   "/%2e%2e/b", "/.",
        "/a//b", "/%2f", "/a%5cb",       "/a\\b", "/%00",      "/%0a",      "/%",
        "/%1",   "/%zz", "/%ff",         "/a#b",  "/?a=1&a=2", "/?=1",      "/1/2/3/4/5/6/7/8/9",
        "*"})
    BOOST_TEST(!parse_target(wrong), wrong);
  BOOST_TEST(!parse_target("/" + std::string(kMaxTargetLength, 'a')));
}

BOOST_AUTO_TEST_CASE(a_bearer_is_known_in_any_case) {
  BOOST_TEST(parse_bearer("Bearer tt_1").value() == "tt_1");
  BOOST_TEST(parse_bearer("bEARER tt_1").value() == "tt_1");
  for (const char* wrong : {"", "Bearer", "Bearer ", "Basic YTpi", "tt_1"})
    BOOST_TEST(!parse_bearer(wrong), wrong);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
