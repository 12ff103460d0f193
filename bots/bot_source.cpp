#include "bots/bot_source.h"

#include <fmt/format.h>

#include <utility>

#include "base/utf8.h"
#include "bots/bot_fault.h"
#include "bots/bot_files.h"
#include "bots/bot_manifest.h"
#include "bots/settings_json.h"
#include "referee/sandbox/needed_files.h"

namespace toptile {

namespace fs = std::filesystem;

bool has_slash(const std::string& text) {
  return text.find('/') != std::string::npos;
}

// The name in words such as "a b=program".
std::optional<std::string> name_with_blanks(const std::vector<std::string>& words) {
  if (words.empty() || has_slash(words[0])) return std::nullopt;
  std::string name = words[0];
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    const std::string part = words[i].substr(0, equals);
    if (!is_bot_name(part)) return std::nullopt;
    name += " " + part;
    if (equals != part.npos) return name;
  }
  return std::nullopt;
}

Result<BotSource> bot_source_from_json(const Json& json, const JsonPlace& where) {
  BotSource bot;
  if (json.is_string()) {
    bot.command = {json.get<std::string>()};
    if (bot.command[0].empty())
      return Error{where.words() + ": expected a bot's name, folder or program, not an empty string"};
    return bot;
  }
  FieldReader reader(json, where);
  reader.read("name", bot.name);
  if (reader.has("name") && !is_bot_name(bot.name)) reader.fail("name", no_bot_name(bot.name));
  if (reader.has("manifest")) {
    reader.read("manifest", bot.manifest);
    if (bot.manifest.empty()) reader.fail("manifest", "it should name a bot.json, or a folder with one");
  } else {
    reader.require("command").read("command", bot.command).read("directory", bot.directory);
    if (reader.has("command") && (bot.command.empty() || bot.command[0].empty()))
      reader.fail("command", "it should name a program, or a bot's folder");
  }
  reader.read("readable", bot.readable);
  read_options(reader, bot.options);
  read_part(reader, "clock", bot.clock, own_clock_from_json);
  if (const auto fault = command_fault(bot.command)) reader.fail("command", *fault);
  if (const auto fault = options_fault(bot.options)) reader.fail("options", *fault);
  TOPTILE_TRY_TO(reader.finish());
  return bot;
}

Result<void> check_source(const BotSource& bot, const JsonPlace& where) {
  const auto fault = [&](const std::string& key, const std::string& why) {
    return Error{fmt::format("{}: {}", where.at(key).words(), why)};
  };
  if (!is_bot_name(bot.name)) return fault("name", no_bot_name(bot.name));
  if (const auto why = command_fault(bot.command)) return fault("command", *why);
  if (const auto why = options_fault(bot.options)) return fault("options", *why);
  return success();
}

std::string expected_name(const BotSource& bot) {
  if (!bot.name.empty()) return bot.name;
  const fs::path path = fs::path(bot.command.empty() ? bot.manifest : bot.command[0]).lexically_normal();
  return (path.filename().empty() || path.filename() == kManifestFile ? path.parent_path().filename()
                                                                      : path.stem())
      .string();
}

std::optional<Error> cut_name_fault(const BotSource& bot, const ShippedFiles& shipped) {
  if (!bot.name.empty()) return std::nullopt;
  const auto name = name_with_blanks(bot.command);
  const auto is_there = [&](const std::string& program) {
    return is_program(shipped.bots / program) || find_on_path(program, search_path());
  };
  if (!name || is_there(bot.command[0])) return std::nullopt;
  return Error{no_bot_name(*name)};
}

Result<Json> parse_bot_flag(const std::string& text) {
  if (text.starts_with('{')) return parse_json(text, "an object");
  std::vector<std::string> words;
  std::string word;
  bool is_in_word = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      is_in_word = true;
    } else if (c == ' ' || c == '\t') {
      if (is_in_word) words.push_back(std::exchange(word, {}));
      is_in_word = false;
    } else {
      word += c;
      is_in_word = true;
    }
  }
  if (quote != 0) return Error{fmt::format("a quote is not closed: {}", printable(text))};
  if (is_in_word) words.push_back(word);
  if (words.empty()) return Error{"expected a bot's name, folder or program, not an empty string"};
  Json bot = Json::object();
  const std::size_t equals = words[0].find('=');
  // A path may contain the sign, too.
  const bool has_name = equals != std::string::npos && words[0].find('/') >= equals;
  // A file or a folder whose path has blanks needs no quotes.
  const std::string whole = has_name ? text.substr(text.find('=') + 1) : text;
  std::error_code ignored;
  if (words.size() > 1 && has_slash(whole) && fs::exists(whole, ignored))
    words = {has_name ? words[0].substr(0, equals + 1) + whole : whole};
  if (has_name) {
    const std::string name = words[0].substr(0, equals);
    if (!is_bot_name(name)) return Error{no_bot_name(name)};
    bot["name"] = name;
    words[0].erase(0, equals + 1);
    if (words[0].empty()) words.erase(words.begin());
    if (words.empty()) return Error{fmt::format("a program should follow the =: {}", printable(text))};
  }
  bot["command"] = words;
  return bot;
}

}  // namespace toptile
