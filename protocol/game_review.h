// A review says of each turn of a recorded game what its move was worth beside the best one (docs/review.md).
// It is a line of JSON in a run's reviews.jsonl (docs/game_log.md, "Reviews"); its reader and its writer are
// here. `champion/review.h` makes reviews.
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
  std::string move;  // It is written in notation.
  int points = 0;
  ReviewEstimate chance;  // The mover's chance to win, 0 … 1; a tie counts as half.
  ReviewEstimate spread;  // Its score less the best other one at the end of the game, in points.
  friend bool operator==(const ReviewedMove&, const ReviewedMove&) = default;
};

enum class Grade : std::uint8_t { best, good, inaccuracy, mistake, blunder };
inline constexpr Grade kLastGrade = Grade::blunder;
inline constexpr std::size_t kGrades = 5;
std::string_view name_of(Grade grade);  // The word in reviews.

struct ReviewedTurn {
  int turn = 0;  // The first turn is 1, as in the record.
  Seat seat{};
  std::vector<ReviewedMove> best;  // The best moves, the best first; 1 … kMaxBest.
  ReviewedMove played;
  // The best move less the one that was played, on hidden tiles that the choice of the best one did not see.
  // So it is as often too small as too large, and can be negative.
  ReviewEstimate loss_of_chance, loss_of_spread;
  Grade grade = Grade::best;
  // What the rack was worth at this turn, less what it would have been worth on average with other tiles of
  // the bag in the place of those that the seat drew last, in points. Its mean over all turns is 0. Empty if
  // none was drawn after the seat's last turn.
  std::optional<ReviewEstimate> luck;
  bool is_exact = false;  // The endgame was solved, so that all errors are 0.
  friend bool operator==(const ReviewedTurn&, const ReviewedTurn&) = default;
};
inline constexpr std::size_t kMaxBest = 5;

// The limit of nodes for each turn, unless another one is asked for.
inline constexpr std::uint64_t kReviewNodes = 2000;

struct GameReview {
  GameNumber game{};
  std::string record;               // The mark of the record that was reviewed.
  std::uint64_t nodes = 0;          // The limit for each turn.
  std::vector<ReviewedTurn> turns;  // They are in the order of the game.
};

// What tells a record from any other: the first 16 hexadecimal digits of its line's SHA-256. The line has no
// end.
std::string mark_of(std::string_view record_line);

// A turn as the line has it.
Json reviewed_turn_to_json(const ReviewedTurn& turn);

// The line without its end. Chances have 4 decimals, points have 2.
std::string format_review(const GameReview& review);

// The line is untrusted. An error says what is wrong in it.
Result<GameReview> parse_review(std::string_view line);

}  // namespace toptile
