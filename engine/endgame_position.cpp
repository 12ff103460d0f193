#include "engine/endgame_position.h"

#include <vector>

namespace toptile {

std::optional<EndgamePosition> endgame_of(const Game& game) {
  if (game.is_over() || game.is_question() || !game.bag().empty()) return std::nullopt;
  std::vector<Seat> seats = {game.seat_to_move()};
  for (const Seat seat : each<Seat>(game.players())) {
    if (game.is_playing(seat) && seat != seats[0]) seats.push_back(seat);
  }
  if (seats.size() != 2) return std::nullopt;
  EndgamePosition position(game.rules().size);
  position.board = game.board();
  for (std::size_t i = 0; i < 2; ++i) {
    position.racks[i] = game.rack(seats[i]);
    position.passes_in_a_row[i] = game.passes_in_a_row(seats[i]);
    position.scoreless_in_a_row[i] = game.scoreless_in_a_row(seats[i]);
  }
  position.spread = game.score(seats[0]) - game.score(seats[1]);
  return position;
}

}  // namespace toptile
