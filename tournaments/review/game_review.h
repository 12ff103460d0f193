// The review of a game as a line of JSON in a run's reviews.jsonl (docs/game_log.md, "Reviews"), with its
// reader and its writer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "champion/review.h"
#include "protocol/game_number.h"

namespace toptile {

struct GameReview {
  GameNumber game{};
  std::string record;                         // The mark of the record that was reviewed.
  std::uint64_t nodes = 0;                    // The limit for each turn.
  std::vector<champion::ReviewedTurn> turns;  // They are in the order of the game.
};

// What tells a record from any other: the first 16 hexadecimal digits of its line's SHA-256. The line has no
// end.
std::string mark_of(std::string_view record_line);

// A turn as the line has it.
Json reviewed_turn_to_json(const champion::ReviewedTurn& turn);

// The line without its end. Chances have 4 decimals, points have 2.
std::string format_review(const GameReview& review);

// Anybody may have written the line. An error says what is wrong in it.
Result<GameReview> parse_review(std::string_view line);

}  // namespace toptile
