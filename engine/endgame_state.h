// The state of an endgame during a search. Moves are made and taken back on one board, and the state knows
// when the rules end the game (docs/rules.md, "A game"). Every move must be legal; the caller gets it from
// the move generator.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/board_lines.h"
#include "engine/endgame_position.h"
#include "engine/movegen.h"

namespace toptile {

class EndgameState {
 public:
  // Both must outlive the state.
  EndgameState(const Ruleset& rules, const Lexicon& lexicon);

  // The position's board must be of the ruleset's size.
  void begin(const EndgamePosition& position);

  const BoardLines& lines() const { return lines_; }
  int mover() const { return now_.mover; }
  const Tiles& rack() const { return racks_[now_.mover]; }
  const Tiles& other_rack() const { return racks_[1 - now_.mover]; }

  void play(const ScoredPlay& play);
  void pass();
  // Takes back the last move that has not been taken back yet; there must be one.
  void take_back();

  // Whether the game is over for a reason other than `stuck`. The caller notices `stuck` itself, when it
  // finds no plays for either rack.
  bool has_ended() const;
  // True if the game is over, or if every play scores and the last two moves were passes made since begin().
  // The board is then the same as before the passes. A seat that had no better play then has none now, so
  // both would keep passing until the game ends, however many rounds of passes the ruleset allows. A search
  // may therefore stop here.
  bool is_settled() const;
  // Whether the game would be over, or is_settled() true, after a pass now. It may be true for a game that
  // goes on if not every play scores.
  bool may_end_by_pass() const;
  // Whether the ruleset gives points for every play.
  bool always_scores() const { return always_scores_; }
  // Whether passes by the mover and then the other seat would settle the game. The mover's pass is then worth
  // at most gain_at_end().
  bool ends_by_two_passes() const { return always_scores_ && can_move(1 - now_.mover); }
  // The mover's gain on the other seat if the game ends here and the tiles left are charged.
  int gain_at_end() const { return lines_.rules().left_over * (other_rack().size() - rack().size()); }

  // The key depends on the heights and the top tiles of the board, both racks, the seat to move, and how
  // close the passes are to ending the game. Two states with the same key are worth the same to the mover
  // from here on, except with a chance of one in 2^64.
  std::uint64_t key() const;

 private:
  struct Standing {
    int mover = 0;
    bool is_out = false;
    int passes_made = 0;  // Passes in a row since begin().
    std::array<int, 2> passes{}, scoreless{};
    std::uint64_t key = 0;  // The key of the board and the racks.
  };
  struct Made {
    Standing before;
    Tiles rack;
    bool is_play = false;
  };

  bool can_move(int seat) const { return !racks_[seat].empty(); }
  bool have_both(const std::array<int, 2>& counts, int rounds) const;
  bool ends_by_passes(const Standing& standing) const;
  void count_turn(bool is_pass, int points);
  void hand_on();

  BoardLines lines_;
  const bool always_scores_;
  std::array<Tiles, 2> racks_;
  Standing now_;
  std::vector<Made> made_;
};

}  // namespace toptile
