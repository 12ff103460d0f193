// A bot that was found. A BotSource is looked up among the shipped bots, the folders with a bot.json and the
// programs on PATH, and made ready to be started.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/json_fields.h"
#include "base/result.h"
#include "bots/bot_source.h"
#include "bots/shipped_files.h"
#include "referee/game/bot_session.h"
#include "referee/game/clock.h"

namespace toptile {

// Where a bot's own files are: a folder with all that is in it, or a single file.
struct BotHome {
  std::filesystem::path path;  // Absolute.
  bool is_file = false;

  friend bool operator==(const BotHome&, const BotHome&) = default;
};

struct BotEntry {
  std::string name;
  std::string author = {}, version = {}, language = {};  // From its bot.json; empty if it has none.
  // The program and its arguments. A program with '/' is an absolute path.
  std::vector<std::string> command = {};
  std::filesystem::path directory = {};  // The folder that it runs in; absolute.
  std::map<std::string, std::string> options = {};
  // The folder with its bot.json. Empty if the bot has none, or if the entry comes from a run.json.
  std::filesystem::path folder = {};
  std::vector<std::vector<std::string>> build = {};  // Commands, each a program and its arguments.
  // The files that a run copies (bots/copies/frozen_bots.h). An installed program, in a folder `bin` or in
  // one of the system's folders, is not copied.
  std::vector<BotHome> homes = {};
  std::vector<std::filesystem::path> beside = {};  // Other bots' programs that lie in the same folders.
  // Files and folders elsewhere that the organizer lets it read; absolute. In the sandbox it sees no others.
  std::vector<std::filesystem::path> readable = {};
  OwnClock clock = {};  // Its own values in place of those of the tournament's clock.
  // The hash of the files in its folder if that has a bot.json. Otherwise it is the hash of its program and
  // of the files among its arguments.
  std::string sha256 = {};
  Enforcement sandbox = {};
  // The program, folder or revision as the user named it, with the arguments. Empty if the entry comes from a
  // run.json.
  std::string named = {};
  // Keeps the folder of a git revision in the cache (revision_cache.h); null for other bots.
  std::shared_ptr<const UniqueDescriptor> revision_lock = {};

  bool is_folder() const { return !folder.empty(); }
};

// The value of a flag that names this bot again under the given name: "greedy-2=greedy", or "greedy" if that
// is its name anyway.
std::string named_again(const BotEntry& bot, const std::string& name);

std::vector<std::string> bot_names(const std::vector<BotEntry>& bots);

// Whether the player is a person, as it may also be in a run.json. Then there is no program to start.
inline bool is_person(const BotEntry& player) {
  return player.command.empty();
}

// The settings for looking up bots.
struct BotSearch {
  // Relative paths count from this folder, unless the bot names one itself.
  std::filesystem::path directory;
  ShippedFiles shipped;
  // Called before a bot is built.
  std::function<void(const std::string& name)> on_build = [](const std::string&) {};
  std::stop_token stop = {};
};

// Looks a bot up. `where` begins every error. Nothing is built: if a bot has a build, its program may still
// be missing.
Result<BotEntry> find_bot(const BotSource& source, const BotSearch& search, const JsonPlace& where);

// Looks up a bot of a run.json again, where it was then, with the same command and options. Its files may
// have changed since.
Result<BotEntry> find_bot_again(const BotEntry& begun, const BotSearch& search, const JsonPlace& where);

// Checks that the program can be started: it is there, it is executable, and its interpreter is there. Errors
// call it `named`.
Result<void> check_program(const std::filesystem::path& program, const std::string& named);

// The files that belong to this bot: its folder, if that has a bot.json. Otherwise they are the files that
// its command names, except programs on PATH, which are interpreters.
std::vector<std::filesystem::path> files_of_its_own(const BotEntry& bot);

// Describes the files that the bot and its build may see besides the bot's own files, the word list and the
// system's programs: "also reads /opt/models, also sees /home/me/.cargo/bin". Empty if there are no others.
// `built` is the folder with the bot that was built from its sources, or empty.
std::string words_of_sight(const BotEntry& bot, const std::filesystem::path& built = {});

}  // namespace toptile
