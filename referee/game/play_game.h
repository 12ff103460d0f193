// Plays one game between processes from its beginning to its end. Every wait has a deadline.
#pragma once

#include <span>

#include "base/result.h"
#include "referee/game/open_table.h"
#include "referee/game/refereed_game.h"

namespace toptile {

// Plays a game as RefereedGame says, and fails as it does. No session plays games with names. `bystanders`
// are sessions that this thread keeps for other games; they are stopped like bots that are not asked.
Result<PlayedGame> play_game(const GameTable& table, const GameSetup& setup, std::span<const SeatedBot> seats,
                             std::span<BotSession* const> bystanders = {}, OpenTable* open = nullptr);

}  // namespace toptile
