// Writes the position lines of one game as it goes on. A line is what format_position writes of
// Game::position_of for a seat, but parts that stay the same from one line to the next are not written again.
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

  // Appends the position as it is now.
  void append(std::string& line, Seat seat);

 private:
  // The moves as the seat is told them.
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
