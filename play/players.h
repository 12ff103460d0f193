// Who sits at the table: people by their names, bots as `toptile tournament --bot` takes them.
#pragma once

#include <string>
#include <vector>

#include "engine/result.h"
#include "tournaments/bots/bot_entry.h"

namespace toptile {

inline constexpr std::string_view kBotPrefix = "bot:";

// A person's name: 1 to 20 characters that can be seen, blanks among them.
Result<std::string> check_person_name(const std::string& name);

// Whoever has the name of one before gets a number behind it.
void tell_apart(std::vector<BotEntry>& players);

}  // namespace toptile
