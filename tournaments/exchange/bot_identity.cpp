#include "tournaments/exchange/bot_identity.h"

#include <algorithm>

#include "base/json_fields.h"
#include "base/sha256.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

bool is_outside(const fs::path& from_home) {
  return from_home.empty() || *from_home.begin() == "..";
}

// A path of the bot's own files becomes relative, since the hash identifies the files. Other paths are
// unchanged.
std::string without_home(const fs::path& path, const BotEntry& bot) {
  const fs::path whole = (bot.directory / path).lexically_normal();
  for (std::size_t i = 0; i < bot.homes.size(); ++i) {
    const BotHome& home = bot.homes[i];
    const std::string number = i == 0 ? "" : std::to_string(i) + ":";
    if (home.is_file && whole == home.path) return number + ".";
    const fs::path inside = whole.lexically_relative(home.path);
    if (!home.is_file && !is_outside(inside)) return number + inside.string();
  }
  return path.string();
}

bool is_path(const std::string& word) {
  return word.find('/') != std::string::npos;
}

Json arguments_of(const BotEntry& bot) {
  Json words = Json::array();
  for (const std::string& word : bot.command) {
    std::string shown = is_path(word) ? without_home(word, bot) : word;
    // An installed program may be in another folder on another machine.
    if (words.empty() && fs::path(shown).is_absolute()) shown = fs::path(shown).filename().string();
    words.push_back(std::move(shown));
  }
  return words;
}

Json readable_of(const BotEntry& bot) {
  std::vector<std::string> paths;
  for (const fs::path& path : bot.readable) paths.push_back(without_home(path, bot));
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

std::string BotIdentity::sha256() const {
  return sha256_hexadecimal(json_line(Json::array({is_person, files, arguments, options, readable})));
}

BotIdentity identity_of(const BotEntry& bot) {
  if (is_person(bot)) return {.is_person = true};
  return {.files = bot.sha256,
          .arguments = json_line(arguments_of(bot)),
          .options = json_line(Json(bot.options)),
          .readable = json_line(readable_of(bot))};
}

}  // namespace toptile
