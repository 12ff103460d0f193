#include "bots/bot_entry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/bot_fault.h"
#include "bots/bot_files.h"
#include "bots/bot_manifest.h"
#include "bots/git_bot.h"
#include "bots/settings_json.h"
#include "referee/sandbox/needed_files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> find_on_path(const std::string& program) {
  return toptile::find_on_path(program, search_path());
}

// The interpreter that a first line such as "#!/usr/bin/env node" names, if it is not on PATH.
std::optional<std::string> missing_interpreter(std::string_view script) {
  constexpr std::string_view kByPath = "#!/usr/bin/env ";
  if (!script.starts_with(kByPath)) return std::nullopt;
  script.remove_prefix(kByPath.size());
  const std::string name(script.substr(0, script.find_first_of(" \t\r\n")));
  const bool is_plain = !name.empty() && name[0] != '-' && name.find_first_of("=/") == std::string::npos;
  return is_plain && !find_on_path(name) ? std::optional(name) : std::nullopt;
}

Result<void> check_interpreter(const fs::path& program, const std::string& named) {
  constexpr std::size_t kMaxFirstLine = 256;  // The bytes that Linux reads of it.
  TOPTILE_TRY(const auto beginning, read_beginning(program, kMaxFirstLine));
  // Without an argument the kernel finds no interpreter, which the start reports. With one, the interpreter
  // would get an argument that ends with the carriage return.
  const std::string_view line = std::string_view(beginning).substr(0, beginning.find('\n'));
  if (line.starts_with("#!") && line.ends_with('\r') &&
      line.find_first_of(" \t", line.find('/')) != line.npos) {
    return Error{
        fmt::format("{} has Windows line ends, so its interpreter is not found: save it with Unix line ends",
                    printable(named, 200))};
  }
  const auto missing = missing_interpreter(beginning);
  if (!missing) return success();
  return Error{fmt::format("{} runs with {}, which is not on PATH; install it, or leave the bot out",
                           printable(named, 200), printable(*missing))};
}

std::optional<Error> text_fault(const BotEntry& bot, const std::string& where) {
  for (const auto& [what, value] : {std::pair(": author", bot.author), std::pair(": version", bot.version),
                                    std::pair(": language", bot.language)}) {
    if (auto fault = not_text_fault(where + what, value)) return fault;
  }
  for (const std::string& word : bot.command) {
    if (auto fault = not_text_fault(where + ": command", word)) return fault;
  }
  if (auto fault = not_text_fault(where + ": directory", bot.directory.string())) return fault;
  for (const fs::path& path : bot.readable) {
    if (auto fault = not_text_fault(where + ": readable", path.string())) return fault;
  }
  for (const auto& [name, value] : bot.options) {
    if (auto fault = not_text_fault(where + ": options", name)) return fault;
    if (auto fault = not_text_fault(where + ": options: " + printable(name), value)) return fault;
  }
  return std::nullopt;
}

// The path, without a slash at its end.
fs::path plain_path(const fs::path& directory, const std::string& path) {
  const fs::path full = fs::absolute(directory / path).lexically_normal();
  return full.filename().empty() ? full.parent_path() : full;
}

// Each path must exist, or the bot would fail to find it in every game.
Result<void> add_readable(BotEntry& bot, const std::vector<std::string>& paths, const fs::path& directory) {
  for (const std::string& path : paths) {
    const fs::path full = fs::absolute(directory / path).lexically_normal();
    std::error_code ignored;
    if (!fs::exists(full, ignored))
      return Error{
          fmt::format("readable: {}: there is no such file or folder", printable(full.string(), 200))};
    const fs::path plain = plain_path(directory, path);
    // A path through a link could show a file that is hidden under its real path.
    if (const fs::path real = fs::canonical(plain, ignored); real != plain) {
      return Error{fmt::format("readable: {}: this path leads through a symbolic link; write {}",
                               printable(plain.string(), 200), printable(real.string(), 200))};
    }
    bot.readable.push_back(plain);
  }
  return success();
}

