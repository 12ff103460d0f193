#include "cli/replay/board_text.h"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace toptile
