// The endgame solver finds the best continuation for two seats with an empty bag, when both see everything.
// It maximizes the spread: the mover's score less the other's, after the deduction for tiles left.
//
// It searches by alpha-beta (negamax, with a null window after the first move), in rounds. Each line of a
// round goes to the end of the game, but in each position only the most promising plays and the pass are
// tried: one in the first round, and twice as many in each further round. A play's promise is its points, the
// tiles that it sheds, and whether it was good elsewhere in the search (the history heuristic, Schaeffer
// 1989). Positions are remembered in a table by their key; each look-up has a chance of one in 2^64 of
// finding a wrong position. A move is not searched if the other seat can go out after it and gains enough by
// that. An answer is proven if no play was left out that could change it.
//
// Plays come from the move generator. If the ruleset lets unknown words stand until they are challenged, the
// solver does not consider plays outside the lexicon, and its proof holds only if neither seat makes one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "engine/deprecated.h"
#include "engine/endgame_position.h"
#include "engine/endgame_state.h"
#include "engine/endgame_table.h"
#include "engine/last_plays.h"
#include "engine/move.h"

namespace toptile {

// The limits of a search. If neither is set, it continues until its answer is proven.
struct EndgameBudget {
  // The maximum number of nodes; a node is a position in which plays are generated. The same position with
  // the same node limit, and no other limit, always gives the same answer.
  std::optional<std::uint64_t> nodes;
  // Called every 16 nodes until it returns true. The caller provides this function because the engine reads
  // no clock.
  std::function<bool()> is_time_up;
};

struct EndgameAnswer {
  Move best;               // A placement, or a pass.
  int spread = 0;          // The mover's spread at the end of the line.
  bool is_proven = false;  // The mover can force this spread, and the other seat can prevent a better one.
  int rounds = 0;          // The number of completed rounds.
  std::uint64_t nodes = 0;
  // The moves from the best one to the end of the game.
  std::vector<Move> line;
  // The old name of `rounds`, with the same value.
  TOPTILE_DEPRECATED("use rounds") int depth = 0;
};

// Keeps its allocated memory from one solve() to the next, but no results. Two threads must not use it at the
// same time.
class EndgameSolver {
 public:
  static constexpr std::size_t kTableBytes = std::size_t{16} << 20;

  // Both must outlive the solver. The lexicon's alphabet must be the ruleset's.
  EndgameSolver(const Ruleset& rules, const Lexicon& lexicon, std::size_t table_bytes = kTableBytes);

  // The position's board must have the ruleset's size and no stack higher than allowed, and the mover must
  // hold a tile unless the game is over. The greedy line is always played through, whatever the budget. In it
  // each seat makes the first play in the order of engine/movegen.h, and passes if it has none. It is the
  // answer if the budget ends before anything else was searched. If the budget ends in the middle of a round,
  // the best move of this round counts, provided that its first move was searched. If several moves are
  // equally good, the answer is the one that was searched first, and that order depends only on the position
  // and on how far the search came. If the game is over or neither seat has a play, the answer is a pass with
  // an empty line.
  EndgameAnswer solve(const EndgamePosition& position, const EndgameBudget& budget = {});

 private:
  // The mover's gain on the other seat from here to the end.
  struct Outcome {
    int gain = 0;
    bool is_whole = false;  // Whether no play was left out that could change the gain.
  };
  // A play, or nullopt for a pass.
  using Choice = std::optional<ScoredPlay>;
  using Line = std::vector<Choice>;
  // A play and its place in the search. The plays with the greatest promise come first.
  struct Candidate {
    ScoredPlay play;
    std::uint32_t number = 0;  // The play's number in the order of the generator.
    int promise = 0;
  };
  struct Ply {
    std::vector<Candidate> candidates;
    Line line;  // The best line from here to the end; complete only if the window is open.
    // The plays by which the other seat could go out if it had the move. They are generated only when needed.
    LastPlays replies;
    bool has_replies = false;
  };
  struct Best {
    Line line;
    int gain = 0;
    bool is_proven = false;
  };

  Outcome search(int alpha, int beta, std::size_t ply);
  Outcome search_moves(int alpha, int beta, std::size_t ply, std::uint32_t& best_move);
  Outcome search_choice(const Choice& choice, int alpha, int beta, std::size_t ply, bool is_first);
  Outcome search_after(const Choice& choice, int alpha, int beta, std::size_t ply);
  void search_rounds(Best& best, int& rounds);
  bool search_root(const Line& choices, std::size_t count, Best& best);
  bool can_go_out_with_one_tile() const;
  Outcome go_out(std::size_t ply);
  int gain_of_last(const ScoredPlay& play) const;
  std::optional<int> most_gain(const Choice& choice, int alpha, Ply& ply);
  Line choices_at_root(const Line& greedy_line);
  int play_out(Line& line);
  void finish(const EndgamePosition& position, Line& line, int gain);
  void find_candidates(std::size_t ply, std::uint32_t first);
  void keep_line(const Choice& choice, std::size_t ply);
  std::uint32_t& merit_of(const ScoredPlay& play);
  void make(const Choice& choice);
  bool count_node();

  EndgameState state_;
  EndgameTable table_;
  std::vector<ScoredPlay> plays_;
  std::deque<Ply> plies_;  // A deque, because plies must not move while it grows.
  // How often plays ended the search of a position. Plays may share an element.
  std::vector<std::uint32_t> merits_;
  std::uint16_t width_ = 0;  // The plays that this round tries in a position.
  EndgameBudget budget_;
  std::uint64_t nodes_ = 0;
  bool is_stopped_ = false;
};

}  // namespace toptile
