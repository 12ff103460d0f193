// Input: a line of a run's reviews.jsonl. A review that was read is written and read as the same, its numbers
// are within their bounds, and it can be summed up. Otherwise an error of one sentence is given.
#include "tournaments/review/game_review.h"

#include <cmath>

#include "tests/fuzz/sentence.h"
#include "tests/fuzz/target.h"
#include "tournaments/review/review_summary.h"

using namespace toptile;

namespace {

bool is_within(const champion::Estimate& estimate, double least, double most) {
  return estimate.mean >= least && estimate.mean <= most && estimate.error >= 0 &&
         std::isfinite(estimate.error);
}

void check_numbers(const champion::ReviewedTurn& turn) {
  for (const champion::ReviewedMove& move : turn.best) TOPTILE_ASSERT(is_within(move.chance, 0, 1));
  TOPTILE_ASSERT(is_within(turn.played.chance, 0, 1));
  TOPTILE_ASSERT(is_within(turn.loss_of_chance, -1, 1));
  TOPTILE_ASSERT(static_cast<std::size_t>(turn.seat) < kMaxPlayers);
}

// A game between two, as the review's line is summed up with it. A review of more seats belongs to no such
// game, and review_log.cpp refuses it.
void check_summary(const GameReview& review) {
  GameResult result;
  result.players = 2;
  result.by_seat[1].entrant = 1;
  for (const champion::ReviewedTurn& turn : review.turns)
    if (static_cast<std::size_t>(turn.seat) >= result.players) return;
  constexpr std::size_t kMostMistakes = 3;
  ReviewSummary summary(2, kMostMistakes);
  summary.add(0, review, result);
  std::size_t turns = 0;
  for (std::size_t bot = 0; bot < 2; ++bot) {
    const BotReview of_bot = summary.bot(bot);
    turns += of_bot.turns;
    TOPTILE_ASSERT(of_bot.accuracy >= 0 && of_bot.accuracy <= 100 + 1e-9);
    TOPTILE_ASSERT(of_bot.mistakes.size() <= kMostMistakes);
    TOPTILE_ASSERT(std::ranges::is_sorted(of_bot.mistakes, is_costlier));
    TOPTILE_ASSERT(!bot_review_to_json(of_bot).dump().empty());
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
  for (const champion::ReviewedTurn& turn : review.value().turns) check_numbers(turn);
  check_summary(review.value());
  return 0;
}
