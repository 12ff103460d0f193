#include "protocol/position_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "base/words.h"

namespace toptile {

namespace {

constexpr int kMaxCount = 100'000;  // The limit of tiles, and of scores above and below 0.

Result<std::vector<int>> parse_seat_numbers(std::string_view word, std::string_view key, int least) {
  const auto numbers = parse_numbers<int>(word);
  if (!numbers || numbers->size() > kMaxPlayers) {
    return Error{fmt::format("position: {}: \"{}\" is not a list of 1 to {} numbers, as in {} 12,24", key,
                             printable(word), kMaxPlayers, key)};
  }
  for (int number : *numbers) {
    if (number < least || number > kMaxCount)
      return Error{fmt::format("position: {}: {} is out of range", key, number)};
  }
  return *numbers;
}

Result<std::vector<Move>> parse_moves(std::string_view word, const Alphabet& alphabet) {
  std::vector<Move> moves;
  if (word == "-") return moves;
  while (true) {
    const std::size_t comma = word.find(',');
    auto move = parse_move(word.substr(0, comma), alphabet);
    if (!move) return Error{fmt::format("position: moves: {}", move.error().text)};
    moves.push_back(std::move(move).value());
    if (comma == std::string_view::npos) return moves;
    word.remove_prefix(comma + 1);
  }
}

Result<Tiles> parse_some_tiles(std::string_view word, std::string_view key, const Alphabet& alphabet) {
  if (word == "-") return Tiles{};
  auto tiles = alphabet.parse_tiles(word);
  if (!tiles) return Error{fmt::format("position: {}: {}", key, tiles.error().message)};
  return tiles;
}

// Reads one key's value into the position.
Result<void> read_key(std::string_view key, std::string_view word, const Ruleset& rules, Position& position) {
  const Alphabet& alphabet = rules.alphabet();
  const auto take = [](auto result, auto& target) -> Result<void> {
    if (!result) return result.error();
    target = std::move(result).value();
    return success();
  };
  if (key == "board") return take(parse_board(word, rules), position.board);
  if (key == "scores") return take(parse_seat_numbers(word, key, -kMaxCount), position.scores);
  if (key == "racks") return take(parse_seat_numbers(word, key, 0), position.racks);
  if (key == "unseen") return take(parse_some_tiles(word, key, alphabet), position.unseen);
  if (key == "moves") return take(parse_moves(word, alphabet), position.moves);
  if (key == "bag") {
    const auto bag = parse_number<int>(word);
    if (!bag || *bag < 0 || *bag > kMaxCount)
      return Error{fmt::format("position: bag: \"{}\" is not a number of tiles", printable(word))};
    position.bag = *bag;
    return success();
  }
  auto rack = parse_some_tiles(word, key, alphabet);
  if (rack && rack.value().size() > rules.rack) {
    return Error{fmt::format("position: rack: {} has {} tiles; a full rack has {}", printable(word),
                             rack.value().size(), rules.rack)};
  }
  return take(std::move(rack), position.rack);
}

void append_tiles(std::string& line, std::string_view key, const Tiles& tiles, const Alphabet& alphabet) {
  line += key;
  if (tiles.empty()) line += '-';
  alphabet.append_symbols(line, tiles);
}

std::string format_moves(const std::vector<Move>& moves, const Alphabet& alphabet) {
  std::string text;
  for (const Move& move : moves) {
    if (!text.empty()) text += ',';
    append_move(text, move, alphabet);
  }
  return text;
}

}  // namespace

Result<Board> parse_board(std::string_view text, const Ruleset& rules) {
  Board board(rules.size);
  const auto wrong = [&](int row, const std::string& why) {
    return Error{fmt::format("position: board: row {}: {}", row + 1, why)};
  };
  for (int row = 0; row < rules.size; ++row) {
    std::string_view squares = text.substr(0, text.find('/'));
    const bool is_last = squares.size() == text.size();
    text.remove_prefix(is_last ? text.size() : squares.size() + 1);
    if (is_last != (row == rules.size - 1)) {
      return wrong(row,
                   fmt::format("the board must have {} rows joined by /, because the ruleset {} has so many",
                               rules.size, rules.name));
    }
    for (int column = 0; column < rules.size; ++column) {
      const Square square{static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)};
      if (squares.starts_with("..")) {
        squares.remove_prefix(2);
        continue;
      }
      if (squares.empty())
        return wrong(
            row, fmt::format("it ends before square {}; each square needs two characters", name_of(square)));
      const int height = squares[0] - '0';
      squares.remove_prefix(1);
      const auto face = rules.alphabet().take_symbol(squares);
      if (height < 1 || height > rules.height || !face) {
        return wrong(row, fmt::format("{} is neither .. nor a height from 1 to {} and a tile's symbol",
                                      name_of(square), rules.height));
      }
      for (int i = 0; i < height; ++i) board.lay({square, *face});
    }
    if (!squares.empty())
      return wrong(row, fmt::format("there is \"{}\" after its {} squares", printable(squares), rules.size));
  }
  return board;
}

