// A move and its notation (docs/protocol.md, "Notation"): `5d.MOOD` across from row 5, column d; `g5.DEAR`
// down; `ex.J`, `pass`; and the answers to a question, `challenge` and `accept`.
//
// A play names the whole word, including the tiles already there. Because a tile is never laid on its own
// face (rule 2), a word and its location determine which tiles are laid: a square that already shows the
// word's letter is left alone.
#pragma once

#include <boost/outcome/basic_result.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/alphabet.h"
#include "engine/board.h"
#include "engine/tiles.h"

namespace toptile {

struct Placement {
  Square start;
  Direction direction = Direction::across;
  Word word;
  friend bool operator==(const Placement&, const Placement&) = default;
};
struct Exchange {
  std::optional<Face> tile;  // Empty if it is unknown (`ex.?`), as in another player's exchange.
  friend bool operator==(const Exchange&, const Exchange&) = default;
};
struct Pass {
  friend bool operator==(const Pass&, const Pass&) = default;
};
struct Challenge {
  friend bool operator==(const Challenge&, const Challenge&) = default;
};
struct Accept {
  friend bool operator==(const Accept&, const Accept&) = default;
};

using Move = std::variant<Pass, Placement, Exchange, Challenge, Accept>;

// The reasons why a move is refused, in the order in which they are checked. One is out of order: a game
// checks `not_your_turn` before it judges the move.
enum class Reason {
  syntax,
  off_board,
  no_tile,
  too_high,
  same_face,
  rack,
  gap,
  extent,
  centre,
  apart,
  one_letter,
  lexicon,
  covered,
  plural,
  no_exchange,
  not_your_turn,
};

// The reason's word in commands and in the protocol: "off_board".
std::string_view name_of(Reason reason);

struct Refusal {
  Reason reason;
  std::string text;  // One sentence for the bot's author.
};

// A T, or the refusal in its place.
template <class T>
using Judged = boost::outcome_v2::basic_result<T, Refusal, boost::outcome_v2::policy::terminate>;

// Parses a move; each move has only one spelling. The refusal is `syntax`, or `off_board` if the square or
// the word fits on no board at all.
Judged<Move> parse_move(std::string_view text, const Alphabet& alphabet);

std::string format_move(const Move& move, const Alphabet& alphabet);
void append_move(std::string& text, const Move& move, const Alphabet& alphabet);
void append_placement(std::string& text, const Placement& placement, const Alphabet& alphabet);

// A square as messages name it, by column letter and row number: "e5".
std::string name_of(Square square);

}  // namespace toptile
