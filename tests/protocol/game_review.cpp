#include "protocol/game_review.h"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

namespace toptile {
namespace {

GameReview some_review() {
  ReviewedTurn turn;
  turn.turn = 3;
  turn.seat = Seat{1};
  turn.best = {{"8d.WORD", 14, {0.53441, 0.01249}, {4.204, 1.1}}, {"pass", 0, {0.1, 0}, {-0.001, 0}}};
  turn.played = {"pass", 0, {0.1, 0}, {-20, 0.5}};
  turn.loss_of_chance = {0.43441, 0.02};
  turn.loss_of_spread = {24.2, 1.2};
  turn.grade = Grade::blunder;
  turn.luck = ReviewEstimate{-3.14159, 0.6};
  ReviewedTurn last;
  last.turn = 5;
  last.best = {{"8e.OR", 4, {1, 0}, {7, 0}}};
  last.played = last.best[0];
  last.is_exact = true;
  return {GameNumber{17}, "0123456789abcdef", 2000, {turn, last}};
}

constexpr std::string_view kLine =
    R"({"review":1,"game":17,"record":"0123456789abcdef","nodes":2000,"turns":[)"
    R"({"turn":3,"seat":1,"chance":[0.5344,0.0125],"spread":[4.2,1.1],"best":[)"
    R"({"move":"8d.WORD","points":14,"chance":[0.5344,0.0125],"spread":[4.2,1.1]},)"
    R"({"move":"pass","points":0,"chance":[0.1,0.0],"spread":[0.0,0.0]}],)"
    R"("played":{"move":"pass","points":0,"chance":[0.1,0.0],"spread":[-20.0,0.5]},)"
    R"("loss":{"chance":[0.4344,0.02],"spread":[24.2,1.2]},"grade":"blunder","luck":[-3.14,0.6]},)"
    R"({"turn":5,"seat":0,"chance":[1.0,0.0],"spread":[7.0,0.0],"best":[)"
    R"({"move":"8e.OR","points":4,"chance":[1.0,0.0],"spread":[7.0,0.0]}],)"
    R"("played":{"move":"8e.OR","points":4,"chance":[1.0,0.0],"spread":[7.0,0.0]},)"
    R"("loss":{"chance":[0.0,0.0],"spread":[0.0,0.0]},"grade":"best","luck":null,"exact":true}]})";

BOOST_AUTO_TEST_SUITE(game_review)

BOOST_AUTO_TEST_CASE(a_line_says_what_was_found_with_few_digits) {
  BOOST_TEST(format_review(some_review()) == kLine);
}

BOOST_AUTO_TEST_CASE(a_line_that_was_read_is_written_again) {
  const auto read = parse_review(kLine);
  BOOST_REQUIRE_MESSAGE(read, (read ? "" : read.error().message));
  BOOST_TEST(format_review(read.value()) == kLine);
  BOOST_TEST((read.value().game == GameNumber{17}));
  BOOST_TEST((read.value().turns[0].grade == Grade::blunder));
  BOOST_TEST(!read.value().turns[1].luck.has_value());
  BOOST_TEST(read.value().turns[1].is_exact);
}

BOOST_AUTO_TEST_CASE(the_mark_is_the_beginning_of_the_hash) {
  BOOST_TEST(mark_of("") == "e3b0c44298fc1c14");
}

BOOST_AUTO_TEST_CASE(every_cut_and_every_swapped_byte_is_a_review_or_an_error) {
  for (std::size_t length = 0; length < kLine.size(); ++length)
    BOOST_TEST(!parse_review(kLine.substr(0, length)));
  for (std::size_t i = 0; i < kLine.size(); ++i) {
    for (const char byte : {'"', '9', '-', '[', '\xff', 'e'}) {
      std::string line(kLine);
      line[i] = byte;
      if (const auto read = parse_review(line)) BOOST_REQUIRE(parse_review(format_review(read.value())));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
