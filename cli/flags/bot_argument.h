// The argument BOT of the verbs that use one bot.
#pragma once

#include <stop_token>
#include <string>

#include "base/result.h"
#include "base/temporary_folder.h"
#include "bots/copies/frozen_bots.h"

namespace toptile {

// How to find bots, relative to the folder where the program was started. Prints a line on stderr for each
// bot that is built.
BotSearch bot_search(std::stop_token stop);

// The bot that the text names, in the form of `toptile tournament --bot`.
Result<BotEntry> find_bot_argument(const std::string& text, std::stop_token stop);

// A bot that was built and copied into a folder of its own, from where it can be started.
struct ReadyBot {
  BotEntry entry;
  std::string sight;  // What the bot and its build may see (words_of_sight).
  TemporaryFolder folder;
  FrozenBots frozen;
};
Result<ReadyBot> ready_bot_argument(const std::string& text, const std::shared_ptr<const Sandbox>& sandbox,
                                    std::stop_token stop);

}  // namespace toptile
