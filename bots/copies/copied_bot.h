// The copy of one bot for the games of one lane, in a folder of frozen bots: FOLDER/LANE/NAME/HOME/…. Lanes
// and homes are counted from 1 there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/bot_entry.h"
#include "bots/bot_files.h"
#include "referee/sandbox/view.h"

namespace toptile {

// The bot's entry must outlive it.
class CopiedBot {
 public:
  CopiedBot(const BotEntry& bot, int lane, std::filesystem::path folder)
      : bot_(bot), lane_(lane), folder_(std::move(folder)) {}

  // The copy of the home with that number, from 0, and the files in it.
  std::filesystem::path home(std::size_t number) const;
  BotFiles files(std::size_t home) const;

  // The command that starts the copy. An argument that names a file of the bot becomes the path of its copy.
  // A relative path stays as it is if its folder was copied, too.
  std::vector<std::string> command() const;
  // The folder that the bot runs in: the copy of its own, if there is one. Otherwise it is the bot's first
  // home if bots have their own places (Sandbox::has_own_places), and the bot's own folder if not.
  std::filesystem::path directory(bool has_own_places) const;
  // The copies of the homes, and the paths at which a bot in a sandbox with its own places sees them.
  std::vector<Shown> mounted() const;

  // The hashes of all homes, separated by spaces.
  Result<std::string> hash_of_homes() const;
  // The hash of a bot without a build. It equals BotEntry::sha256 if nothing was changed.
  Result<std::string> hash() const;
  // Fails if a file that the command names was not copied, if the copy cannot be started, or if there is no
  // build and the copy's hash is not that of the entry.
  Result<void> check() const;

 private:
  // The path of a bot's file in its copy. nullopt if the path is not in one of its homes.
  std::optional<std::filesystem::path> in_copy(const std::filesystem::path& path) const;
  Result<void> check_words() const;

  const BotEntry& bot_;
  int lane_;
  std::filesystem::path folder_;
};

}  // namespace toptile
