#include "league/intake/submission_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "base/files.h"
#include "base/foreign_folder.h"
#include "base/sha256.h"
#include "base/temporary_folder.h"
#include "base/utf8.h"
#include "bots/bot_files.h"
#include "bots/bot_manifest.h"
#include "league/intake/archive.h"
#include "league/intake/own_paths.h"
#include "league/intake/pack_folder.h"
#include "referee/sandbox/needed_files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// The bytes by which each kind of file is recognized, and their offset.
struct Magic {
  std::size_t at;
  std::string_view bytes;
};
constexpr std::array<Magic, 6> kArchives = {{{0, "PK\x03\x04"},
                                             {0, "\x1f\x8b"},
                                             {0, "\x28\xb5\x2f\xfd"},
                                             {0, std::string_view("\xfd\x37zXZ\0", 6)},
                                             {0, "BZh"},
                                             {257, "ustar"}}};

std::string shown(const fs::path& path) {
  return printable(path.string(), 200);
}

Result<void> check_size(const fs::path& folder, const SubmissionLimits& limits) {
  std::uint64_t bytes = 0;
  int files = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    ++files;
    if (entry->is_regular_file(error) && !entry->is_symlink(error)) bytes += entry->file_size(error);
  }
  if (error) return Error{fmt::format("{}: {}", shown(folder), error.message())};
  if (files > limits.files)
    return Error{
        fmt::format("the bot has {} files, and this league takes {}; leave out what it does not need", files,
                    limits.files)};
  if (bytes > bytes_of_mb(limits.unpacked_mb))
    return Error{
        fmt::format("the bot's files have {} MiB, and this league takes {}; leave out what it does "
                    "not need",
                    (bytes + bytes_of_mb(1) - 1) / bytes_of_mb(1), limits.unpacked_mb)};
  return success();
}

// The command of a program, as in a bot.json: files of its folder, and programs on PATH.
Result<std::vector<std::string>> command_of(const BotEntry& bot) {
  const fs::path home = bot.homes.empty() ? fs::path() : bot.homes[0].path;
  const fs::path folder = !bot.homes.empty() && bot.homes[0].is_file ? home.parent_path() : home;
  std::vector<std::string> words;
  for (const std::string& word : bot.command) {
    const fs::path file = (bot.directory / word).lexically_normal();
    std::error_code ignored;
    const bool is_program = words.empty();
    if (!folder.empty() && is_within(file, folder) && fs::is_regular_file(file, ignored)) {
      const std::string name = file.lexically_relative(folder).string();
      words.push_back(is_program ? "./" + name : name);
    } else if (is_program) {
      const std::string name = file.filename().string();
      if (find_on_path(name, search_path()) != file)
        return Error{
            fmt::format("{}: this program is neither the bot's own nor on PATH; submit a folder "
                        "with a bot.json and all that the bot needs",
                        shown(file))};
      words.push_back(name);
    } else {
      words.push_back(word);
    }
  }
  return words;
}

Result<void> write_manifest(const BotEntry& bot, const fs::path& folder) {
  TOPTILE_TRY(const auto command, command_of(bot));
  Json manifest = {{"name", bot.name}, {"run", command}};
  if (!bot.options.empty()) manifest["options"] = bot.options;
  return replace_file(folder / kManifestFile, json_text(manifest, 2) + "\n");
}

// Copies the bot into a new folder that has a bot.json.
Result<void> copy_bot(const BotEntry& bot, const fs::path& to) {
  if (bot.homes.size() != 1) {
    return Error{fmt::format("bot {}: {}; submit a folder with a bot.json and all that the bot needs",
                             bot.name,
                             bot.homes.empty() ? "this is one of the system's programs, not a bot's own file"
                                               : "its files are in several folders")};
  }
  const bool has_build = !bot.build.empty();
  BotFiles files{bot.homes[0].path, has_build};
  if (!bot.is_folder()) {
    files.strangeness = Strangeness::left_out;
    files.left_out = bot.beside;
  }
  TOPTILE_TRY_TO(copy_files(files, to));
  if (bot.is_folder()) return success();
  return write_manifest(bot, to);
}

constexpr std::string_view kEndings[] = {".tar",     ".tar.gz",  ".tgz", ".tar.xz",
                                         ".tar.zst", ".tar.bz2", ".zip"};

}  // namespace

bool is_disk_full(const fs::path& folder) {
  constexpr std::uintmax_t kRoom = 16 << 20;
  std::error_code failed;
  const fs::space_info space = fs::space(folder, failed);
  return !failed && space.available < kRoom;
}

bool is_archive(const fs::path& file) {
  const std::string name = file.filename().string();
  if (std::ranges::any_of(kEndings, [&](std::string_view ending) { return name.ends_with(ending); }))
    return true;
  const auto beginning = read_beginning(file, 512);
  return beginning && std::ranges::any_of(kArchives, [&](const Magic& magic) {
           return beginning.value().size() > magic.at &&
                  std::string_view(beginning.value()).substr(magic.at).starts_with(magic.bytes);
         });
}

