// A match of a program against itself, which ends level because it cannot do otherwise.
#pragma once

#include <optional>
#include <string>

#include "tournaments/bots/bot_entry.h"
#include "tournaments/matches/match_tally.h"

namespace toptile {

// The same files by their hash, started with the same arguments and options. Where either lies plays no part.
bool are_same_program(const BotEntry& one, const BotEntry& other);

// A sentence where both bots are the same program and every pair of the match is level; nothing before the
// first pair.
std::optional<std::string> level_note(const MatchTally& match, const BotEntry& one, const BotEntry& other);

}  // namespace toptile