// An untrusted bot.json does not decide which of the organizer's files the bot sees.
Result<void> check_asked_for(const BotEntry& bot, const BotManifest& manifest) {
  for (const std::string& path : manifest.readable) {
    const fs::path asked = plain_path(bot.folder, path);
    const auto holds_it = [&](const fs::path& shown) { return is_within(asked, shown); };
    if (is_within(asked, bot.folder) || std::ranges::any_of(bot.readable, holds_it)) continue;
    return Error{
        fmt::format("{}: readable: the bot asks to read {}, which is not in its folder; if you allow this, "
                    "say so where the bot is named: {{\"manifest\": \"{}\", \"readable\": [\"{}\"]}}",
                    (bot.folder / kManifestFile).string(), printable(asked.string(), 200),
                    printable(bot.folder.string(), 200), printable(asked.string(), 200))};
  }
  return success();
}

// The bot's folder, if the text names one with a bot.json, or names the bot.json in it.
std::optional<fs::path> find_bot_folder(const std::string& text, const fs::path& directory,
                                        const ShippedFiles& shipped) {
  if (!has_slash(text) && is_program(shipped.bots / text)) return std::nullopt;
  const fs::path path = fs::absolute(directory / text).lexically_normal();
  std::error_code ignored;
  if (path.filename() == kManifestFile && fs::is_regular_file(path, ignored)) return path.parent_path();
  if (!fs::is_regular_file(path / kManifestFile, ignored)) return std::nullopt;
  return path.filename().empty() ? path.parent_path() : path;  // "folder/" is "folder".
}

// The folder of the bot.json; `named` is that folder or the file.
Result<fs::path> find_manifest(const std::string& named, const fs::path& directory) {
  const fs::path path = fs::absolute(directory / named).lexically_normal();
  const fs::path file = path.filename() == kManifestFile ? path : path / kManifestFile;
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored))
    return Error{fmt::format("{}: there is no such file", printable(file.string(), 200))};
  return file.parent_path().lexically_normal();
}

Result<fs::path> find_file(const std::string& program, const fs::path& directory) {
  const fs::path file = fs::absolute(directory / program).lexically_normal();
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    return Error{fmt::format("{} is a folder without a {}; name a bot's folder or a program", file.string(),
                             kManifestFile)};
  }
  if (!fs::exists(file, ignored))
    return Error{fmt::format("{}: there is no such file", printable(file.string(), 200))};
  if (!fs::is_regular_file(file, ignored))
    return Error{
        fmt::format("{}: this is not a program: it is not a regular file", printable(file.string(), 200))};
  if (!is_program(file))
    return Error{fmt::format("{} is not executable; try: chmod +x {}", printable(file.string(), 200),
                             shell_word(file.string()))};
  return file;
}

Result<fs::path> find_shipped_or_installed(const std::string& program, const ShippedFiles& shipped) {
  if (is_program(shipped.bots / program)) return fs::absolute(shipped.bots / program).lexically_normal();
  if (auto found = find_on_path(program)) return *std::move(found);
  const auto names = shipped_bot_names(shipped);
  return Error{fmt::format(
      "\"{}\" is neither a shipped bot ({}) nor a bot's folder nor a program on PATH{}; write "
      "./{} for a file of your own",
      printable(program), fmt::join(names, ", "), meant_name(program, names), printable(program))};
}

// A program that a manifest names without a slash is an interpreter on PATH, never a shipped bot. With a
// slash it must be in the bot's folder or one of the system's programs.
Result<fs::path> find_program_of_folder(const std::string& program, const fs::path& folder, bool has_build) {
  if (!has_slash(program)) {
    if (auto found = find_on_path(program)) return *std::move(found);
    return Error{fmt::format("\"{0}\" is not a program on PATH; write ./{0} for a file of the folder",
                             printable(program))};
  }
  const fs::path file = fs::absolute(folder / program).lexically_normal();
  if (!is_within(file, folder) && !is_in_system(file)) {
    return Error{
        fmt::format("{}: this program is neither in the bot's folder nor one of the system's; a bot.json "
                    "names a file of its folder, or a program on PATH",
                    printable(file.string(), 200))};
  }
  return has_build ? file : find_file(program, folder);
}

