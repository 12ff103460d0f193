// The copy of one bot for the games of one lane, in a folder of frozen bots: FOLDER/LANE/NAME/HOME/…, lanes
// and homes counted from 1.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/result.h"
#include "referee/view.h"
#include "tournaments/bots/bot_entry.h"
#include "tournaments/bots/bot_files.h"

namespace toptile {

// The bot's entry outlives it.
class CopiedBot {
 public:
  CopiedBot(const BotEntry& bot, int lane, std::filesystem::path folder)
      : bot_(bot), lane_(lane), folder_(std::move(folder)) {}

  // The copy of the home of that number, and what is in it.
  std::filesystem::path home(std::size_t number) const;
  BotFiles files(std::size_t home) const;

  // What starts it. A word that names none of its files stays, as does one that counts from a folder that was
  // copied.
  std::vector<std::string> command() const;
  // A bot that has a world of its own runs among its own files. Without one it runs where it was told to.
  std::filesystem::path directory(bool has_own_places) const;
  // The homes, and where the bot finds each in a world of its own.
  std::vector<Shown> mounted() const;

  // The hashes of all homes, with blanks between.
  Result<std::string> hash_of_homes() const;
  // The same as BotEntry::sha256 where nothing was changed, of a bot without a build.
  Result<std::string> hash() const;
  // An error where a file that its command names has not come along, where it cannot be started, or where it
  // has no build and another hash than the entry.
  Result<void> check() const;

 private:
  // The place of a bot's file in its copy; nothing where the path is in none of its homes.
  std::optional<std::filesystem::path> in_copy(const std::filesystem::path& path) const;
  Result<void> check_words() const;

  const BotEntry& bot_;
  int lane_;
  std::filesystem::path folder_;
};

}  // namespace toptile
