#include "bots/bot_entry_json.h"

#include <utility>
#include <vector>

#include "bots/bot_fault.h"
#include "bots/bot_manifest.h"
#include "bots/settings_json.h"

namespace toptile {

namespace fs = std::filesystem;

Json bot_to_json(const BotEntry& bot) {
  Json readable = Json::array();
  for (const fs::path& path : bot.readable) readable.push_back(path.string());
  Json homes = Json::array();
  for (const auto& [path, is_file] : bot.homes) homes.push_back(path.string() + (is_file ? "" : "/"));
  return {{"name", bot.name},       {"author", bot.author},
          {"version", bot.version}, {"language", bot.language},
          {"command", bot.command}, {"directory", bot.directory.string()},
          {"options", bot.options}, {"homes", homes},
          {"readable", readable},   {"clock", own_clock_to_json(bot.clock)},
          {"sha256", bot.sha256},   {"sandbox", enforcement_to_json(bot.sandbox)}};
}

Result<BotEntry> bot_from_json(const Json& object, const std::string& where) {
  BotEntry bot;
  std::string directory;
  FieldReader reader(object, where);
  reader.require("name").read("name", bot.name).require("command").read("command", bot.command);
  reader.require("author").read("author", bot.author).require("version").read("version", bot.version);
  reader.require("language").read("language", bot.language);
  reader.require("directory").read("directory", directory).require("sha256").read("sha256", bot.sha256);
  reader.require("options");
  read_options(reader, bot.options);
  std::vector<std::string> homes, readable;
  reader.require("homes").read("homes", homes);
  reader.require("readable").read("readable", readable);
  reader.require("clock");
  read_part(reader, "clock", bot.clock, own_clock_from_json);
  const Json* sandbox = reader.require("sandbox").read_any("sandbox");
  TOPTILE_TRY_TO(reader.finish());
  bot.directory = directory;
  bot.readable.assign(readable.begin(), readable.end());
  for (const std::string& home : homes) {
    const bool is_file = !home.ends_with('/');
    bot.homes.push_back({is_file ? home : home.substr(0, home.size() - 1), is_file});
  }
  TOPTILE_TRY(auto enforcement, enforcement_from_json(*sandbox, where + ": sandbox"));
  bot.sandbox = std::move(enforcement);
  if (auto fault = unreadable_fault(bot, where)) return *std::move(fault);
  return bot;
}

}  // namespace toptile
