// Checks a bot's entry. The checks are the same for a configuration, a bot.json and a run.json, so that a run
// can always be read again. The run.json may be untrusted, so texts that are used in paths, on terminals and
// for programs must have the form that a tournament gives them.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/bot_entry.h"

namespace toptile {

// Why one of these arguments cannot be passed to a program, or nullopt: a NUL would end the argument.
std::optional<std::string> command_fault(const std::vector<std::string>& command);

// Why one of these names and values cannot be sent to a bot, or nullopt: the protocol sends each option as
// one line.
std::optional<std::string> options_fault(const std::map<std::string, std::string>& options);

// Returns what is wrong with such an entry, or nullopt; the error begins with `where`.
std::optional<Error> bot_fault(const BotEntry& bot, const std::string& where);

// The two parts of bot_fault(). Without the first fault, a run with the bot can be read. With the second one,
// which is in the arguments and options that its program gets, the bot cannot be started.
std::optional<Error> unreadable_fault(const BotEntry& bot, const std::string& where);
std::optional<std::string> start_fault(const BotEntry& bot);

// An error if two of the bots have the same name.
std::optional<Error> same_name_fault(std::span<const BotEntry> bots, const std::string& where);

// Whether the text is a SHA-256 as Toptile writes it: 64 hexadecimal digits in lower case.
bool is_sha256(std::string_view text);

}  // namespace toptile
