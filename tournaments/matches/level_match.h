// Recognizes a match of a program against itself that is level in every pair.
#pragma once

#include <optional>
#include <string>

#include "tournaments/bots/bot_entry.h"
#include "tournaments/matches/match_tally.h"

namespace toptile {

// Whether both have the same files by their hash, and are started with the same arguments and options. It
// does not matter where the files lie.
bool are_same_program(const BotEntry& one, const BotEntry& other);

// A sentence if both bots are the same program and every pair of the match is level. Nothing otherwise, or
// before the first pair.
std::optional<std::string> level_note(const MatchTally& match, const BotEntry& one, const BotEntry& other);

}  // namespace toptile
