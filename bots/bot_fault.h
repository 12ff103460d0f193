// What is wrong with a bot's entry. The same checks are made of a configuration, of a bot.json and of a
// run.json: whatever a run begins with can be read again. Anybody may have written the run.json, so texts
// that are used in paths, on terminals and for programs must have the form that a tournament gives them.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/bot_entry.h"

namespace toptile {

// Why a program cannot get one of these words, if it cannot: a NUL would end the word for it.
std::optional<std::string> command_fault(const std::vector<std::string>& command);

// Why a bot cannot be told one of these names and values, if it cannot: the protocol gives each option a
// line.
std::optional<std::string> options_fault(const std::map<std::string, std::string>& options);

// Says what is wrong with such an entry, if anything is; `where` begins the error.
std::optional<Error> bot_fault(const BotEntry& bot, const std::string& where);

// The two parts of bot_fault(). Without the first fault, a run with the bot can be read. With the second one,
// in the words and options that its program gets, nobody can start the bot.
std::optional<Error> unreadable_fault(const BotEntry& bot, const std::string& where);
std::optional<std::string> start_fault(const BotEntry& bot);

// An error if two of them have the same name.
std::optional<Error> same_name_fault(std::span<const BotEntry> bots, const std::string& where);

// Whether the text is 64 hexadecimal digits in lower case, as we write a SHA-256.
bool is_sha256(std::string_view text);

}  // namespace toptile
