#include "bots/bot_manifest.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/utf8.h"
#include "bots/bot_fault.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxManifest = 1 << 20;

void read_build(FieldReader& reader, std::vector<std::vector<std::string>>& build) {
  const Json* commands = reader.read_any("build");
  if (commands == nullptr) return;
  const auto is_command = [](const Json& command) {
    const auto is_text = [](const Json& word) { return word.is_string(); };
    return command.is_array() && !command.empty() && std::ranges::all_of(command, is_text);
  };
  if (!commands->is_array() || !std::ranges::all_of(*commands, is_command))
    return reader.fail("build", "expected a list of commands, each a list of strings");
  for (const Json& command : *commands) build.push_back(command.get<std::vector<std::string>>());
}

constexpr std::string_view kLettersAndDigits =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+";
constexpr std::size_t kMaxNameLength = 40;

}  // namespace

bool is_bot_name(std::string_view name) {
  return is_recorded_bot_name(name) && name[0] != '-' &&
         name.find_first_of(kLettersAndDigits) != std::string_view::npos;
}

bool is_recorded_bot_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxNameLength &&
         name.find_first_not_of(kNameCharacters) == std::string_view::npos && name[0] != '.';
}

std::string no_bot_name(std::string_view text) {
  std::string what = "a name has at least one letter or digit";
  const std::size_t bad = text.find_first_not_of(kNameCharacters);
  if (bad != text.npos) {
    // A multi-byte character is shown whole.
    const std::size_t end = text.find_first_of(kNameCharacters, bad + 1);
    const bool is_blank = text[bad] == ' ' || text[bad] == '\t';
    const std::string shown =
        is_blank ? "a blank" : fmt::format("\"{}\"", printable(text.substr(bad, end - bad)));
    what = fmt::format("it has {}, but a name has 1 to {} letters from a to z, digits and - _ . +", shown,
                       kMaxNameLength);
  } else if (text.size() > kMaxNameLength) {
    what = fmt::format("it has {} characters, and {} are allowed", text.size(), kMaxNameLength);
  } else if (text.starts_with('.')) {
    what = "a name does not begin with a dot";
  } else if (text.starts_with('-')) {
    what = "a name does not begin with a dash, because it would look like a flag";
  }
  return fmt::format("\"{}\" is not a name for a bot: {}", printable(text), what);
}

void read_options(FieldReader& reader, std::map<std::string, std::string>& options) {
  const Json* object = reader.read_any("options");
  if (object == nullptr) return;
  if (!object->is_object())
    return reader.fail("options", "expected an object, with a value for each option's name");
  for (const auto& [name, value] : object->items())
    options[name] = value.is_string() ? value.get<std::string>() : json_text(value);
}

Result<BotManifest> read_manifest(const fs::path& file) {
  TOPTILE_TRY(auto text, read_beginning(file, kMaxManifest + 1));
  if (text.size() > kMaxManifest)
    return Error{fmt::format("{}: this is longer than a bot's description can be, 1 MiB", file.string())};
  return parse_manifest(text, file.string());
}

Result<BotManifest> parse_manifest(std::string_view text, const std::string& where) {
  TOPTILE_TRY(auto object, parse_json(text, where));
  BotManifest manifest;
  FieldReader reader(object, JsonPlace::of_text(text, where));
  reader.require("name").read("name", manifest.name).require("run").read("run", manifest.run);
  reader.read("author", manifest.author)
      .read("version", manifest.version)
      .read("language", manifest.language)
      .read("readable", manifest.readable);
  read_build(reader, manifest.build);
  read_options(reader, manifest.options);
  reader.pass_over("$schema");
  if (reader.has("name") && !is_bot_name(manifest.name)) {
    reader.fail("name", no_bot_name(manifest.name));
  }
  if (reader.has("run") && (manifest.run.empty() || manifest.run[0].empty()))
    reader.fail("run", "it should name a program");
  if (const auto fault = command_fault(manifest.run)) reader.fail("run", *fault);
  for (const auto& command : manifest.build)
    if (const auto fault = command_fault(command)) reader.fail("build", *fault);
  if (const auto fault = options_fault(manifest.options)) reader.fail("options", *fault);
  TOPTILE_TRY_TO(reader.finish());
  return manifest;
}

}  // namespace toptile
