// The bots that a configuration lists: each an entry of its own, or a file with a list of further ones
// (docs/tournaments.md, "Bots").
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "engine/result.h"
#include "protocol/json_fields.h"

namespace toptile {

// The bots of a plan are no more: their numbers fit into 16 bits.
inline constexpr std::size_t kMostBots = 65'535;

struct BotRequest {
  Json bot;                              // As find_bot takes it.
  JsonPlace where = "";                  // Nowhere: its number among the bots says which it is.
  std::filesystem::path directory = {};  // What its relative paths count from; empty: the request's.
};

// The entries of a list, with those of the files that it includes in their places. The list stands at
// `where`, and relative paths count from `directory`. An error says file, line and key; every entry is
// well-formed, and no bot is looked for yet.
Result<std::vector<BotRequest>> read_bots(const Json& list, const JsonPlace& where,
                                          const std::filesystem::path& directory);

}  // namespace toptile
