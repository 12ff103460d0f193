#include "engine/legal_neighbour.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "engine/judge.h"

namespace toptile {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_latin(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A play as it was written, with the row and the column both counted from 0; the row is -1 if 0 was written.
struct WrittenPlay {
  int row = 0, column = 0;
  bool is_across = true;
  std::string word;
};

// Reads a play in any case, with zeros and blanks where notation has none.
std::optional<WrittenPlay> read_play(std::string_view text) {
  constexpr std::size_t kMaxBytes = 200;
  std::string plain;
  for (const char c : text.substr(0, kMaxBytes)) {
    if (c != ' ' && c != '\t') plain += c;
  }
  const std::size_t dot = plain.find('.');
  if (dot == std::string::npos || dot < 2 || dot + 1 == plain.size()) return std::nullopt;
  WrittenPlay play;
  play.is_across = is_digit(plain.front());
  const char letter = play.is_across ? plain[dot - 1] : plain.front();
  const std::string digits = play.is_across ? plain.substr(0, dot - 1) : plain.substr(1, dot - 1);
  constexpr std::size_t kMaxDigits = 3;
  if (!is_latin(letter) || digits.size() > kMaxDigits) return std::nullopt;
  for (const char digit : digits) {
    if (!is_digit(digit)) return std::nullopt;
    play.row = play.row * 10 + (digit - '0');
  }
  --play.row;
  play.column = letter >= 'a' ? letter - 'a' : letter - 'A';
  play.word = upper_case(std::string_view(plain).substr(dot + 1));
  return play;
}

// The word as spelled, if it is written in the symbols of tiles: QIT is QUIT.
std::optional<std::string> spelled(std::string_view symbols, const Alphabet& alphabet) {
  std::string word;
  while (!symbols.empty()) {
    const auto face = alphabet.take_symbol(symbols);
    if (!face) return std::nullopt;
    word += alphabet.text(*face);
  }
  return word;
}

// The places that may have been meant, the likeliest first.
std::vector<WrittenPlay> places_near(const WrittenPlay& play) {
  std::vector<WrittenPlay> places;
  const auto add = [&](int row, int column, bool is_across) {
    places.push_back({row, column, is_across, play.word});
  };
  const auto [row, column, across, word] = play;
  add(row, column, across);
  add(row, column, !across);
  constexpr std::array<std::pair<int, int>, 6> kSteps = {
      {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}}};
  for (const auto& [down, right] : kSteps) add(row + down, column + right, across);
  add(column, row, across);
  add(column, row, !across);
  return places;
}

// The play in notation; empty if the place is on no board.
std::optional<std::string> notation_of(const WrittenPlay& play, int size) {
  if (play.row < 0 || play.column < 0 || play.row >= size || play.column >= size) return std::nullopt;
  const char letter = static_cast<char>('a' + play.column);
  return play.is_across ? fmt::format("{}{}.{}", play.row + 1, letter, play.word)
                        : fmt::format("{}{}.{}", letter, play.row + 1, play.word);
}

}  // namespace

std::optional<std::string> legal_neighbour(const Game& game, std::string_view refused) {
  const auto written = read_play(refused);
  if (!written || game.is_over() || game.is_question()) return std::nullopt;
  const Alphabet& alphabet = game.rules().alphabet();
  const Judge judge(game.rules(), game.lexicon());
  std::vector<WrittenPlay> readings = {*written};
  if (auto word = spelled(written->word, alphabet); word && *word != written->word) {
    readings.push_back(*written);
    readings.back().word = *std::move(word);
  }
  for (const WrittenPlay& reading : readings) {
    for (const WrittenPlay& near : places_near(reading)) {
      const auto text = notation_of(near, game.rules().size);
      if (!text || *text == refused) continue;
      const auto move = parse_move(*text, alphabet);
      const auto* placement = move ? std::get_if<Placement>(&move.value()) : nullptr;
      if (placement == nullptr) continue;
      const auto play = judge.judge(game.board(), game.rack(game.seat_to_move()), *placement);
      if (play && play.value().is_all_known) return text;
    }
  }
  return std::nullopt;
}

std::string neighbour_hint(const Game& game, std::string_view refused) {
  const auto near = legal_neighbour(game, refused);
  return near ? fmt::format("; {} would be legal", *near) : std::string();
}

}  // namespace toptile
