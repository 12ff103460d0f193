// Guesses what the author of a refused play meant. A bot that counts rows from 0, mixes up across and down,
// or writes small letters is refused for reasons that do not name its mistake.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/game.h"

namespace toptile {

// The legal play of the seat to move that the refused text most likely meant, or nullopt. It differs from the
// text only in how it is written: in the case of letters, in spaces, zeros, or symbols in place of spelled
// words; in its direction; by one square; or by swapping row and column. It has no word outside the lexicon.
std::optional<std::string> legal_neighbour(const Game& game, std::string_view refused);

// "; 5e.AD would be legal", to be appended to the reason of a refusal; empty if no play is near.
std::string neighbour_hint(const Game& game, std::string_view refused);

}  // namespace toptile
