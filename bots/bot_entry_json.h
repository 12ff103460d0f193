// The form of a bot in run.json.
#pragma once

#include <string>

#include "base/json_fields.h"
#include "bots/bot_entry.h"

namespace toptile {

Json bot_to_json(const BotEntry& bot);
Result<BotEntry> bot_from_json(const Json& object, const std::string& where);

}  // namespace toptile