Result<Position> parse_position(std::string_view line, const Ruleset& rules, UnknownKeys unknown) {
  constexpr std::array<std::string_view, 7> kKeys = {"board", "rack",   "scores", "racks",
                                                     "bag",   "unseen", "moves"};
  std::array<bool, kKeys.size()> seen{};
  Position position(rules.size);
  while (!line.empty()) {
    const std::string_view key = take_word(line);
    if (key.empty()) break;
    const std::string_view word = take_word(line);
    const auto known = std::find(kKeys.begin(), kKeys.end(), key);
    if (known == kKeys.end()) {
      if (unknown == UnknownKeys::ignore) continue;
      return Error{fmt::format("position: unknown key \"{}\"; the keys are: {}", printable(key),
                               fmt::join(kKeys, ", "))};
    }
    if (word.empty()) return Error{fmt::format("position: {}: a value should follow", key)};
    bool& is_seen = seen[known - kKeys.begin()];
    if (is_seen) return Error{fmt::format("position: {}: this key is given twice", key)};
    is_seen = true;
    TOPTILE_TRY_TO(read_key(key, word, rules, position));
  }
  if (!seen[0]) return Error{"position: board: this key is missing, as in: board B rack R"};
  if (!seen[1])
    return Error{"position: rack: this key is missing, as in: board B rack R (rack - when it is empty)"};
  return position;
}

void append_row(std::string& line, const Board& board, int row, const Alphabet& alphabet) {
  for (int column = 0; column < board.size(); ++column) {
    const Square square{static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)};
    const int height = board.height(square);
    if (height == 0) {
      line += "..";
    } else {
      line += static_cast<char>('0' + height);
      line += alphabet.symbol(board.top(square));
    }
  }
}

void append_board(std::string& line, const Board& board, const Alphabet& alphabet) {
  for (int row = 0; row < board.size(); ++row) {
    if (row > 0) line += '/';
    append_row(line, board, row, alphabet);
  }
}

void append_position(std::string& line, const PositionParts& parts, const Alphabet& alphabet) {
  line += "board ";
  line += parts.board;
  append_tiles(line, " rack ", parts.rack, alphabet);
  append_numbers(line, " scores ", parts.scores);
  append_numbers(line, " racks ", parts.racks);
  if (parts.bag) append_numbers(line, " bag ", std::array{*parts.bag});
  if (parts.unseen != nullptr) append_tiles(line, " unseen ", *parts.unseen, alphabet);
  if (!parts.moves) return;
  line += " moves ";
  line += parts.moves->empty() ? "-" : *parts.moves;
}

void append_position(std::string& line, const Position& position, const Alphabet& alphabet) {
  std::string board;
  append_board(board, position.board, alphabet);
  const std::optional<std::string> moves =
      position.moves ? std::optional(format_moves(*position.moves, alphabet)) : std::nullopt;
  append_position(line,
                  {board, position.rack, position.scores, position.racks, position.bag,
                   position.unseen ? &*position.unseen : nullptr, moves},
                  alphabet);
}

std::string format_position(const Position& position, const Alphabet& alphabet) {
  std::string line;
  append_position(line, position, alphabet);
  return line;
}

}  // namespace toptile
