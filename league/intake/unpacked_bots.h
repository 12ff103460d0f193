// Unpacks bots of a league into folders, for use elsewhere, such as in a tournament.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "league/store/league_store.h"

namespace toptile {

// Creates the folder `to`, and in it a folder for each version, named after its label, with its files. It
// adds the league's word list; bots.json, the list of these bots, which a tournament's configuration can
// include; and tournament.json, a configuration that uses both and has the league's rules, clock and other
// terms. An error if `to` exists already, or if the files of a version are no longer kept; in the second case
// nothing is left at `to`.
Result<void> unpack_bots(LeagueStore& store, const std::vector<BotVersion>& versions,
                         const std::filesystem::path& to);

}  // namespace toptile
