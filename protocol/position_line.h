// The position line (docs/protocol.md, "Position"), the same in the protocol and in every command that takes
// one: `board B rack R [scores 12,24] [racks 7,7] [bag 61] [unseen SYMBOLS] [moves M,M,…]`. The keys may come
// in any order.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/position.h"
#include "engine/ruleset.h"

namespace toptile {

enum class UnknownKeys { refuse, ignore };

// An error names the wrong key and what was expected. The board must have the ruleset's size and no stack
// higher than the ruleset allows. The rack must not have more tiles than a full one.
Result<Position> parse_position(std::string_view line, const Ruleset& rules, UnknownKeys unknown);

// All known parts of the position, in the order above.
std::string format_position(const Position& position, const Alphabet& alphabet);
void append_position(std::string& line, const Position& position, const Alphabet& alphabet);

// A position in parts, some of which are already formatted for the line.
struct PositionParts {
  std::string_view board;
  const Tiles& rack;
  std::span<const int> scores, racks;  // Empty if they are unknown.
  std::optional<int> bag;
  const Tiles* unseen = nullptr;          // Null if unknown.
  std::optional<std::string_view> moves;  // The moves, joined by commas.
};
void append_position(std::string& line, const PositionParts& parts, const Alphabet& alphabet);

// Appends two characters for each square: the height and the symbol, or `..` for an empty square.
void append_row(std::string& line, const Board& board, int row, const Alphabet& alphabet);
// Appends the rows, joined by `/`.
void append_board(std::string& line, const Board& board, const Alphabet& alphabet);
Result<Board> parse_board(std::string_view text, const Ruleset& rules);

}  // namespace toptile
