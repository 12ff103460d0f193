// Writes the position lines of one game while it is played. A line is the same as format_position of
// Game::position_of for the seat, but the text of unchanged parts is kept from one line to the next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"

namespace toptile {

class PositionWriter {
 public:
  // The game must outlive the writer.
  explicit PositionWriter(const Game& game);

  // Appends the current position as the seat sees it.
  void append(std::string& line, Seat seat);

 private:
  // The moves as they are shown to the seat.
  struct Told {
    std::string text;
    std::vector<std::size_t> ends;  // The end of each move in the text.
    Move last;
  };

  std::string_view board();
  std::string_view moves_for(Seat seat);

  const Game& game_;
  Board board_;  // The board that the rows below show.
  std::vector<std::string> rows_;
  std::string board_text_;
  std::vector<Told> told_;  // Indexed by seat.
};

}  // namespace toptile
