// The players at a table: people by their names, bots in the form that `toptile tournament --bot` takes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bots/bot_entry.h"

namespace toptile {

inline constexpr std::string_view kBotPrefix = "bot:";

// Removes the spaces around a person's name. The rest must be visible characters and spaces, 1 to 20 terminal
// columns wide.
Result<std::string> check_person_name(const std::string& name);

// Adds a number to the name of a player that has the name of an earlier one.
void tell_apart(std::vector<BotEntry>& players);

enum class Hints {
  shown,
  switched_off,   // The user has switched them off.
  would_tell_all  // Words can be challenged here, and a hint shows only valid ones.
};

constexpr std::string_view no_hints_text(Hints hints) {
  return hints == Hints::switched_off
             ? "There are no hints in this game."
             : "There are no hints where words can be challenged, as a hint shows real words alone, "
               "unless they are asked for when the game begins.";
}

}  // namespace toptile
