// Writes the position lines of one game as it goes on: for each seat what format_position writes of
// Game::position_of. What stays from one line to the next is not written anew.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"

namespace toptile {

class PositionWriter {
 public:
  // The game is to outlive the writer.
  explicit PositionWriter(const Game& game);

  // The position as it is now.
  void append(std::string& line, int seat);

 private:
  // The moves as the seat is told them.
  struct Told {
    std::string text;
    std::vector<std::size_t> ends;  // In the text, of each move.
    Move last;
  };

  std::string_view board();
  std::string_view moves_for(int seat);

  const Game& game_;
  Board board_;  // As the rows below tell it.
  std::vector<std::string> rows_;
  std::string board_text_;
  std::vector<Told> told_;  // By seat.
};

}  // namespace toptile
