// Whether a challenge was right, in words.
#pragma once

#include <optional>
#include <string>

#include "engine/game.h"

namespace toptile {

// The index of the play that the question was about which this turn answers.
std::size_t play_in_doubt(const Game& game, std::size_t turn);

// The first word of the play that is not in the lexicon, as a text; nothing if all its words are.
std::optional<std::string> unknown_word_of(const Game& game, std::size_t play);

// The words for a turn that is a challenge: "is right: LUC is no word, the play is taken back".
std::string challenge_verdict(const Game& game, std::size_t turn);

}  // namespace toptile
