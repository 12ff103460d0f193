// The files that a bot is made of, wherever they lie: looked through, hashed and copied without following a
// link that somebody else made. What belongs to a bot: files, folders and links that stay among them. Hidden
// files do not, nor what bots and tools leave behind (`__pycache__`, `build.log`), nor runs, whatever they
// are called.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/result.h"
#include "referee/descriptor.h"

namespace toptile {

enum class Strangeness {
  refused,  // What is no file, folder or link that stays inside is an error.
  left_out  // It does not belong to the bot.
};

// A folder of a bot's, or a single file.
struct BotFiles {
  std::filesystem::path source;  // Absolute. It may be reached by links; what is in it may not lead out.
  bool has_build = false;        // Folders `build` and `target` are made by it, and do not belong to the bot.
  Strangeness strangeness = Strangeness::refused;
  std::vector<std::filesystem::path> left_out = {};     // Absolute: other bots.
  std::vector<std::filesystem::path> may_link_to = {};  // Besides the system's folders.
  std::filesystem::path seen_as = {};  // Where a build found them: its links lead there. Empty: nowhere else.
};

inline constexpr std::uint64_t kMostBotBytes = std::uint64_t{2} << 30;
inline constexpr int kMostBotFiles = 100'000;

// SHA-256 in hexadecimal over names, contents and links, and whether a file may be started.
Result<std::string> hash_of_files(const BotFiles& files);

// Copies them into a folder that is made for it: open to all users, and nobody may write. Where the file
// system can, the copies share their blocks.
Result<void> copy_files(const BotFiles& files, const std::filesystem::path& to);

// The first places in which `now` is not as `before`, each with what it is, as "bot.py has changed"; what
// stands in `before` alone is passed over where that was built.
Result<std::vector<std::string>> differences_of_files(const BotFiles& before, const BotFiles& now,
                                                      std::size_t most);

}  // namespace toptile
