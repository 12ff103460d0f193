// What makes a bot in one run and a bot of the same name in another one the same player: its files, and how
// they are started. Where they lie is no part of it, so that a bot is the same on two machines.
#pragma once

#include <string>
#include <string_view>

#include "tournaments/bots/bot_entry.h"

namespace toptile {

struct BotIdentity {
  bool is_person = false;
  std::string files = {};      // BotEntry::sha256; empty of a person.
  std::string arguments = {};  // The command, paths in the bot's own places without the place.
  std::string options = {};    // UWI options.
  std::string readable = {};   // What it was let read of others.

  // 64 hexadecimal digits over all of it.
  std::string sha256() const;

  friend bool operator==(const BotIdentity&, const BotIdentity&) = default;
};

BotIdentity identity_of(const BotEntry& bot);

}  // namespace toptile