// The entry of a bot in a folder is what its manifest says, except for the name and options that were
// requested.
Result<BotEntry> entry_of_folder(const BotSource& source, const fs::path& folder, const fs::path& directory) {
  TOPTILE_TRY(auto read, read_manifest(folder / kManifestFile));
  const BotManifest& manifest = read;
  const std::string file = (folder / kManifestFile).string();
  if (source.command.size() > 1) {
    return Error{fmt::format("{} is a bot's folder, so it takes no arguments; they are in {} under \"run\"",
                             folder.string(), file)};
  }
  BotEntry bot{.name = source.name.empty() ? manifest.name : source.name,
               .author = manifest.author,
               .version = manifest.version,
               .language = manifest.language,
               .command = manifest.run,
               .directory = folder,
               .options = source.options,
               .folder = folder,
               .build = manifest.build,
               .homes = {{folder}},
               .clock = source.clock};
  TOPTILE_TRY_TO(add_readable(bot, source.readable, directory));
  TOPTILE_TRY_TO(check_asked_for(bot, manifest));
  bot.options.insert(manifest.options.begin(), manifest.options.end());
  const bool has_build = !bot.build.empty();
  for (const auto& command : bot.build) {
    if (!has_slash(command[0])) continue;
    if (auto good = find_program_of_folder(command[0], folder, true); !good)
      return in_context(file + ": build", good.error());
  }
  auto program = find_program_of_folder(bot.command[0], folder, has_build);
  if (!program) return in_context(file + ": run", program.error());
  bot.command[0] = program.value().string();
  TOPTILE_TRY(auto hash, hash_of_files({folder, has_build, Strangeness::refused, {}, bot.readable}));
  bot.sha256 = std::move(hash);
  return bot;
}

// A program in `bin` belongs to an installation, which is more than a bot.
bool is_installed(const fs::path& file) {
  const std::string folder = file.parent_path().filename().string();
  return folder == "bin" || folder == "sbin" || folder == "shims" || is_in_system(file);
}

