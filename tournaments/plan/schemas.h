// The JSON Schemas (draft 2020-12) in the folder schemas/, compiled into the program for editors and scripts.
#pragma once

#include <string_view>

namespace toptile {

// The schema of a tournament's configuration. What is valid is decided by parse_request and resolve.
std::string_view tournament_schema();
// The schema of a league's configuration. What is valid is decided by parse_league_request and
// resolve_league.
std::string_view league_schema();
// The schema of a bot's manifest, bot.json. What is valid is decided by parse_manifest.
std::string_view bot_schema();
// The schemas of a report's data (tournaments/report/report_data.h), and of a game's record
// (protocol/game_record.h).
std::string_view report_schema();
std::string_view game_record_schema();
// The schema of a league's answers over HTTP (docs/serve.md).
std::string_view serve_schema();

}  // namespace toptile
