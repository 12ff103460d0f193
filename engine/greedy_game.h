// A whole game between greedy players. They make the best play, or else an exchange, or else a pass, and
// challenge nothing. The engine's speed is measured on the positions of such games.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/game.h"
#include "engine/movegen.h"

namespace toptile {

// Plays one turn for the seat to move, or accepts the play in question. The game must not be over.
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

// Two seats play, or the number nearest to two that the ruleset allows. `visit` is called with the game
// before every turn and returns whether to continue.
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
