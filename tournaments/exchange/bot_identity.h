// Decides whether bots of the same name in two runs are the same player, by their files and by how they are
// started. Where the files are does not count, so that a bot is the same on two machines.
#pragma once

#include <string>
#include <string_view>

#include "bots/bot_entry.h"

namespace toptile {

struct BotIdentity {
  bool is_person = false;
  std::string files = {};      // BotEntry::sha256; empty for a person.
  std::string arguments = {};  // The command; paths of the bot's own files are relative.
  std::string options = {};    // The UWI options.
  std::string readable = {};   // Other files that the bot may read.

  // The hash of all fields, as 64 hexadecimal digits.
  std::string sha256() const;

  friend bool operator==(const BotIdentity&, const BotIdentity&) = default;
};

BotIdentity identity_of(const BotEntry& bot);

}  // namespace toptile
