// The endgame solver: how two seats with an empty bag play on best, when both see everything. Its measure is
// the spread, the mover's score less the other's, after the tiles left were charged.
//
// It searches by alpha-beta (negamax, with a null window after the first move), a ply deeper at each
// iteration, and remembers positions in a table by their key (a wrong hit has a chance of one in 2^64 a
// look). What lies beyond the depth is estimated by playing on greedily to the end: each makes the first play
// in the order of engine/movegen.h, and passes without one. An answer is proven when it rests on no such
// estimate.
//
// Plays are those of the generator. Where the ruleset lets unknown words stand until they are challenged, a
// play outside the lexicon is not considered, and an answer is proven among players who lay none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "engine/endgame_position.h"
#include "engine/endgame_state.h"
#include "engine/endgame_table.h"
#include "engine/move.h"

namespace toptile {

// What a search may cost. Without both it goes on until its answer is proven.
struct EndgameBudget {
  // A node is a position in which plays are looked for. The same position with as many nodes, and no clock,
  // gives the same answer, wherever and however often it is asked.
  std::optional<std::uint64_t> nodes;
  // Asked every 16 nodes until it says yes: the engine reads no clock, its caller does.
  std::function<bool()> is_time_up;
};

struct EndgameAnswer {
  Move best;               // A placement, or a pass.
  int spread = 0;          // The mover's, at the end of the line.
  bool is_proven = false;  // The mover is sure of this spread, and the other grants no more.
  int depth = 0;           // Plies of the last iteration that came to its end; 0 when none did.
  std::uint64_t nodes = 0;
  // From the best move to the end of the game: the moves found best, and beyond their depth the greedy ones.
  std::vector<Move> line;
};

// Keeps its memory from one solve() to the next, but nothing it found. Not for two threads at a time.
class EndgameSolver {
 public:
  static constexpr std::size_t kTableBytes = std::size_t{16} << 20;

  // Both must outlive the solver. The lexicon's alphabet must be the ruleset's.
  EndgameSolver(const Ruleset& rules, const Lexicon& lexicon, std::size_t table_bytes = kTableBytes);

  // The position's board must be of the ruleset's size, its stacks no higher than allowed, and the mover must
  // hold a tile unless the game is over. Whatever the budget, the greedy line is played through, and the
  // first iteration finds nothing worse. When the budget ends in the middle of an iteration, its best move
  // counts as soon as its first is searched. Of moves found equally good, the answer is the one that was
  // searched first, and that order depends on nothing but the position. After the game, or when nobody has a
  // play: a pass, with an empty line.
  EndgameAnswer solve(const EndgamePosition& position, const EndgameBudget& budget = {});

 private:
  // What the mover gains on the other from here to the end.
  struct Outcome {
    int gain = 0;
    bool is_whole = false;  // It rests on no estimate.
  };
  // A pass when it is none.
  using Choice = std::optional<ScoredPlay>;
  using Line = std::vector<Choice>;
  // A play and its place in the search: those that promise most come first.
  struct Candidate {
    ScoredPlay play;
    std::uint32_t number = 0;  // In the order of the generator.
    int promise = 0;
  };
  struct Ply {
    std::vector<Candidate> candidates;
    Line line;    // The best from here, down to the depth; kept while the window is open.
    Line beyond;  // Room for the greedy game from a horizon here.
  };
  struct Best {
    Line line;
    int gain = 0;
    bool is_proven = false;
  };

  Outcome search(int alpha, int beta, int depth, std::size_t ply);
  Outcome search_moves(int alpha, int beta, int depth, std::size_t ply, std::uint32_t& best_move);
  Outcome search_choice(const Choice& choice, int alpha, int beta, int depth, std::size_t ply, bool is_first);
  Outcome search_after(const Choice& choice, int alpha, int beta, int depth, std::size_t ply);
  bool search_root(const Line& choices, int depth, Best& best);
  Line choices_at_root(const Line& greedy_line);
  Outcome play_out(Line& line);
  void finish(const EndgamePosition& position, Line& line, int gain);
  void find_candidates(std::size_t ply, std::uint32_t first);
  void keep_line(const Choice& choice, std::size_t ply);
  void make(const Choice& choice);
  bool count_node();

  EndgameState state_;
  EndgameTable table_;
  std::vector<ScoredPlay> plays_;
  std::deque<Ply> plies_;  // They stay where they are while it grows.
  EndgameBudget budget_;
  std::uint64_t nodes_ = 0;
  bool is_stopped_ = false;
};

}  // namespace toptile
