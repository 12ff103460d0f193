// Tries out a candidate: makes it, and lets the static player continue for a few turns with known tiles. The
// points and leaves at the end show how good the candidate is. Once the bag is empty in a game of two, the
// endgame solver may play on to the end with few nodes, because the static player plays endgames badly, and
// its mistakes would distort the value of candidates that lead there.
#pragma once

#include <optional>
#include <vector>

#include "champion/search.h"
#include "engine/endgame.h"

namespace toptile::champion {

// The number of turns after a candidate if the bag has this many tiles: `plies`, or all remaining turns if
// these are few.
int plies_of_rollout(int bag, int plies);

class Rollout {
 public:
  // The first three arguments must outlive the rollout. Without the solver, the static player plays endgames,
  // too.
  Rollout(const Ruleset& rules, const Lexicon& lexicon, const StaticPlayer& player, bool has_solver)
      : player_(player), game_(rules, lexicon) {
    if (has_solver) solver_.emplace(rules, lexicon, kSolverTableBytes);
  }

  // Sets the position from which candidates are tried.
  void begin(const Situation& situation);
  // Tries a candidate with these hidden tiles. `seed` decides the chance that is not in the deal, such as
  // where an exchanged tile goes in the bag.
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
  std::vector<Value> leaves_;  // Indexed by seat: the leave after its last turn.
};

}  // namespace toptile::champion
