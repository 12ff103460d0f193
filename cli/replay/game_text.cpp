#include "cli/replay/game_text.h"

#include <fmt/format.h>
#include <algorithm>

#include "protocol/face_text.h"

namespace toptile {

namespace {

// A text of four columns.
std::string cell_text(const Board& board, Square square, bool is_new, const Alphabet& alphabet) {
  const int height = board.height(square);
  if (height == 0) return board.is_centre(square) ? " +  " : " .  ";
  const std::string tile = alphabet.symbol(board.top(square)) + (height > 1 ? std::to_string(height)
                                                                 : is_new   ? ""
                                                                            : " ");
  if (!is_new) return " " + tile + " ";
  return height > 1 ? "[" + tile + "]" : "[" + tile + "] ";
}

}  // namespace

std::vector<std::string> board_lines(const Board& board, const LaidTiles& just_laid,
                                     const Alphabet& alphabet) {
  std::vector<std::string> lines;
  std::string header = "   ";
  for (int column = 0; column < board.size(); ++column)
    header += fmt::format(" {}  ", static_cast<char>('a' + column));
  header.erase(header.find_last_not_of(' ') + 1);
  lines.push_back(header);
  for (int row = 0; row < board.size(); ++row) {
    std::string line = fmt::format("{:>3}", row + 1);
    for (int column = 0; column < board.size(); ++column) {
      const Square square{static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)};
      const bool is_new = std::ranges::find(just_laid, square, &LaidTile::square) != just_laid.end();
      line += cell_text(board, square, is_new, alphabet);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  return lines;
}

std::string first_draw_text(const FirstDraw& draw, const std::vector<std::string>& names,
                            const Alphabet& alphabet) {
  if (draw.rounds.empty()) return "";
  const auto name = [&](Seat seat) { return names[seat]; };
  std::string text;
  for (const auto& round : draw.rounds) {
    text += text.empty() ? "Draw:" : "; again:";
    const char* part = " ";
    for (const FirstDraw::DrawnTile& tile : round) {
      text += fmt::format("{}{} {}", part, name(tile.seat), face_text(alphabet, tile.face));
      part = ", ";
    }
  }
  return text + fmt::format(". {} starts.", name(draw.first));
}

std::size_t play_in_doubt(const Game& game, std::size_t turn) {
  while (turn > 0 && !std::holds_alternative<Placement>(game.turns()[turn].move)) --turn;
  return turn;
}

std::optional<std::string> unknown_word_of(const Game& game, std::size_t play) {
  for (const FormedWord& word : game.turns()[play].words) {
    if (!game.lexicon().contains(word.placed.word)) return game.rules().alphabet().spell(word.placed.word);
  }
  return std::nullopt;
}

std::string challenge_verdict(const Game& game, std::size_t turn) {
  const auto unknown = unknown_word_of(game, play_in_doubt(game, turn));
  return unknown ? fmt::format("is right: {} is not a word, the play is taken back", *unknown)
                 : "is wrong: the play stands";
}

}  // namespace toptile
