// Whether a challenge was right, in words.
#pragma once

#include <optional>
#include <string>

#include "engine/game.h"

namespace toptile {

// The index of the play that this turn, an answer to the question about it, is about.
std::size_t play_in_doubt(const Game& game, std::size_t turn);

// The first word of the play that is in no lexicon, as spelled; nothing where all are.
std::optional<std::string> unknown_word_of(const Game& game, std::size_t play);

// The words for a turn that is a challenge: "is right: LUC is no word, the play is taken back".
std::string challenge_verdict(const Game& game, std::size_t turn);

}  // namespace toptile
