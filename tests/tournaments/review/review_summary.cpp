#include "tournaments/review/review_summary.h"

#include <boost/test/unit_test.hpp>
#include <cmath>

namespace toptile {
namespace {

// A turn that loses so much.
ReviewedTurn turn_of(int number, int seat, double loss, Grade grade, double luck = 0) {
  ReviewedTurn turn;
  turn.turn = number;
  turn.seat = Seat{seat};
  turn.best = {{"8d.WORD", 14, {0.5, 0}, {0, 0}}};
  turn.played = {"pass", 0, {0.5 - loss, 0}, {-20 * loss, 0}};
  turn.loss_of_chance = {loss, 0.001};
  turn.loss_of_spread = {20 * loss, 0.1};
  turn.grade = grade;
  turn.luck = ReviewEstimate{luck, 0.5};
  return turn;
}

GameResult result_of_two(std::uint32_t id, int first, int second) {
  GameResult result;
  result.id = id;
  result.by_seat[0] = {.points = first, .entrant = 0};
  result.by_seat[1] = {.points = second, .entrant = 1};
  return result;
}

BOOST_AUTO_TEST_SUITE(review_summary)

BOOST_AUTO_TEST_CASE(accuracy_falls_with_the_loss_and_never_beyond_100) {
  BOOST_TEST(accuracy_of_move(0) == 100);
  BOOST_TEST(accuracy_of_move(-0.1) == 100);
  BOOST_TEST(std::abs(accuracy_of_move(0.1) - 36.788) < 0.001);
}

BOOST_AUTO_TEST_CASE(a_bot_has_the_means_of_its_moves_with_intervals_by_games) {
  ReviewSummary summary(2, 2);
  const auto add = [&](std::uint32_t id, std::vector<ReviewedTurn> turns) {
    summary.add(0, {GameNumber{id}, "0123456789abcdef", 2000 + id, std::move(turns)},
                result_of_two(id, 200, 190));
  };
  add(1, {turn_of(1, 0, 0.1, Grade::blunder, 4), turn_of(2, 1, 0, Grade::best),
          turn_of(3, 0, 0, Grade::best, 1)});
  BOOST_TEST(!summary.bot(0).loss_of_chance.half.has_value());
  add(2, {turn_of(1, 0, 0.02, Grade::inaccuracy, -1), turn_of(3, 0, 0.3, Grade::blunder)});
  const BotReview bot = summary.bot(0);
  BOOST_TEST(bot.games == 2U);
  BOOST_TEST(bot.turns == 4U);
  BOOST_TEST(std::abs(bot.loss_of_chance.mean - 0.105) < 1e-12);
  BOOST_TEST(std::abs(bot.loss_of_spread.mean - 2.1) < 1e-12);
  BOOST_TEST(bot.luck.mean == 2);
  BOOST_REQUIRE(bot.loss_of_chance.half.has_value());
  // The games' sums are off by 0.11, on either side; Student's quantile for two is 12.7.
  BOOST_TEST(std::abs(*bot.loss_of_chance.half - 12.706 * std::sqrt(2 * 2 * 0.11 * 0.11) / 4) < 1e-3);
  BOOST_TEST(bot.grades[static_cast<std::size_t>(Grade::blunder)] == 2U);
  // The costliest come first, and no more than two are kept.
  BOOST_REQUIRE(bot.mistakes.size() == 2U);
  BOOST_TEST(bot.mistakes[0].loss_of_chance == 0.3);
  BOOST_TEST((bot.mistakes[0].game == GameNumber{2}));
  BOOST_TEST(bot.mistakes[1].loss_of_chance == 0.1);
  BOOST_TEST(summary.bot(1).turns == 1U);
  BOOST_TEST(summary.bot(1).accuracy == 100);
  BOOST_TEST(summary.nodes() == 2001U);
}

BOOST_AUTO_TEST_CASE(luck_explains_as_much_of_the_spread_as_goes_along_with_it) {
  ReviewSummary all(2, 0), none(2, 0);
  for (std::uint32_t id = 1; id <= 40; ++id) {
    const int luck = static_cast<int>(id * 7 % 11) - 5;
    BOOST_TEST(all.luck_share().has_value() == (id > ReviewSummary::kMinLuckGames));
    const GameReview review{GameNumber{id}, "0123456789abcdef", 1, {turn_of(1, 0, 0, Grade::best, luck)}};
    all.add(0, review, result_of_two(id, 200 + 3 * luck, 200));
    none.add(0, review, result_of_two(id, 200, 200));
  }
  BOOST_TEST(std::abs(*all.luck_share() - 1) < 1e-9);
  BOOST_TEST(!none.luck_share().has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
