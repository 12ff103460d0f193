// The players at a table: people by their names, bots as `toptile tournament --bot` takes them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "tournaments/bots/bot_entry.h"

namespace toptile {

inline constexpr std::string_view kBotPrefix = "bot:";

// Takes the blanks around a person's name off. The rest must be 1 to 20 visible characters, with blanks among
// them or not.
Result<std::string> check_person_name(const std::string& name);

// A player with the name of an earlier one gets a number after it.
void tell_apart(std::vector<BotEntry>& players);

}  // namespace toptile
