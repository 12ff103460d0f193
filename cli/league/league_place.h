// The location of a league, from the flag --league: a folder with its database, or a PostgreSQL server.
#pragma once

#include <string>

#include "base/result.h"
#include "league/store/league_store.h"

namespace toptile {

class Command;

// The default of --league: this folder below the current one.
inline constexpr const char* kDefaultLeague = "league";

// Adds --league, whose default is the environment variable TOPTILE_LEAGUE or kDefaultLeague. `may_be_served`
// says that the command also accepts the address of a server.
void declare_league(Command& command, std::string& league, bool may_be_served = false);

// The store's address (open_database) for a league that is given as its folder, as its database file, or as
// postgresql://…. The folder need not exist.
std::string store_address(const std::string& league);

// Creates the folder of a database file if necessary, with access for its owner only.
Result<void> make_league_folder(const std::string& file);

// The token for a league that is served, from this file or, if the name is empty, from TOPTILE_TOKEN.
Result<std::string> read_league_token(const std::string& token_file);

// Opens an existing league.
Result<LeagueStore> open_league(const std::string& league);

// A text such as "2026-11-23 14:05" in local time. The argument is milliseconds since 1970.
std::string moment_text(std::int64_t at);

}  // namespace toptile
