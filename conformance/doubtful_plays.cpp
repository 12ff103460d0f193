#include "conformance/doubtful_plays.h"

#include "engine/careless_moves.h"
#include "engine/movegen.h"

namespace toptile::conformance {

std::optional<Game> with_sure_play(Game game) {
  MoveGenerator generator(game.rules(), game.lexicon());
  ScoredPlay best;
  if (!generator.find_best(game.board(), game.rack(game.seat_to_move()), best)) return std::nullopt;
  if (!game.play(best.placement) || !game.is_question()) return std::nullopt;
  return game;
}

std::optional<Game> with_false_play(const Game& game) {
  constexpr int kTries = 3'000;
  constexpr std::uint64_t kSeed = 9;
  std::vector<ScoredPlay> plays;
  MoveGenerator(game.rules(), game.lexicon()).generate(game.board(), game.rack(game.seat_to_move()), plays);
  sort_best_first(plays, game.rules().alphabet());
  Random random(kSeed);
  CarelessMoves careless(game.rules(), game.lexicon(), random);
  for (int i = 0; i < kTries && !plays.empty(); ++i) {
    Game played = game;
    if (played.play(careless.placement(game.board(), plays)) && played.is_question() &&
        has_unknown_word(played.turns().back(), played.lexicon()))
      return played;
  }
  return std::nullopt;
}

}  // namespace toptile::conformance
