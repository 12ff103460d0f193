#include "cli/replay/challenge_verdict.h"

#include <fmt/format.h>

namespace toptile {

std::size_t play_in_doubt(const Game& game, std::size_t turn) {
  while (turn > 0 && !std::holds_alternative<Placement>(game.turns()[turn].move)) --turn;
  return turn;
}

std::optional<std::string> unknown_word_of(const Game& game, std::size_t play) {
  for (const FormedWord& word : game.turns()[play].words) {
    if (!game.lexicon().contains(word.placed.word)) return game.rules().alphabet().spell(word.placed.word);
  }
  return std::nullopt;
}

std::string challenge_verdict(const Game& game, std::size_t turn) {
  const auto unknown = unknown_word_of(game, play_in_doubt(game, turn));
  return unknown ? fmt::format("is right: {} is no word, the play is taken back", *unknown)
                 : "is wrong: the play stands";
}

}  // namespace toptile
