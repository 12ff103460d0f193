// Who plays: a bot as a user names it, looked up among the shipped bots, the folders with a bot.json and the
// programs on PATH, and made ready to be started.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "protocol/json_fields.h"
#include "referee/bot_session.h"
#include "tournaments/bots/shipped_files.h"

namespace toptile {

// The place of a bot's own files: a folder with all that is in it, or a single file.
struct BotHome {
  std::filesystem::path path;  // Absolute.
  bool is_file = false;

  friend bool operator==(const BotHome&, const BotHome&) = default;
};

struct BotEntry {
  std::string name;
  std::string author = {}, version = {}, language = {};  // As its bot.json says; empty without one.
  std::vector<std::string> command;  // Program and arguments. A program with '/' is absolute.
  std::filesystem::path directory;   // Where it runs; absolute.
  std::map<std::string, std::string> options;
  std::filesystem::path folder =
      {};  // The one with its bot.json; empty without, and when read from a run.json.
  std::vector<std::vector<std::string>> build = {};  // Commands, likewise.
  // What a run has a copy of (tournaments/bots/frozen_bots.h). A program that is installed, in a folder `bin`
  // or one of the system's, has none.
  std::vector<BotHome> homes = {};
  std::vector<std::filesystem::path> beside = {};  // What lies there and is not the bot's: other programs.
  // Files and folders of others that its organizer lets it read; absolute. In the sandbox it sees no others.
  std::vector<std::filesystem::path> readable = {};
  // The hash of the files of its folder with a bot.json; else of its program and of files among its
  // arguments.
  std::string sha256 = {};
  Enforcement sandbox = {};

  bool is_folder() const { return !folder.empty(); }
};

// Who plays may be a person, in a run.json too: nobody starts anything.
inline bool is_person(const BotEntry& player) {
  return player.command.empty();
}

// How bots are looked up.
struct BotSearch {
  std::filesystem::path directory;  // What relative paths count from, unless the bot names a folder itself.
  ShippedFiles shipped;
  std::function<void(const std::string& name)> on_build = [](const std::string&) {};  // Before one is built.
  std::stop_token stop = {};
};

// `json` is a text (a shipped bot, a folder with a bot.json, a program), or an object with command or
// manifest and what else docs/tournaments.md lists under "Bots". `where` begins every error. Nothing is
// built: the program of a bot that has a build may still be missing.
Result<BotEntry> find_bot(const Json& json, const BotSearch& search, const JsonPlace& where);

// Whether it is such a text or object at all; nothing is looked up.
Result<void> check_bot(const Json& json, const JsonPlace& where);

// "name=program argument 'two words'" or "program argument": a bot as a flag names it, as find_bot takes it.
// Split as a shell splits words, and nothing more. A text that begins with { is such an object itself.
Result<Json> parse_bot_flag(const std::string& text);

// Whether the program can be started: it is there, executable, and has its interpreter. `named` is what it is
// called in an error.
Result<void> check_program(const std::filesystem::path& program, const std::string& named);

// What belongs to this bot: its folder, if that has a bot.json, or else the files among its command but for
// programs on PATH, which are interpreters.
std::vector<std::filesystem::path> files_of_its_own(const BotEntry& bot);

// What the bot and its build may see of the machine besides its own files, the words and the system's
// programs: "also reads /opt/models, also sees /home/me/.cargo/bin"; empty where that is nothing. `built` is
// the folder with what was built of its own; empty where nothing is.
std::string words_of_sight(const BotEntry& bot, const std::filesystem::path& built = {});

// As run.json has it.
Json bot_to_json(const BotEntry& bot);
Result<BotEntry> bot_from_json(const Json& object, const std::string& where);

}  // namespace toptile
