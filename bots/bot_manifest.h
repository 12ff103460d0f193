// The manifest bot.json in a bot's folder (docs/write_a_bot.md, "A bot in a folder"): the bot's name and
// author, how it is built and how it is started.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"

namespace toptile {

struct BotManifest {
  std::string name;  // A name that is_bot_name accepts.
  std::string author, version, language;
  // Files and folders elsewhere that the bot asks to read; relative to its folder. The organizer decides.
  std::vector<std::string> readable;
  // Commands that run one after the other. Empty: there is nothing to build.
  std::vector<std::vector<std::string>> build;
  std::vector<std::string> run;  // The program, then its arguments.
  std::map<std::string, std::string> options;
};

inline constexpr std::string_view kManifestFile = "bot.json";

// A bot's name has 1 to 40 characters: letters, digits, - _ . + with at least one letter or digit. It does
// not begin with a dot, because files are named after it, nor with a dash, because it would look like a flag.
bool is_bot_name(std::string_view name);
// Older runs may also have names that begin with a dash, or that have neither letter nor digit.
bool is_recorded_bot_name(std::string_view name);
// The error for a text that is not a bot's name.
std::string no_bot_name(std::string_view text);

// An error names the file (`where`) and the field.
Result<BotManifest> parse_manifest(std::string_view text, const std::string& where);
Result<BotManifest> read_manifest(const std::filesystem::path& file);

// Reads "options", an object. A value that is not a string becomes its JSON text.
void read_options(FieldReader& reader, std::map<std::string, std::string>& options);

}  // namespace toptile
