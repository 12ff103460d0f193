// A bot's folder describes the bot in a file bot.json (docs/write_a_bot.md, "A bot in a folder"): who it is,
// how it is built, how it is started.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "protocol/json_fields.h"

namespace toptile {

struct BotManifest {
  std::string name;  // As is_bot_name has it.
  std::string author, version, language;
  // Files and folders elsewhere that it asks to read; relative to its folder. The organizer decides.
  std::vector<std::string> readable;
  std::vector<std::vector<std::string>> build;  // Commands, one after the other; none: nothing to build.
  std::vector<std::string> run;                 // The program, then its arguments.
  std::map<std::string, std::string> options;
};

inline constexpr std::string_view kManifestFile = "bot.json";

// 1 to 40 letters, digits, - _ . + that do not begin with a dot: it names files, too.
bool is_bot_name(std::string_view name);
// That, said of a text that is none.
std::string no_bot_name(std::string_view text);

// An error names the file (`where`) and the field.
Result<BotManifest> parse_manifest(std::string_view text, const std::string& where);
Result<BotManifest> read_manifest(const std::filesystem::path& file);

// "options": an object, each value a text or what its JSON reads as.
void read_options(FieldReader& reader, std::map<std::string, std::string>& options);

}  // namespace toptile