namespace {

Error no_manifest() {
  return {
      fmt::format("there is no {0} in it that can be read; put one there that says how the bot is "
                  "started: {{\"name\": \"mine\", \"run\": [\"./mine\"]}}",
                  kManifestFile)};
}

// The bot's name in a bot.json that may be invalid otherwise; empty if there is none.
std::string name_in(const std::string& text) {
  const auto json = parse_json(text, std::string(kManifestFile));
  if (!json || !json.value().is_object()) return {};
  const auto name = json.value().find("name");
  return name != json.value().end() && name->is_string() ? name->get<std::string>() : std::string();
}

std::optional<Error> manifest_fault(const std::string& text) {
  const auto manifest = parse_manifest(text, std::string(kManifestFile));
  if (!manifest) return manifest.error();
  if (!manifest.value().readable.empty())
    return Error{
        fmt::format("{}: readable: a bot of a league sees no files but its own; put {} into its "
                    "folder, and leave this key out",
                    kManifestFile, printable(manifest.value().readable[0], 100))};
  return std::nullopt;
}

// The submission of a bot whose manifest is good. Its files are copied first, so that those that are hashed
// are those that are packed, whatever their author does meanwhile.
Result<Submission> packed_submission(const BotEntry& bot, const std::string& name, const std::string& author,
                                     const SubmissionLimits& limits) {
  TOPTILE_TRY(const auto folder, TemporaryFolder::make());
  const fs::path copy = folder.path() / "bot";
  TOPTILE_TRY_TO(copy_bot(bot, copy));
  TOPTILE_TRY_TO(check_size(copy, limits));
  Submission submission{.bot = name.empty() ? bot.name : name,
                        .author = author,
                        .sha256 = {},
                        .packed = {},
                        .said_author = bot.author,
                        .said_version = bot.version,
                        .language = bot.language};
  TOPTILE_TRY(submission.sha256, hash_of_files({copy, !bot.build.empty()}));
  auto packed = pack_folder(copy, bytes_of_mb(limits.packed_mb));
  if (!packed) return in_context(fmt::format("bot {}", bot.name), packed.error());
  submission.packed = std::move(packed).value();
  submission.bytes = submission.packed.size();
  return submission;
}

}  // namespace

std::optional<Error> folder_fault(const fs::path& folder) {
  const auto text = ForeignFolder(folder).read(kManifestFile, kMaxTopFileBytes);
  return text ? manifest_fault(text.value()) : no_manifest();
}

Result<Submission> submission_of(const BotEntry& bot, const std::string& name, const std::string& author,
                                 const SubmissionLimits& limits) {
  if (bot.is_folder()) {
    if (auto fault = folder_fault(bot.folder)) return in_context(shown(bot.folder), *fault);
  }
  return packed_submission(bot, name, author, limits);
}

Submitted<Submission> submission_of_archive(const fs::path& archive, const std::string& name,
                                            const std::string& author, const SubmissionLimits& limits) {
  std::string named;
  const auto of_author = [&](const Error& error) {
    return SubmissionFailure{in_context(shown(archive), error), true, named};
  };
  const auto of_machine = [](const Error& error) { return SubmissionFailure{error, false}; };
  const ArchiveLimits archive_limits{.packed_bytes = bytes_of_mb(limits.packed_mb),
                                     .bytes = bytes_of_mb(limits.unpacked_mb),
                                     .files = limits.files};
  const auto bytes = ForeignFolder::of(archive).read(archive.filename(), archive_limits.packed_bytes);
  if (!bytes) return SubmissionFailure{bytes.error(), true};
  const auto top_file = survey_packed(bytes.value(), kManifestFile, archive_limits);
  if (!top_file) return of_author(top_file.error());
  if (!top_file.value().is_there) return of_author(no_manifest());
  if (const auto& text = top_file.value().text) {
    named = name_in(*text);
    if (auto fault = manifest_fault(*text)) return of_author(*fault);
  }

  const auto folder = TemporaryFolder::make();
  if (!folder) return of_machine(folder.error());
  const fs::path unpacked = folder.value().path() / "unpacked";
  if (const auto done = unpack_packed(bytes.value(), unpacked, archive_limits); !done)
    return of_machine(done.error());
  const auto top = top_folder(unpacked);
  if (!top) return of_machine(top.error());
  // The author must not see where the folder is, only the names of the bot's own files.
  const auto of_bot = [&](const Error& error) {
    std::string what = without_own_paths(error.message, {top.value(), unpacked});
    if (what.starts_with(": ")) what.erase(0, 2);
    return of_author({what});
  };
  if (!top_file.value().text) return of_bot(no_manifest());  // It is too large to be read.
  const BotSearch search{.directory = top.value(), .shipped = {}};
  const auto bot = find_bot({.manifest = top.value().string()}, search, JsonPlace(""));
  if (!bot) return of_bot(bot.error());
  auto submission = packed_submission(bot.value(), name, author, limits);
  if (!submission && is_disk_full(folder.value().path())) return of_machine(submission.error());
  if (!submission) return of_bot(submission.error());
  return std::move(submission).value();
}

Result<std::vector<Submission>> submissions_of_no_bot(const fs::path& archive,
                                                      const SubmissionFailure& failure,
                                                      const std::string& name, const std::string& author) {
  const auto sum = sha256_of_file(archive);
  if (!sum) return failure;
  const std::string hash = hexadecimal(sum.value());
  std::string stem = archive.filename().string();
  for (const std::string_view ending : kEndings)
    if (stem.ends_with(ending)) stem.resize(stem.size() - ending.size());
  std::vector<std::string> names{name};
  if (name.empty()) names = {failure.bot, stem, author};
  std::string why = failure.message;
  const std::string place = shown(archive) + ": ";
  if (why.starts_with(place)) why.erase(0, place.size());
  std::vector<Submission> submissions;
  for (const std::string& bot : names) {
    if (!is_bot_name(bot)) continue;
    Submission& submission = submissions.emplace_back();
    submission.bot = bot;
    submission.author = author;
    submission.sha256 = hash;
    submission.refusal = why;
  }
  return submissions;
}

}  // namespace toptile
