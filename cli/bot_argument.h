// The argument BOT of the verbs that look at one bot.
#pragma once

#include <stop_token>
#include <string>

#include "engine/result.h"
#include "tournaments/bot_entry.h"

namespace toptile {

// The bot that the text names, as `toptile tournament --bot` takes it, from the folder where the program was
// started. A bot's folder is built first; a line on stderr says so.
Result<BotEntry> find_bot_argument(const std::string& text, std::stop_token stop);

}  // namespace toptile
