// The static player does not look ahead. It makes the move whose points and leave are worth most. It plays
// all rollouts, so it has to be fast.
#pragma once

#include <vector>

#include "champion/evaluation.h"
#include "champion/simulation.h"
#include "engine/random.h"

namespace toptile::champion {

struct ValuedPlay {
  ScoredPlay play;
  Value value = 0;  // Points and leave.
};

class StaticPlayer {
 public:
  StaticPlayer(const Ruleset& rules, const Weights& weights)
      : rules_(rules), weights_(weights), vowels_(vowels_of(rules.alphabet())) {}

  const Weights& weights() const { return weights_; }
  FaceSet vowels() const { return vowels_; }

  // Finds the play with the highest value; returns false if there is none. Among equals it is the first in
  // the order of is_before (engine/movegen.h).
  bool find_best(const BoardLines& lines, const Tiles& rack, int bag, ValuedPlay& best) const;
  // All plays with their values, in no particular order.
  void generate(const BoardLines& lines, const Tiles& rack, int bag, std::vector<ValuedPlay>& plays) const;

  // The best face to exchange: the one without which the rack is worth most.
  Face worst_tile(const Tiles& rack, int bag) const;

  // Makes a move in a simulation that is not over: the best play, or else an exchange, or else a pass.
  void move(Simulation& game, Random& random) const;

 private:
  const Ruleset& rules_;
  const Weights& weights_;
  FaceSet vowels_;
};

}  // namespace toptile::champion
