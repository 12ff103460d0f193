// Lists, hashes and copies the files of a bot without following an untrusted link. Files, folders, and links
// that stay among them belong to a bot. Hidden files do not, nor do runs and tunings under any name, nor the
// leftovers of bots and tools (`__pycache__`, `build.log`).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace toptile {

enum class Strangeness {
  refused,  // Anything but a file, a folder or a link that stays inside is an error.
  left_out  // Anything but a file, a folder or a link that stays inside is skipped.
};

// A folder of a bot, or a single file.
struct BotFiles {
  // An absolute path, which may go through links. Links inside must not lead out.
  std::filesystem::path source;
  // Whether the bot has a build. Then folders named `build` and `target` are the build's and do not belong to
  // the bot.
  bool has_build = false;
  Strangeness strangeness = Strangeness::refused;
  std::vector<std::filesystem::path> left_out = {};  // Absolute paths of other bots.
  // Links may lead to these, and to the system's folders.
  std::vector<std::filesystem::path> may_link_to = {};
  // The path at which a build saw these files, to which links may lead; empty if there was no build.
  std::filesystem::path seen_as = {};
};

inline constexpr std::uint64_t kMaxBotBytes = std::uint64_t{2} << 30;
inline constexpr int kMaxBotFiles = 100'000;

// The findings of a walk through the files. Each path is relative to the bot's folder.
struct FoundFile {
  const std::filesystem::path& path;
  const UniqueDescriptor& file;  // Open for reading, at its beginning.
  bool is_program;
};
struct FoundLink {
  const std::filesystem::path& path;
  const std::filesystem::path& target;  // Relative if it leads to the bot's own files.
};
struct FileVisitor {
  std::function<Result<void>(const std::filesystem::path&)> folder;
  std::function<Result<void>(const FoundFile&)> file;
  std::function<Result<void>(const FoundLink&)> link;
};

// Visits the files in the order of their names, each folder before its contents. The first error ends the
// walk.
Result<void> visit_files(const BotFiles& files, const FileVisitor& visitor);

// Passes a file to `use` in parts, until `use` returns an error or the file ends.
Result<void> read_parts(const FoundFile& found, const std::function<Result<void>(std::string_view)>& use);

// Whether a relative link stays in the folder that its own path is relative to. The text alone decides this,
// because a target that climbs after it has descended is never accepted.
bool leads_inside(const std::filesystem::path& link, const std::filesystem::path& target);

// Whether a hash depends on empty folders.
enum class Folders { left_out, counted };

// The SHA-256, in hexadecimal, of the names and contents of files, of links, and of whether each file is
// executable. If folders are counted, copies of files with the same hash differ in nothing but times.
Result<std::string> hash_of_files(const BotFiles& files, Folders folders = Folders::left_out);

// Copies the files into a new folder, which all users can read and only the owner can change. If the file
// system can, the copies share disk blocks with the originals; otherwise holes in files stay holes.
Result<void> copy_files(const BotFiles& files, const std::filesystem::path& to);

// The first differences between the two, at most `most`, such as "bot.py has changed". If `now` has a build,
// files that are only in `before` are left out, since the build made them.
Result<std::vector<std::string>> differences_of_files(const BotFiles& before, const BotFiles& now,
                                                      std::size_t most);

// The SHA-256, in hexadecimal, of the program and of the files among its arguments: if the program is an
// interpreter, the bot's own program is among them. Relative paths in the command count from the directory.
Result<std::string> hash_of_bot(const std::vector<std::string>& command,
                                const std::filesystem::path& directory);

}  // namespace toptile
