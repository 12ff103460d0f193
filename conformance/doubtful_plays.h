// Games in which the last play may be challenged, to ask a bot whether it does.
#pragma once

#include <optional>

#include "engine/game.h"

namespace toptile::conformance {

// The game after a play whose words are all in the lexicon; nullopt if there is no such play, or no challenge
// under this ruleset.
std::optional<Game> with_sure_play(Game game);
// The game after a play with a word that is not in the lexicon; nullopt if none was found.
std::optional<Game> with_false_play(const Game& game);

}  // namespace toptile::conformance
