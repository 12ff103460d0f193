// A whole game between greedy players: the best play, else an exchange, else a pass; questions are accepted.
// For measuring: its positions are those that the engine's speed is told of.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/game.h"
#include "engine/movegen.h"

namespace toptile {

// A turn of the seat to move, of a game that is not over; a question is accepted.
inline void play_greedy_turn(Game& game, MoveGenerator& generator) {
  if (game.is_question()) {
    TOPTILE_ASSERT(game.play(Accept{}).has_value());
    return;
  }
  const Tiles& rack = game.rack(game.seat_to_move());
  ScoredPlay best;
  if (generator.find_best(game.board(), rack, best)) {
    TOPTILE_ASSERT(game.play(best.placement).has_value());
  } else if (rack.empty() || !game.play(Exchange{lowest(rack.faces())})) {
    TOPTILE_ASSERT(game.play(Pass{}).has_value());
  }
}

// Two play, or as many as the ruleset asks for at least or allows at most. `visit` sees the game before every
// turn, and says whether to go on.
template <class Visit>
void play_greedy_game(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t seed, Visit visit) {
  Game game(rules, lexicon, seed, std::clamp(2, rules.players_min, rules.players_max));
  MoveGenerator generator(rules, lexicon);
  while (!game.is_over()) {
    if (!game.is_question() && !visit(game)) return;
    play_greedy_turn(game, generator);
  }
}

}  // namespace toptile
