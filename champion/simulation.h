// A game that the champion simulates: all racks and the bag are known, moves are not judged, and the game can
// be rewound to a mark. It keeps the rules that decide the result (docs/rules.md, "A game"): drawing,
// exchanges, the ends, and the tiles left. Words are always those of the lexicon.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/board_lines.h"
#include "engine/endgame_position.h"
#include "engine/game.h"
#include "engine/movegen.h"

namespace toptile::champion {

struct SimulatedSeat {
  Tiles rack;
  int score = 0;
  int passes_in_a_row = 0;     // Its passes since any seat did anything else.
  int scoreless_in_a_row = 0;  // Its turns since any seat scored.
  bool is_playing = true;      // False for a seat that is out of the game.
};

class Simulation {
 public:
  // Both must outlive the simulation. Begins with an empty board; call set() next.
  Simulation(const Ruleset& rules, const Lexicon& lexicon) : lines_(rules, lexicon) {}

  // Sets the current state: the board, the seats in their order, and whose turn it is. set_bag() sets the
  // bag.
  void set(const Board& board, const std::vector<SimulatedSeat>& seats, Seat to_move);
  // Sets a seat's rack. The bag is drawn from its end.
  void set_rack(Seat seat, const Tiles& rack) { seats_[seat].rack = rack; }
  void set_bag(std::vector<Face> bag) { bag_ = std::move(bag); }
  const std::vector<Face>& bag() const { return bag_; }
  std::vector<Face>& bag() { return bag_; }

  const Ruleset& rules() const { return lines_.rules(); }
  const BoardLines& lines() const { return lines_; }
  int players() const { return static_cast<int>(seats_.size()); }
  Seat to_move() const { return to_move_; }
  const SimulatedSeat& seat(Seat seat) const { return seats_[seat]; }
  const Tiles& rack() const { return seats_[to_move_].rack; }
  bool is_over() const { return is_over_; }
  // The number of tiles left in the bag after this many are drawn.
  int bag_after(int drawn) const { return std::max(0, static_cast<int>(bag_.size()) - drawn); }

  // The seat to move makes a move and draws, and the turn passes to the next seat. The game must not be over.
  void play(const ScoredPlay& play);
  // Draws a tile, then puts the old one back into the bag at index `at` (index 0 is drawn last). The bag must
  // have a tile.
  void exchange(Face face, std::size_t at);
  void pass();

  // The score, less the deduction for tiles left if the game is over.
  int final_score(Seat seat) const;
  // The seat's score less the best other one, both as final_score() counts them.
  int spread(Seat seat) const;

  // mark() sets the state to which rewind() returns.
  void mark();
  void rewind();

 private:
  void hand_on();
  bool have_all(int SimulatedSeat::*count, int rounds) const;
  void end_if_over();

  BoardLines lines_;
  std::vector<SimulatedSeat> seats_;
  std::vector<Face> bag_;
  Seat to_move_{};
  bool is_over_ = false;

  int laid_ = 0;  // Plays since mark().
  std::vector<SimulatedSeat> marked_seats_;
  std::vector<Face> marked_bag_;
  Seat marked_to_move_{};
  bool marked_is_over_ = false;
};

// The position for the endgame solver. Returns nullopt while there are tiles in the bag, after the game, and
// unless it is a game of two in which both seats still play.
std::optional<EndgamePosition> endgame_of(const Simulation& game);

}  // namespace toptile::champion
