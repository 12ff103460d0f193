// The players at a table: people by their names, bots as `toptile tournament --bot` takes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bots/bot_entry.h"

namespace toptile {

inline constexpr std::string_view kBotPrefix = "bot:";

// Takes the blanks around a person's name off. The rest must be 1 to 20 visible characters, with blanks among
// them or not.
Result<std::string> check_person_name(const std::string& name);

// A player with the name of an earlier one gets a number after it.
void tell_apart(std::vector<BotEntry>& players);

enum class Hints {
  shown,
  switched_off,   // The user wants none.
  would_tell_all  // Words can be challenged here, and a hint shows only real ones.
};

constexpr std::string_view no_hints_text(Hints hints) {
  return hints == Hints::switched_off
             ? "There are no hints in this game."
             : "There are no hints where words can be challenged, as a hint shows real words alone, "
               "unless they are asked for when the game begins.";
}

}  // namespace toptile
