// The files of the folder schemas/, compiled in: JSON Schema (draft 2020-12), for editors and scripts.
#pragma once

#include <string_view>

namespace toptile {

// Of a tournament's configuration. What is one, parse_request and resolve say.
std::string_view tournament_schema();
// Of a bot's manifest, bot.json. What is one, parse_manifest says.
std::string_view bot_schema();
// What a report shows (tournaments/report/report_data.h), and a game's record (protocol/game_record.h).
std::string_view report_schema();
std::string_view game_record_schema();

}  // namespace toptile
