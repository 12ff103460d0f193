#include "bots/bot_fault.h"

#include <fmt/format.h>

#include <map>

#include "base/utf8.h"
#include "bots/bot_manifest.h"
#include "bots/git_bot.h"
#include "bots/shown_name.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::size_t kMaxPathBytes = 4096;  // The limit of Linux.
constexpr std::size_t kMaxWord = 1 << 20;    // Bytes of an argument of a command, or of an option.

// A NUL would end the text for the system, but not for this program.
std::optional<std::string> word_fault(const std::string& text) {
  if (text.size() > kMaxWord) return fmt::format("this text is longer than {} bytes", kMaxWord);
  if (text.find('\0') != text.npos) return fmt::format("{} holds a NUL", printable(text));
  return std::nullopt;
}

std::optional<std::string> path_fault(const fs::path& path) {
  const std::string& text = path.native();
  if (auto fault = word_fault(text)) return fault;
  if (text.size() > kMaxPathBytes) return fmt::format("{} is longer than a path", printable(text));
  if (!path.is_absolute()) return fmt::format("{} is not an absolute path", printable(text));
  return std::nullopt;
}

std::optional<std::string> option_fault(const std::string& text) {
  if (auto fault = word_fault(text)) return fault;
  if (text.find_first_of("\r\n"sv) != text.npos)
    return fmt::format("{} has more than one line", printable(text));
  return std::nullopt;
}

class Faults {
 public:
  explicit Faults(std::string where) : where_(std::move(where)) {}

  void add(const std::string& field, const std::optional<std::string>& fault) {
    if (fault && !first_) first_ = Error{fmt::format("{}: {}: {}", where_, field, *fault)};
  }
  std::optional<Error> first() const { return first_; }

 private:
  std::string where_;
  std::optional<Error> first_;
};

void check_program_name(const BotEntry& bot, Faults& faults) {
  const std::string& program = bot.command.front();
  if (program.empty()) faults.add("command", "it should name a program");
  // Everything to look up was found before the run began.
  if (parse_git_name(program)) faults.add("command", fmt::format("{} is not a program", printable(program)));
  if (program.find('/') != program.npos) faults.add("command", path_fault(program));
}

std::optional<std::string> hash_fault(const BotEntry& bot) {
  if (is_sha256(bot.sha256) || (is_person(bot) && bot.sha256.empty())) return std::nullopt;
  return fmt::format("\"{}\" is not an SHA-256 in 64 hexadecimal digits", printable(bot.sha256));
}

}  // namespace

bool is_sha256(std::string_view text) {
  constexpr std::size_t kDigits = 64;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::optional<std::string> command_fault(const std::vector<std::string>& command) {
  for (const std::string& word : command)
    if (auto fault = word_fault(word)) return fault;
  return std::nullopt;
}

std::optional<std::string> options_fault(const std::map<std::string, std::string>& options) {
  for (const auto& [name, value] : options) {
    if (auto fault = option_fault(name)) return fault;
    if (auto fault = option_fault(value)) return fault;
  }
  return std::nullopt;
}

std::optional<Error> bot_fault(const BotEntry& bot, const std::string& where) {
  if (auto fault = unreadable_fault(bot, where)) return fault;
  if (const auto fault = start_fault(bot)) return Error{where + ": " + *fault};
  return std::nullopt;
}

std::optional<std::string> start_fault(const BotEntry& bot) {
  if (const auto fault = command_fault(bot.command)) return "command: " + *fault;
  if (const auto fault = options_fault(bot.options)) return "options: " + *fault;
  return std::nullopt;
}

std::optional<Error> unreadable_fault(const BotEntry& bot, const std::string& where) {
  Faults faults(where);
  if (is_person(bot)) {
    faults.add("name", name_fault(bot.name));
    if (!bot.homes.empty()) faults.add("homes", std::string("people have no files"));
  } else {
    if (!is_recorded_bot_name(bot.name)) faults.add("name", no_bot_name(bot.name));
    check_program_name(bot, faults);
    faults.add("directory", path_fault(bot.directory));
  }
  for (const fs::path& path : bot.readable) faults.add("readable", path_fault(path));
  for (const BotHome& home : bot.homes) faults.add("homes", path_fault(home.path));
  faults.add("sha256", hash_fault(bot));
  return faults.first();
}

std::optional<Error> same_name_fault(std::span<const BotEntry> bots, const std::string& where) {
  std::map<std::string_view, std::size_t> numbers;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const auto [other, is_new] = numbers.emplace(bots[i].name, i);
    if (is_new) continue;
    return Error{fmt::format("{}: bots: bot {} and bot {} are both called {}", where, other->second + 1,
                             i + 1, printable(bots[i].name))};
  }
  return std::nullopt;
}

}  // namespace toptile
