// Checks what a run.json says about its bots. Anybody may have written it, so texts that are used in paths,
// on terminals and for programs must have the form that a tournament gives them.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/result.h"
#include "tournaments/bots/bot_entry.h"

namespace toptile {

// Says what is wrong with such an entry, if anything is; `where` begins the error.
std::optional<Error> written_fault(const BotEntry& bot, const std::string& where);

// An error if two of them have the same name.
std::optional<Error> same_name_fault(std::span<const BotEntry> bots, const std::string& where);

// Whether the text is 64 hexadecimal digits in lower case, as we write a SHA-256.
bool is_sha256(std::string_view text);

}  // namespace toptile
