// The position line (docs/protocol.md, "Position"), the same for the protocol and for every command that
// takes one: `board B rack R [scores 12,24] [racks 7,7] [bag 61] [unseen SYMBOLS] [moves M,M,…]`, keys in any
// order.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/position.h"
#include "engine/result.h"
#include "engine/ruleset.h"

namespace toptile {

enum class UnknownKeys { refuse, ignore };

// An error says which key is wrong, and what was expected. A board must be of the ruleset's size, its stacks
// no higher than the ruleset allows, the rack no fuller than a full one.
Result<Position> parse_position(std::string_view line, const Ruleset& rules, UnknownKeys unknown);

// Everything the position knows, in the order above.
std::string format_position(const Position& position, const Alphabet& alphabet);
void append_position(std::string& line, const Position& position, const Alphabet& alphabet);

// The same of what is known in parts, some of it as the line has it.
struct PositionParts {
  std::string_view board;
  const Tiles& rack;
  std::span<const int> scores, racks;  // Empty: unknown.
  std::optional<int> bag;
  const Tiles* unseen = nullptr;          // Null: unknown.
  std::optional<std::string_view> moves;  // Joined by commas.
};
void append_position(std::string& line, const PositionParts& parts, const Alphabet& alphabet);

// Two characters a square, height then symbol, `..` empty.
void append_row(std::string& line, const Board& board, int row, const Alphabet& alphabet);
// Rows joined by `/`.
void append_board(std::string& line, const Board& board, const Alphabet& alphabet);
Result<Board> parse_board(std::string_view text, const Ruleset& rules);

}  // namespace toptile
