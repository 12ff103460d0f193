// What a run.json says of its bots, which anybody may have written: what goes into paths, onto terminals and
// to programs has the form that a tournament gives it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/result.h"
#include "tournaments/bots/bot_entry.h"

namespace toptile {

// What is wrong with such an entry, if anything is; `where` begins the error.
std::optional<Error> find_written_fault(const BotEntry& bot, const std::string& where);

// Two of them with one name.
std::optional<Error> find_same_name(std::span<const BotEntry> bots, const std::string& where);

// A hash as 64 digits of its own notation.
bool is_sha256(std::string_view text);

}  // namespace toptile
