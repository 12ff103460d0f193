// A candidate is tried out: it is made, and the static player goes on for a few turns, with tiles that are
// known. The points and leaves that are reached say how good it was. As soon as the bag is empty and two
// play, the endgame solver may play on to the end, with few nodes: the static player plays endgames badly,
// and candidates that lead there would be judged by its faults.
#pragma once

#include <optional>
#include <vector>

#include "champion/search.h"
#include "engine/endgame.h"

namespace toptile::champion {

// The turns after a candidate if the bag has this many tiles: `plies`, or all to the end if they are few.
int plies_of_rollout(int bag, int plies);

class Rollout {
 public:
  // All must outlive the rollout. Without the solver the static player plays endgames, too.
  Rollout(const Ruleset& rules, const Lexicon& lexicon, const StaticPlayer& player, bool has_solver)
      : player_(player), game_(rules, lexicon) {
    if (has_solver) solver_.emplace(rules, lexicon, kSolverTableBytes);
  }

  // The position from which candidates are tried.
  void begin(const Situation& situation);
  // Tries a candidate with these hidden tiles. `seed` decides chance that is not dealt, such as the place of
  // an exchanged tile.
  Outcome try_out(const Candidate& candidate, const Deal& deal, int plies, std::uint64_t seed);

 private:
  static constexpr std::size_t kSolverTableBytes = std::size_t{1} << 20;

  void make(const Candidate& candidate, Random& random);
  void go_on(Random& random);
  void keep_leave(Value leave, int laid);
  int solve(const EndgamePosition& endgame, Outcome& outcome);
  double estimate() const;

  const StaticPlayer& player_;
  Simulation game_;
  std::optional<EndgameSolver> solver_;
  Seat own_{};
  std::vector<Value> leaves_;  // The index is the seat; a leave is that after its last turn.
};

}  // namespace toptile::champion