// Writes paths as "/opt/models, /home/me/.pyenv/{bin,libexec}".
std::string list_of(const std::set<fs::path>& paths) {
  std::map<fs::path, std::vector<std::string>> by_folder;
  for (const fs::path& path : paths)
    by_folder[path.parent_path()].push_back(printable(path.filename().string(), 200));
  std::vector<std::string> words;
  for (const auto& [folder, names] : by_folder) {
    const std::string beginning = printable((folder / "").string(), 200);
    words.push_back(names.size() == 1 ? beginning + names[0]
                                      : fmt::format("{}{{{}}}", beginning, fmt::join(names, ",")));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

// The file that is started for one of the bot's programs: a program on PATH, a file in the bot's folder, or
// the corresponding file in the folder of the build.
std::optional<fs::path> started_program(const BotEntry& bot, const std::string& program,
                                        const fs::path& built) {
  if (!has_slash(program)) return find_on_path(program);
  const fs::path file = (bot.directory / program).lexically_normal();
  if (built.empty() || !is_within(file, bot.folder)) return file;
  return (built / file.lexically_relative(bot.folder)).lexically_normal();
}

// The installations that the bot sees because it starts their programs. A program that cannot be found is
// skipped here; its start reports the error.
std::set<fs::path> installations_seen(const BotEntry& bot, const fs::path& built) {
  std::vector<fs::path> own = {built};
  for (const BotHome& home : bot.homes) own.push_back(home.path);
  if (built.empty()) own.erase(own.begin());
  std::vector<std::string> programs;
  if (!is_person(bot)) programs.push_back(bot.command[0]);
  for (const auto& command : bot.build) programs.push_back(command[0]);
  std::set<fs::path> seen;
  for (const std::string& program : programs) {
    const auto file = started_program(bot, program, built);
    const auto needed = file ? files_needed(*file, own, search_path()) : NeededFiles{};
    if (needed) seen.insert(needed.value().shown.begin(), needed.value().shown.end());
  }
  return seen;
}

void add_home(BotEntry& bot, const BotHome& home) {
  if (std::ranges::find(bot.homes, home) == bot.homes.end()) bot.homes.push_back(home);
}

void find_homes(BotEntry& bot, const ShippedFiles& shipped) {
  for (const fs::path& file : files_of_its_own(bot)) {
    const fs::path folder = file.parent_path();
    const bool is_shipped = !shipped.bots.empty() && folder == fs::absolute(shipped.bots).lexically_normal();
    if (is_installed(file) && !is_shipped) continue;
    const bool is_alone = is_wide_folder(folder);
    add_home(bot, {is_alone ? file : folder, is_alone});
    if (!is_shipped) continue;
    for (const std::string& name : shipped_bot_names(shipped))
      if (folder / name != file) bot.beside.push_back(folder / name);
  }
}

Result<BotEntry> entry_of_program(const BotSource& source, const fs::path& directory,
                                  const BotSearch& search) {
  const std::string& named = source.command[0];
  auto found =
      has_slash(named) ? find_file(named, directory) : find_shipped_or_installed(named, search.shipped);
  if (const auto name = name_with_blanks(source.command); !found && name && source.name.empty())
    return Error{no_bot_name(*name)};
  TOPTILE_TRY(auto program, std::move(found));
  BotEntry bot{.name = source.name.empty() ? program.stem().string() : source.name,
               .command = source.command,
               .directory = directory,
               .options = source.options,
               .clock = source.clock};
  if (!is_bot_name(bot.name)) {
    return Error{fmt::format("{}; give it a name, as in name={}", no_bot_name(bot.name),
                             printable(source.command[0]))};
  }
  bot.command[0] = program.string();
  find_homes(bot, search.shipped);
  TOPTILE_TRY_TO(add_readable(bot, source.readable, directory));
  auto hash = hash_of_bot(bot.command, bot.directory);
  if (!hash) return in_context(bot.name, hash.error());
  bot.sha256 = std::move(hash).value();
  return bot;
}

// The words that name the program or the folder, as a shell takes them.
std::string words_named(const BotSource& source) {
  if (source.command.empty()) return shell_word(source.manifest);
  std::vector<std::string> words;
  for (const std::string& word : source.command) words.push_back(shell_word(word));
  return fmt::format("{}", fmt::join(words, " "));
}

std::optional<GitName> git_name_of(const BotSource& source) {
  return source.command.size() == 1 ? parse_git_name(source.command[0]) : std::nullopt;
}

std::string short_hash(const std::string& commit) {
  return commit.substr(0, 7);
}

// Two revisions of a bot may meet, so each is called after its own.
Result<void> name_by_revision(BotEntry& bot, const BotSource& source, const std::string& commit) {
  if (bot.version.empty()) bot.version = short_hash(commit);
  if (!source.name.empty()) return success();
  bot.name += "-" + short_hash(commit);
  if (is_bot_name(bot.name)) return success();
  return Error{fmt::format("{}; give it a name, as in old={}", no_bot_name(bot.name),
                           printable(source.command[0], 200))};
}

}  // namespace

std::string named_again(const BotEntry& bot, const std::string& name) {
  const std::string named = !bot.named.empty()    ? bot.named
                            : bot.command.empty() ? ""
                                                  : shell_word(bot.command[0]);
  return named == name ? name : fmt::format("{}={}", name, named);
}

std::vector<std::string> bot_names(const std::vector<BotEntry>& bots) {
  std::vector<std::string> names;
  for (const BotEntry& bot : bots) names.push_back(bot.name);
  return names;
}

Result<BotEntry> find_bot(const BotSource& source, const BotSearch& search, const JsonPlace& where) {
  const auto in_place = [&](const Error& error) { return in_context(where.words(), error); };
  const fs::path directory = fs::absolute(search.directory / source.directory).lexically_normal();
  std::optional<fs::path> folder;
  std::optional<GitFolder> revision;
  if (const auto git = git_name_of(source)) {
    auto found = check_out(*git, directory, search.stop);
    if (!found) return in_place(found.error());
    revision = std::move(found).value();
    folder = revision->kept.folder;
    std::error_code ignored;
    if (!fs::is_regular_file(*folder / kManifestFile, ignored))
      return in_place(
          {fmt::format("{}: there is no {} in this revision, {}; a bot of a revision is a folder with one",
                       printable(source.command[0], 200), kManifestFile, short_hash(revision->commit))});
  } else if (source.command.empty()) {
    auto found = find_manifest(source.manifest, directory);
    if (!found) return in_context(where.at("manifest").words(), found.error());
    folder = std::move(found).value();
  } else {
    folder = find_bot_folder(source.command[0], directory, search.shipped);
  }
  auto bot =
      folder ? entry_of_folder(source, *folder, directory) : entry_of_program(source, directory, search);
  if (!bot) return in_place(bot.error());
  bot.value().named = words_named(source);
  if (revision) {
    bot.value().revision_lock = revision->kept.lock;
    if (auto named = name_by_revision(bot.value(), source, revision->commit); !named)
      return in_place(named.error());
  }
  if (auto fault = text_fault(bot.value(), where.words())) return *std::move(fault);
  if (auto fault = bot_fault(bot.value(), where.words())) return *std::move(fault);
  if (!bot.value().build.empty()) return bot;
  const std::string& program = bot.value().command[0];
  if (auto good = check_interpreter(program, program); !good) return in_place(good.error());
  return bot;
}

Result<BotEntry> find_bot_again(const BotEntry& begun, const BotSearch& search, const JsonPlace& where) {
  BotSource folder_source{.name = begun.name, .options = begun.options, .clock = begun.clock};
  for (const fs::path& path : begun.readable) folder_source.readable.push_back(path.string());
  BotSource program_source = folder_source;
  program_source.command = begun.command;
  program_source.directory = begun.directory.string();
  TOPTILE_TRY_TO(check_source(program_source, where));
  const bool may_be_folder =
      begun.homes.size() == 1 && !begun.homes[0].is_file && begun.homes[0].path == begun.directory;
  std::error_code ignored;
  if (!may_be_folder || !fs::is_regular_file(begun.directory / kManifestFile, ignored))
    return find_bot(program_source, search, where);
  folder_source.manifest = begun.directory.string();
  auto folder = find_bot(folder_source, search, where);
  if (folder && folder.value().sha256 == begun.sha256) return folder;
  // A program in a bot's folder may have been named itself, without the bot.json beside it.
  auto program = find_bot(program_source, search, where);
  return program && program.value().sha256 == begun.sha256 ? program : folder;
}

Result<void> check_program(const fs::path& program, const std::string& named) {
  std::error_code ignored;
  if (!fs::is_regular_file(program, ignored))
    return Error{fmt::format("{}: there is no such file; the bot's build ran, but did not make it",
                             printable(named, 200))};
  if (!is_program(program))
    return Error{
        fmt::format("{} is not executable; try: chmod +x {}", printable(named, 200), shell_word(named))};
  return check_interpreter(program, named);
}

std::vector<fs::path> files_of_its_own(const BotEntry& bot) {
  if (!bot.folder.empty()) return {bot.folder};
  std::vector<fs::path> files;
  for (const std::string& word : bot.command) {
    const fs::path file = (bot.directory / word).lexically_normal();
    std::error_code ignored;
    const auto on_path = find_on_path(file.filename().string());
    if (fs::is_regular_file(file, ignored) && on_path != file) files.push_back(file);
  }
  return files;
}

std::string words_of_sight(const BotEntry& bot, const fs::path& built) {
  std::vector<std::string> words;
  if (!bot.readable.empty())
    words.push_back("also reads " + list_of({bot.readable.begin(), bot.readable.end()}));
  if (const auto others = installations_seen(bot, built); !others.empty())
    words.push_back("also sees " + list_of(others));
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace toptile
