// Input: a line of a run's reviews.jsonl. A review that was read is written and read as the same, its chances
// are chances, its points are finite, and it can be summed up. Otherwise an error of one sentence is given.
#include "protocol/game_review.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/fuzz/sentence.h"
#include "tests/fuzz/target.h"
#include "tournaments/review/review_summary.h"

using namespace toptile;

namespace {

bool is_within(const ReviewEstimate& estimate, double least, double most) {
  return estimate.mean >= least && estimate.mean <= most && estimate.error >= 0 &&
         std::isfinite(estimate.error);
}

constexpr double kAnyPoints = std::numeric_limits<double>::max();

void check_move(const ReviewedMove& move) {
  TOPTILE_ASSERT(is_within(move.chance, 0, 1));
  TOPTILE_ASSERT(is_within(move.spread, -kAnyPoints, kAnyPoints));
}

void check_turn(const ReviewedTurn& turn) {
  std::ranges::for_each(turn.best, check_move);
  check_move(turn.played);
  TOPTILE_ASSERT(is_within(turn.loss_of_chance, -1, 1));
  TOPTILE_ASSERT(is_within(turn.loss_of_spread, -kAnyPoints, kAnyPoints));
  TOPTILE_ASSERT(!turn.luck || is_within(*turn.luck, -kAnyPoints, kAnyPoints));
}

// The game has two seats, or all that there can be if the review tells of a third.
void check_summary(const GameReview& review) {
  const auto is_third = [](const ReviewedTurn& turn) { return static_cast<int>(turn.seat) >= 2; };
  const bool is_of_two = std::ranges::none_of(review.turns, is_third);
  GameResult result;
  result.players = static_cast<std::uint8_t>(is_of_two ? 2 : kMaxPlayers);
  for (std::uint16_t seat = 0; seat < result.players; ++seat) result.by_seat[seat].entrant = seat;
  constexpr std::size_t kMaxMistakes = 3;
  ReviewSummary summary(result.players, kMaxMistakes);
  summary.add(0, review, result);
  std::size_t turns = 0;
  for (std::size_t bot = 0; bot < result.players; ++bot) {
    const BotReview of_bot = summary.bot(bot);
    turns += of_bot.turns;
    TOPTILE_ASSERT(of_bot.accuracy >= 0 && of_bot.accuracy <= 100 + 1e-9);
    TOPTILE_ASSERT(of_bot.mistakes.size() <= kMaxMistakes);
    TOPTILE_ASSERT(std::ranges::is_sorted(of_bot.mistakes, is_costlier));
    TOPTILE_ASSERT(!json_text(bot_review_to_json(of_bot)).empty());
  }
  TOPTILE_ASSERT(turns == review.turns.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto review = parse_review(fuzz::text_of(bytes, size));
  if (!review) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(review.error().message));
    return 0;
  }
  const std::string line = format_review(review.value());
  const auto again = parse_review(line);
  TOPTILE_ASSERT(again && format_review(again.value()) == line);
  for (const ReviewedTurn& turn : review.value().turns) check_turn(turn);
  check_summary(review.value());
  return 0;
}
