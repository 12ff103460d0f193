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
#include "tournaments/shipped_files.h"

namespace toptile {

struct BotEntry {
  std::string name;
  std::string author, version, language;  // As its bot.json says; empty without one.
  std::vector<std::string> command;       // Program and arguments. A program with '/' is absolute.
  std::filesystem::path directory;        // Where it runs; absolute.
  std::map<std::string, std::string> options;
  std::filesystem::path folder;  // The one with its bot.json; empty without, and when read from a run.json.
  // Besides what its command names, files and folders it reads: its own folder, if that has a bot.json, then
  // those it asks for; absolute. In the sandbox it sees no others.
  std::vector<std::filesystem::path> readable;
  // Of the program and of files among its arguments, with a bot.json of the whole folder: a run never mixes
  // two builds.
  std::string sha256;
  Enforcement sandbox = {};
};

// How bots are looked up.
struct BotSearch {
  std::filesystem::path directory;  // What relative paths count from, unless the bot names a folder itself.
  ShippedFiles shipped;
  std::function<void(const std::string& name)> on_build = [](const std::string&) {};  // Before one is built.
  std::stop_token stop = {};
};

// `json` is a text (a shipped bot, a folder with a bot.json, a program), or an object with command or
// manifest and what else docs/tournaments.md lists under "Bots". `where` begins every error. A folder's bot
// is built first.
Result<BotEntry> find_bot(const Json& json, const BotSearch& search, const JsonPlace& where);

// Whether it is such a text or object at all; nothing is looked up.
Result<void> check_bot(const Json& json, const JsonPlace& where);

// "name=program argument 'two words'" or "program argument": a bot as a flag names it, as find_bot takes it.
// Split as a shell splits words, and nothing more. A text that begins with { is such an object itself.
Result<Json> parse_bot_flag(const std::string& text);

// What the referee starts. Stderr goes nowhere yet, and nothing confines it.
BotSpec spec_of(const BotEntry& bot);

// How a bot is started in the sandbox, with the words that stand in `list` as save_for_bots wrote them.
Confinement confinement_of(const BotEntry& bot, std::shared_ptr<const Sandbox> sandbox,
                           const SandboxLimits& limits, const std::filesystem::path& list);

// What belongs to this bot: its folder, if that has a bot.json, or else the files among its command but for
// programs on PATH, which are interpreters.
std::vector<std::filesystem::path> files_of_its_own(const BotEntry& bot);

// As run.json has it.
Json bot_to_json(const BotEntry& bot);
Result<BotEntry> bot_from_json(const Json& object, const std::string& where);

}  // namespace toptile
