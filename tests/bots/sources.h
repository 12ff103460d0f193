// Bots as tests name them: as a configuration does, in JSON.
#pragma once

#include "bots/bot_entry.h"

namespace toptile {

// The JSON must be that of a bot.
inline BotSource source_of(const Json& json) {
  return bot_source_from_json(json, "bot").value();
}

// Reads the bot and looks it up.
inline Result<BotEntry> find_bot_of(const Json& json, const BotSearch& search, const JsonPlace& where) {
  TOPTILE_TRY(const auto source, bot_source_from_json(json, where));
  return find_bot(source, search, where);
}

}  // namespace toptile
