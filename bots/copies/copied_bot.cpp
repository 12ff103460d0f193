#include "bots/copies/copied_bot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/utf8.h"
#include "bots/bot_files.h"
#include "referee/sandbox/needed_files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

std::string place_of_home(std::size_t home) {
  return home == 0 ? kBotPlace : fmt::format("{}-{}", kBotPlace, home + 1);
}

}  // namespace

fs::path CopiedBot::home(std::size_t number) const {
  return folder_ / std::to_string(lane_ + 1) / bot_.name / std::to_string(number + 1);
}

BotFiles CopiedBot::files(std::size_t home) const {
  return {this->home(home), false, Strangeness::refused, {}, {"/"}};
}

std::optional<fs::path> CopiedBot::in_copy(const fs::path& path) const {
  for (std::size_t number = 0; number < bot_.homes.size(); ++number) {
    const fs::path copy = home(number);
    const auto& [source, is_file] = bot_.homes[number];
    if (is_file && path == source) return copy / source.filename();
    if (!is_file && path == source) return copy;
    if (!is_file && is_within(path, source)) return copy / path.lexically_relative(source);
  }
  return std::nullopt;
}

std::vector<std::string> CopiedBot::command() const {
  const bool is_directory_copied = in_copy(bot_.directory).has_value();
  std::vector<std::string> words;
  for (const std::string& word : bot_.command) {
    const auto copy = in_copy((bot_.directory / word).lexically_normal());
    std::error_code ignored;
    const bool is_program = words.empty();  // The program always becomes the copy's, even if that is missing.
    const bool is_changed = fs::path(word).is_absolute() || !is_directory_copied;
    const bool is_copied = copy && is_changed && (is_program || fs::exists(*copy, ignored));
    words.push_back(is_copied ? copy->string() : word);
  }
  return words;
}

fs::path CopiedBot::directory(bool has_own_places) const {
  if (auto directory = in_copy(bot_.directory)) return *std::move(directory);
  if (!has_own_places) return bot_.directory;
  return bot_.homes.empty() ? fs::path("/") : home(0);
}

std::vector<Shown> CopiedBot::mounted() const {
  std::vector<Shown> mounted;
  for (std::size_t number = 0; number < bot_.homes.size(); ++number)
    mounted.push_back({home(number), place_of_home(number)});
  return mounted;
}

Result<std::string> CopiedBot::hash_of_homes() const {
  std::vector<std::string> hashes;
  for (std::size_t number = 0; number < bot_.homes.size(); ++number) {
    TOPTILE_TRY(auto hash, hash_of_files(files(number)));
    hashes.push_back(std::move(hash));
  }
  return fmt::format("{}", fmt::join(hashes, " "));
}

Result<std::string> CopiedBot::hash() const {
  if (bot_.is_folder()) return hash_of_files(files(0));
  return hash_of_bot(command(), directory(true));
}

Result<void> CopiedBot::check() const {
  TOPTILE_TRY_TO(check_words());
  TOPTILE_TRY_TO(check_program(directory(true) / command()[0], bot_.command[0]));
  if (!bot_.build.empty()) return success();
  TOPTILE_TRY(const auto copied, hash());
  if (copied == bot_.sha256) return success();
  return Error{"its files were changed while they were copied; try again"};
}

// A file of the command that was not copied is not part of the bot, for example a link that leads out of its
// folder.
Result<void> CopiedBot::check_words() const {
  for (const std::string& word : bot_.command) {
    const fs::path source = (bot_.directory / word).lexically_normal();
    const auto copy = in_copy(source);
    std::error_code ignored;
    if (!copy || !fs::is_regular_file(source, ignored) || fs::is_regular_file(*copy, ignored)) continue;
    return Error{fmt::format(
        "{}: this file does not belong to the bot, because it is hidden, or because a link leads out of the "
        "bot's folder; name the file itself, or name it as readable in the configuration",
        printable(source.string(), 200))};
  }
  return success();
}

}  // namespace toptile
