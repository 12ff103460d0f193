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

std::optional<EndgamePosition> endgame_of(const Position& position, const Ruleset& rules, Seat own,
                                          int players) {
  const bool is_told = position.unseen && position.moves && position.scores.size() == 2;
  if (players != 2 || position.bag != 0 || !is_told || position.rack.empty()) return std::nullopt;
  const auto mover = static_cast<std::size_t>(own);
  EndgamePosition endgame(position.board.size());
  endgame.board = position.board;
  endgame.racks = {position.rack, *position.unseen};
  endgame.spread = position.scores[mover] - position.scores[1 - mover];
  // The turns without a point that nothing but such turns follows. A free exchange is not a turn of its own.
  std::size_t seat = 1;  // The other seat moved last.
  bool has_only_passed = true;
  for (auto move = position.moves->rbegin(); move != position.moves->rend(); ++move) {
    if (std::holds_alternative<Placement>(*move)) break;
    const bool is_pass = std::holds_alternative<Pass>(*move);
    if (!is_pass && rules.free_exchanges > 0) continue;
    has_only_passed = has_only_passed && is_pass;
    endgame.passes_in_a_row[seat] += has_only_passed ? 1 : 0;
    ++endgame.scoreless_in_a_row[seat];
    seat = 1 - seat;
  }
  return endgame;
}

}  // namespace toptile
