// Guesses what the author of a refused play meant. A bot that counts rows from 0, mixes up across and down,
// or writes small letters is refused for reasons that do not name its mistake.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/game.h"

namespace toptile {

// A legal play of the seat to move that differs from the refused text only in how it is written: in the case
// of letters, in blanks, zeros, or symbols in place of spelled words; in its direction; by one square; or by
// a row that is taken for the column. The likeliest one, or nothing if there is none. A play with a word that
// is not in the lexicon is never meant.
std::optional<std::string> legal_neighbour(const Game& game, std::string_view refused);

// "; 5e.AD would be legal", to be put behind the reason of a refusal; empty if no play is near.
std::string neighbour_hint(const Game& game, std::string_view refused);

}  // namespace toptile
