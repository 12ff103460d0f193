#include "tournaments/exchange/side_results.h"

#include <boost/test/unit_test.hpp>

#include "tournaments/exchange/result_files.h"

namespace toptile {
namespace {

GameList list_of(const std::string& rows) {
  GameList list;
  BOOST_TEST_REQUIRE(parse_results("first,second,score,pair\n" + rows, 1 << 16, list).has_value());
  return list;
}

std::string said(const std::string& rows, const SidesWanted& wanted = {}) {
  const auto results = side_results(list_of(rows), wanted);
  if (!results) return results.error().message;
  const SideResults& counted = results.value();
  std::string text = counted.names[0] + "-" + counted.names[1] + ":";
  std::visit(
      [&](const auto& counts) {
        for (const auto count : counts.counts) text += " " + std::to_string(count);
      },
      counted.results);
  return text + (counted.left_out > 0 ? " without " + std::to_string(counted.left_out) : "");
}

BOOST_AUTO_TEST_SUITE(side_results)

BOOST_AUTO_TEST_CASE(games_that_share_chance_are_pairs_and_others_are_games) {
  BOOST_TEST(said("a,b,1,1\nb,a,0,1\na,b,0.5,2\nb,a,0,2\n") == "a-b: 0 0 0 1 1");
  BOOST_TEST(said("a,b,1,2\na,b,0,1\nb,a,1,1\nb,a,0.5,2\n") == "a-b: 1 0 0 1 0");
  BOOST_TEST(said("a,b,1,\nb,a,1,\na,b,0.5,\n") == "a-b: 1 1 1");
  BOOST_TEST(said("a,b,1,1\nb,a,0,1\na,b,1,2\nb,a,*,2\n") == "a-b: 0 0 0 0 1 without 2");
  BOOST_TEST(said("a,b,1,1\nb,a,0,1\na,b,1,2\n", {"", "", true}) == "a-b: 0 0 3");
}

BOOST_AUTO_TEST_CASE(either_side_may_be_meant) {
  const std::string rows = "a,b,1,1\nb,a,0,1\n";
  BOOST_TEST(said(rows, {"b", "", false}) == "b-a: 1 0 0 0 0");
  BOOST_TEST(said(rows, {"", "a", false}) == "b-a: 1 0 0 0 0");
  BOOST_TEST(said(rows + "a,c,0,2\nc,a,0,2\nb,c,1,3\n", {"c", "a", false}) == "c-a: 0 0 1 0 0");
}

BOOST_AUTO_TEST_CASE(what_is_not_of_two_is_told) {
  const std::string three = "a,b,1,1\nb,a,0,1\na,c,0,2\n";
  BOOST_TEST(said(three).starts_with("there are 3 players here"));
  BOOST_TEST(said(three, {"a", "", false}).starts_with("there are 3 players here"));
  BOOST_TEST(said(three, {"b", "c", false}) == "there is no game of b against c with a result");
  BOOST_TEST(said(three, {"a", "d", false}).starts_with("there is no player d here"));
  BOOST_TEST(said(three, {"a", "a", false}).starts_with("a does not play against itself"));
  BOOST_TEST(said("a,b,1,1\nb,a,0,1\na,b,1,1\n").starts_with("3 games of a against b share chance"));
  BOOST_TEST(said("a,b,1,1\nb,a,0,1\na,b,1,1\n", {"", "", true}) == "a-b: 0 0 3");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
