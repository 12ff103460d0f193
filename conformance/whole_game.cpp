#include "conformance/whole_game.h"

#include "conformance/moments.h"
#include "engine/greedy_game.h"

namespace toptile::conformance {

Tried<WholeGame> play_whole_game(Talk& talk, const Table& table, std::uint64_t seed, Seat seat,
                                 milliseconds move_time) {
  Game game(table.rules, table.lexicon, seed, table.players());
  MoveGenerator generator(table.rules, table.lexicon);
  const Done begun =
      talk.begin_game(table, uwi::NewGame{"check", game.players(), seat, bot_seed(seed, seat)});
  if (!begun) return begun.error();
  WholeGame played;
  const auto has_play = [&] {
    return !game.is_question() && generator.has_play(game.board(), game.rack(game.seat_to_move()));
  };
  while (!game.is_over()) {
    if (game.seat_to_move() != seat) {
      play_greedy_turn(game, generator);
      continue;
    }
    uwi::Go go;
    go.is_question = game.is_question();
    go.move_time = move_time;
    played.chances += has_play() ? 1 : 0;
    TOPTILE_TRY(const auto answer, talk.ask_for_move(game, go));
    if (const auto done = play_text(game, answer.move); !done) {
      const Refusal& refusal = done.error();
      talk.say(uwi::Refused{std::string(name_of(refusal.reason)), refusal.text});
      return illegal(game, answer.move, refusal);
    }
    played.answers.push_back(answer.taken);
    played.plays += std::holds_alternative<Placement>(game.turns().back().move) ? 1 : 0;
  }
  const std::vector<int> scores = game.final_scores();
  talk.say(uwi::GameResult{scores, game.ranks(), std::string(name_of(game.end()))});
  played.points = scores[seat];
  return played;
}

}  // namespace toptile::conformance
