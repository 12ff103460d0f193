// Bots of a league as folders, for use elsewhere: in a tournament, or on an organizer's desk.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "league/store/league_store.h"

namespace toptile {

// Writes the files of each version into a folder of its label below a new folder. Beside them it writes
// bots.json, the list of them that a tournament's configuration can include, the league's words, and
// tournament.json, a configuration of all of this with the league's rules, clock and other terms. An error if
// there is something at `to`, or if the files of a version are not kept any more; then nothing is left at
// `to`.
Result<void> unpack_bots(LeagueStore& store, const std::vector<BotVersion>& versions,
                         const std::filesystem::path& to);

}  // namespace toptile
