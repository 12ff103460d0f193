// An endgame as a search walks through it: moves are made and taken back on one board, and the rules of a
// game's end (docs/rules.md, "A game") are held against what is left. Every move must be legal; the caller
// has it from the move generator.
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
  const Tiles& rack() const { return racks_[static_cast<std::size_t>(now_.mover)]; }
  const Tiles& other_rack() const { return racks_[static_cast<std::size_t>(1 - now_.mover)]; }

  void play(const ScoredPlay& play);
  void pass();
  // The last move that was made and not taken back yet; there must be one.
  void take_back();

  // Whether the game is over but for `stuck`: who looks for the plays of both racks sees that.
  bool has_ended() const;
  // The same, or two passes in a row were made since the beginning and every play scores. Who could not
  // better his lot by a play before these two cannot do so after them, however many rounds of passes the
  // ruleset allows: the same board comes again, and the passes go on to the end. So a search may stop here.
  bool is_settled() const;
  // What the mover gains on the other when the game ends here: the tiles left are charged.
  int gain_at_end() const { return lines_.rules().left_over * (other_rack().size() - rack().size()); }

  // Two states of the same key are worth the same to the mover from here on, but for a chance of one in 2^64:
  // of the board its heights and top tiles, both racks, who moves, and how near the passes are to the end.
  std::uint64_t key() const;

 private:
  struct Standing {
    int mover = 0;
    bool is_out = false;
    int passes_made = 0;  // In a row, since the beginning.
    std::array<int, 2> passes{}, scoreless{};
    std::uint64_t key = 0;  // Of board and racks.
  };
  struct Made {
    Standing before;
    Tiles rack;
    bool is_play = false;
  };

  bool can_move(int seat) const { return !racks_[static_cast<std::size_t>(seat)].empty(); }
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
