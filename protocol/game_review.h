// A review shows for each turn of a recorded game what its move was worth compared with the best one
// (docs/review.md). It is a JSON line in a run's reviews.jsonl (docs/game_log.md, "Reviews"), read and
// written here. `champion/review.h` makes reviews.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "engine/seat.h"
#include "protocol/tournament_numbers.h"

namespace toptile {

// A mean with its standard error, which is 0 if nothing was left to chance.
struct ReviewEstimate {
  double mean = 0, error = 0;
  friend bool operator==(const ReviewEstimate&, const ReviewEstimate&) = default;
};

struct ReviewedMove {
  std::string move;  // In notation.
  int points = 0;
  ReviewEstimate chance;  // The mover's chance to win, 0 … 1; a tie counts as half.
  ReviewEstimate spread;  // The mover's score less the best other one at the end of the game, in points.
  friend bool operator==(const ReviewedMove&, const ReviewedMove&) = default;
};

enum class Grade : std::uint8_t { best, good, inaccuracy, mistake, blunder };
inline constexpr Grade kLastGrade = Grade::blunder;
inline constexpr std::size_t kGrades = 5;
std::string_view name_of(Grade grade);  // The name in reviews.

struct ReviewedTurn {
  int turn = 0;  // The first turn is 1, as in the record.
  Seat seat{};
  std::vector<ReviewedMove> best;  // The best moves, best first; 1 … kMaxBest of them.
  ReviewedMove played;
  // The best move's value less the played one's, on other draws of hidden tiles than those by which the best
  // one was chosen. So the difference is as often too small as too large, and can be negative.
  ReviewEstimate loss_of_chance, loss_of_spread;
  Grade grade = Grade::best;
  // The worth of the rack at this turn, less its mean worth with other tiles from the bag in place of those
  // that the seat drew last, in points. Its expected value is 0. Empty if the seat drew no tile after its
  // last turn.
  std::optional<ReviewEstimate> luck;
  bool is_exact = false;  // Whether the endgame was solved, so that all errors are 0.
  friend bool operator==(const ReviewedTurn&, const ReviewedTurn&) = default;
};
inline constexpr std::size_t kMaxBest = 5;

// The default node limit for each turn.
inline constexpr std::uint64_t kReviewNodes = 2000;

struct GameReview {
  GameNumber game{};
  std::string record;               // The mark_of() of the reviewed record's line.
  std::uint64_t nodes = 0;          // The node limit for each turn.
  std::vector<ReviewedTurn> turns;  // In the order of the game.
};

// Identifies a record: the first 16 hexadecimal digits of the SHA-256 of its line, without the line end.
std::string mark_of(std::string_view record_line);

// A turn as in the review's line.
Json reviewed_turn_to_json(const ReviewedTurn& turn);

// The line without its line end. Chances have 4 decimals, points have 2.
std::string format_review(const GameReview& review);

// The line is untrusted. An error says what is wrong in it.
Result<GameReview> parse_review(std::string_view line);

}  // namespace toptile
