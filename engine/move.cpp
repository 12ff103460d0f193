#include "engine/move.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "base/utf8.h"

namespace toptile {

namespace {

constexpr std::array<std::string_view, 16> kReasonNames = {
    "syntax", "off_board", "no_tile",    "too_high", "same_face", "rack",   "gap",         "extent",
    "centre", "apart",     "one_letter", "lexicon",  "covered",   "plural", "no_exchange", "not_your_turn"};

Refusal syntax(std::string_view text, std::string_view why) {
  return {Reason::syntax, fmt::format("\"{}\": {}", printable(text), why)};
}

bool is_column(char character) {
  return character >= 'a' && character <= 'z';
}

// Takes a row number, 1 or more and without a leading zero, off the front of `text`.
std::optional<int> take_row(std::string_view& text) {
  int row = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), row);
  if (error != std::errc() || text[0] == '0' || row < 1) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return row;
}

struct Place {
  int row, column;  // The row counts from 1, the column from 0.
  Direction direction;
};

std::optional<Place> parse_place(std::string_view text) {
  if (text.empty()) return std::nullopt;
  if (is_column(text[0])) {
    const int column = text[0] - 'a';
    text.remove_prefix(1);
    const auto row = take_row(text);
    return row && text.empty() ? std::optional(Place{*row, column, Direction::down}) : std::nullopt;
  }
  const auto row = take_row(text);
  if (!row || text.size() != 1 || !is_column(text[0])) return std::nullopt;
  return Place{*row, text[0] - 'a', Direction::across};
}

Judged<Move> parse_exchange(std::string_view whole, std::string_view tile, const Alphabet& alphabet) {
  if (tile == "?") return Move(Exchange{});
  const auto face = alphabet.face_spelling(tile);
  if (!face) return syntax(whole, "after \"ex.\" comes one tile as it is spelled, as in ex.J or ex.QU");
  return Move(Exchange{*face});
}

Judged<Move> parse_placement(std::string_view whole, std::size_t dot, const Alphabet& alphabet) {
  const auto place = parse_place(whole.substr(0, dot));
  if (!place) {
    return syntax(whole,
                  "before the dot comes a place: row then column across (5d), column then row down (d5)");
  }
  Placement placement{{}, place->direction, {}};
  std::string_view letters = whole.substr(dot + 1);
  if (letters.empty()) return syntax(whole, "after the dot comes the whole word");
  int length = 0;
  while (!letters.empty()) {
    const auto face = alphabet.take_text(letters);
    if (!face) {
      return syntax(whole, fmt::format("\"{}\" spells no tile of this ruleset; words are in upper case",
                                       printable(letters)));
    }
    if (++length <= kMaxBoardSize) placement.word.push_back(*face);
  }
  const bool is_on_some_board =
      place->row <= kMaxBoardSize && place->column < kMaxBoardSize && length <= kMaxBoardSize;
  if (!is_on_some_board) {
    return Refusal{Reason::off_board, fmt::format("{} does not fit on any board", printable(whole))};
  }
  placement.start = {static_cast<std::int8_t>(place->row - 1), static_cast<std::int8_t>(place->column)};
  return Move(placement);
}

}  // namespace

std::string_view name_of(Reason reason) {
  return kReasonNames[static_cast<std::size_t>(reason)];
}

std::string name_of(Square square) {
  return fmt::format("{}{}", static_cast<char>('a' + square.column), square.row + 1);
}

Judged<Move> parse_move(std::string_view text, const Alphabet& alphabet) {
  if (text == "pass") return Move(Pass{});
  if (text == "challenge") return Move(Challenge{});
  if (text == "accept") return Move(Accept{});
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos)
    return syntax(text, "a move is a play such as 5d.MOOD, an exchange such as ex.J, or pass");
  if (text.substr(0, dot) == "ex") return parse_exchange(text, text.substr(dot + 1), alphabet);
  return parse_placement(text, dot, alphabet);
}

void append_placement(std::string& text, const Placement& placement, const Alphabet& alphabet) {
  const auto row = [&] { text += std::to_string(placement.start.row + 1); };
  const char column = static_cast<char>('a' + placement.start.column);
  if (placement.direction == Direction::across) {
    row();
    text += column;
  } else {
    text += column;
    row();
  }
  text += '.';
  for (Face face : placement.word) {
    const std::string& letters = alphabet.text(face);
    if (letters.size() == 1) {
      text.push_back(letters[0]);
    } else {
      text += letters;
    }
  }
}

void append_move(std::string& text, const Move& move, const Alphabet& alphabet) {
  struct Append {
    std::string& text;
    const Alphabet& alphabet;
    void operator()(const Pass&) const { text += "pass"; }
    void operator()(const Challenge&) const { text += "challenge"; }
    void operator()(const Accept&) const { text += "accept"; }
    void operator()(const Exchange& exchange) const {
      text += "ex.";
      text += exchange.tile ? alphabet.text(*exchange.tile) : "?";
    }
    void operator()(const Placement& placement) const { append_placement(text, placement, alphabet); }
  };
  std::visit(Append{text, alphabet}, move);
}

std::string format_move(const Move& move, const Alphabet& alphabet) {
  std::string text;
  append_move(text, move, alphabet);
  return text;
}

}  // namespace toptile
