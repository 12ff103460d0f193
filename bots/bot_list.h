// The bots that a configuration lists. Each entry is a bot, or names a file with a list of more bots
// (docs/tournaments.md, "Bots").
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "bots/bot_source.h"

namespace toptile {

// The maximum number of bots in a plan, as their numbers have 16 bits.
inline constexpr std::size_t kMaxBots = 65'535;

struct BotRequest {
  BotSource source;
  JsonPlace where = "";  // Its place, or nowhere: then errors give the bot's number.
  // The folder that its relative paths count from. Empty: that of the request.
  std::filesystem::path directory = {};
};

// Reads a list of bots. A file that it includes is replaced by the entries of that file. `where` is the
// location of the list, and relative paths count from `directory`. An error names file, line and key. The
// form of every entry is checked, but no bot is looked up yet.
Result<std::vector<BotRequest>> read_bots(const Json& list, const JsonPlace& where,
                                          const std::filesystem::path& directory);

}  // namespace toptile
