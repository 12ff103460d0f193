#include "tournaments/bot_manifest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "engine/utf8.h"
#include "protocol/files.h"
#include "protocol/words.h"
#include "referee/descriptor.h"
#include "referee/launch.h"
#include "tournaments/build_environment.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBuildLog = "build.log";
constexpr std::uint64_t kLongestLog = 16 << 20;  // Bytes.
constexpr std::size_t kLongestManifest = 1 << 20;

void read_build(FieldReader& reader, std::vector<std::vector<std::string>>& build) {
  const Json* commands = reader.read_any("build");
  if (commands == nullptr) return;
  const auto is_command = [](const Json& command) {
    const auto is_text = [](const Json& word) { return word.is_string(); };
    return command.is_array() && !command.empty() && std::ranges::all_of(command, is_text);
  };
  if (!commands->is_array() || !std::ranges::all_of(*commands, is_command))
    return reader.fail("build", "a list of commands is expected here, each a list of texts");
  for (const Json& command : *commands) build.push_back(command.get<std::vector<std::string>>());
}

// As start_process needs them.
Result<UniqueDescriptor> open_above_streams(const fs::path& file, int flags) {
  UniqueDescriptor opened = above_streams(UniqueDescriptor(::open(file.c_str(), flags | O_CLOEXEC, 0666)));
  if (!opened.is_open())
    return Error{fmt::format("{}: {}", file.string(), std::generic_category().message(errno))};
  return opened;
}

std::uint64_t size_of(const UniqueDescriptor& file) {
  struct stat status {};
  return ::fstat(file.number(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// Waits for the step and all that it started. Looks now and then, so that a stop is heeded; a build takes
// seconds.
Result<ChildExit> wait_for(KeptProcess& step, const UniqueDescriptor& log, const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kLook{10};
  constexpr std::chrono::minutes kLongest{20};
  const Deadline deadline = std::chrono::steady_clock::now() + kLongest;
  while (!step.wait_exit(std::chrono::steady_clock::now() + kLook)) {
    if (stop.stop_requested()) return Error{"stopped"};
    if (std::chrono::steady_clock::now() >= deadline)
      return Error{fmt::format("it took more than {} minutes", kLongest.count())};
    if (size_of(log) > kLongestLog) return Error{fmt::format("it said more than {} MiB", kLongestLog >> 20)};
  }
  return *step.exit();
}

Result<void> run_step(const std::vector<std::string>& command, const fs::path& folder,
                      const fs::path& package, const UniqueDescriptor& log, const std::stop_token& stop) {
  const auto nothing = open_above_streams("/dev/null", O_RDONLY);
  if (!nothing) return nothing.error();
  Launch launch;
  launch.argv = command;
  launch.directory = folder;
  launch.environment = build_environment(package);
  auto step = start_process(launch, {nothing.value().number(), log.number(), log.number()});
  const bool is_by_name = command[0].find('/') == std::string::npos;
  if (!step && is_by_name && !step.error().is_hosts) {
    return Error{fmt::format(
        "\"{}\" cannot be started: is it installed? The folder's README.md may say what a build needs",
        printable(command[0]))};
  }
  if (!step) return Error(step.error());
  const auto exit = wait_for(step.value(), log, stop);
  if (!exit) return exit.error();
  if (exit.value().is_success()) return success();
  if (auto missing = find_missing_build_tool(command)) return Error{*std::move(missing)};
  return Error{fmt::format("{} ended with {}", fmt::join(command, " "), exit.value().words())};
}

// The first line that tells of an error, as compilers and CMake do, with the line behind it where it ends in
// a colon; the last line where none does.
std::string telling_line(const fs::path& log) {
  const auto text = read_beginning(log, 1 << 20);
  if (!text) return {};
  std::string_view rest = text.value();
  std::string last;
  bool tells = false;
  while (!rest.empty()) {
    std::string_view line = take_line(rest);
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (line.empty()) continue;
    last = tells ? last + " " + printable(line, 200) : printable(line, 200);
    if (tells) break;
    tells = line.find("error:") != std::string_view::npos || line.find("Error") != std::string_view::npos;
    if (tells && !line.ends_with(':')) break;
  }
  return last;
}

}  // namespace

bool is_bot_name(std::string_view name) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+";
  return !name.empty() && name.size() <= 40 && name.find_first_not_of(kAllowed) == std::string_view::npos &&
         name[0] != '.';
}

std::string no_bot_name(std::string_view text) {
  return fmt::format("\"{}\" is no name for a bot: 1 to 40 letters, digits, - _ . + and no dot in front",
                     printable(text));
}

void read_options(FieldReader& reader, std::map<std::string, std::string>& options) {
  const Json* object = reader.read_any("options");
  if (object == nullptr) return;
  if (!object->is_object())
    return reader.fail("options", "an object is expected here, an option's name to its value");
  for (const auto& [name, value] : object->items())
    options[name] = value.is_string() ? value.get<std::string>() : value.dump();
}

Result<BotManifest> read_manifest(const fs::path& file) {
  auto text = read_beginning(file, kLongestManifest + 1);
  if (!text) return text.error();
  if (text.value().size() > kLongestManifest)
    return Error{fmt::format("{}: this is longer than a bot's description can be, 1 MiB", file.string())};
  return parse_manifest(text.value(), file.string());
}

Result<BotManifest> parse_manifest(std::string_view text, const std::string& where) {
  auto object = parse_json(text, where);
  if (!object) return object.error();
  BotManifest manifest;
  FieldReader reader(object.value(), JsonPlace::of_text(text, where));
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
  if (auto finished = reader.finish(); !finished) return finished.error();
  return manifest;
}

Result<void> build_bot(const BotManifest& manifest, const fs::path& folder, const fs::path& package,
                       std::stop_token stop) {
  const fs::path file = folder / kBuildLog;
  std::error_code ignored;
  fs::remove(file, ignored);  // Never through a link, nor into a pipe.
  const auto log = open_above_streams(file, O_WRONLY | O_CREAT | O_EXCL | O_APPEND);
  if (!log) return log.error();
  for (const auto& command : manifest.build) {
    const auto done = run_step(command, folder, package, log.value(), stop);
    if (done) continue;
    if (stop.stop_requested()) return Error{"its build was stopped"};
    const std::string line = telling_line(file);
    const std::string said = line.empty() ? "" : fmt::format(": {}; see {}", line, file.string());
    return Error{fmt::format("its build failed: {}{}", done.error().message, said)};
  }
  return success();
}

}  // namespace toptile
