// Where a league is: a folder with its database, or a server of PostgreSQL. The flag --league says it.
#pragma once

#include <string>

#include "base/result.h"
#include "league/store/league_store.h"

namespace CLI {
class App;
}

namespace toptile {

// The league's folder if the flag is not given: this one below the current folder.
inline constexpr const char* kDefaultLeague = "league";

// Adds --league, whose value is kDefaultLeague or that of TOPTILE_LEAGUE at first.
void declare_league(CLI::App& command, std::string& league);

// The address of the store (open_database) of a league that is named by its folder, by its database's file,
// or as postgresql://…. The folder need not be there.
std::string store_address(const std::string& league);

// Makes the folder of a database's file, for its owner only, if it is not there.
Result<void> make_league_folder(const std::string& file);

// Opens a league that must be there.
Result<LeagueStore> open_league(const std::string& league);

// A text such as "2026-11-23 14:05" in local time. The argument is milliseconds since 1970.
std::string moment_text(std::int64_t at);

}  // namespace toptile
