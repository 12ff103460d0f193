#include "bots/bot_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <map>
#include <memory>
#include <optional>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "referee/sandbox/forbidden.h"
#include "referee/sandbox/needed_files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr int kMaxDepth = 64;
constexpr std::size_t kChunk = 1 << 16;

Error reading_error(const fs::path& file, int error) {
  return {fmt::format("{}: {}", printable(file.string(), 200), std::generic_category().message(error))};
}

bool is_left_behind(const std::string& name, bool has_build) {
  return name.starts_with('.') || name == "__pycache__" || name == "build.log" || name == "runs" ||
         (has_build && (name == "build" || name == "target"));
}

UniqueDescriptor open_at(int folder, const std::string& name, int flags) {
  return UniqueDescriptor(::openat(folder, name.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

// "a/../b" need not be "b": if a is a link, it leads elsewhere.
bool climbs_after_descending(const fs::path& path) {
  const auto is_descent = [](const fs::path& part) { return part != ".." && part != "." && part != "/"; };
  const auto descent = std::ranges::find_if(path, is_descent);
  return std::find(descent, path.end(), "..") != path.end();
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

// The names in a folder, sorted. nullopt if it cannot be listed; then errno says why.
std::optional<std::vector<std::string>> listed_names(int folder) {
  const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseFolder> listed(again < 0 ? nullptr : ::fdopendir(again));
  if (!listed && again >= 0) ::close(again);
  if (!listed) return std::nullopt;
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(listed.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
    errno = 0;
  }
  if (errno != 0) return std::nullopt;
  std::ranges::sort(names);
  return names;
}

// Every step opens the file that it checks, so that no link can replace it meanwhile.
class Walk {
 public:
  Walk(const BotFiles& files, const FileVisitor& visitor) : files_(files), visitor_(visitor) {
    std::error_code ignored;
    base_ = fs::is_directory(files.source, ignored) ? files.source : files.source.parent_path();
    real_base_ = fs::canonical(base_, ignored);
  }

  Result<void> go() {
    const UniqueDescriptor base(::open(base_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!base.is_open()) return reading_error(base_, errno);
    if (base_ == files_.source) return look_through(base.number(), "", 0);
    return visit(base.number(), files_.source.filename(), 0);
  }

 private:
  Result<void> look_through(int folder, const fs::path& path, int depth) {
    if (depth > kMaxDepth)
      return Error{fmt::format("{}: folders are nested more than {} deep here, which is too deep for a bot",
                               told(path), kMaxDepth)};
    const auto names = listed_names(folder);
    // A folder that may not be read holds no part of the bot. Any other error could hide a part of it.
    if (!names && errno != EACCES) return reading_error(told(path), errno);
    if (!names) return strange(path, std::generic_category().message(errno));
    for (const std::string& name : *names) {
      if (is_left_behind(name, files_.has_build) || is_left_out(path / name)) continue;
      TOPTILE_TRY_TO(visit(folder, path / name, depth));
    }
    return success();
  }

  Result<void> visit(int folder, const fs::path& path, int depth) {
    if (++count_ > kMaxBotFiles) return too_much();
    const UniqueDescriptor opened = open_at(folder, path.filename(), O_RDONLY);
    if (!opened.is_open() && errno == ELOOP) return visit_link(folder, path);
    if (!opened.is_open()) return strange(path, std::generic_category().message(errno));
    struct stat status {};
    if (::fstat(opened.number(), &status) != 0) return reading_error(told(path), errno);
    if (S_ISDIR(status.st_mode)) {
      if (is_run_folder("", opened.number())) return success();
      TOPTILE_TRY_TO(visitor_.folder(path));
      return look_through(opened.number(), path, depth + 1);
    }
    if (!S_ISREG(status.st_mode))
      return strange(path, "this is neither a file nor a folder, but a bot consists of these; remove it");
    bytes_ += static_cast<std::uint64_t>(status.st_size);
    if (bytes_ > kMaxBotBytes) return too_much();
    return visitor_.file({path, opened, (status.st_mode & S_IXUSR) != 0});
  }

  Result<void> visit_link(int folder, const fs::path& path) {
    char text[PATH_MAX];
    const ssize_t size = ::readlinkat(folder, path.filename().c_str(), text, sizeof text);
    if (size <= 0) return strange(path, std::generic_category().message(size < 0 ? errno : EINVAL));
    const fs::path written(std::string(text, static_cast<std::size_t>(size)));
    const auto target = inner_target(path, written);
    if (!target) {
      return strange(path,
                     fmt::format("this is a link to {}, which does not belong to the bot; put the file "
                                 "itself here; only a tournament's configuration can name it as readable",
                                 printable(written.string(), 200)));
    }
    return visitor_.link({path, *target});
  }

  // The target to write into a copy: relative within the bot, absolute if it leads to other files that the
  // bot may see.
  std::optional<fs::path> inner_target(const fs::path& link, const fs::path& written) const {
    const fs::path folder = link.parent_path();
    if (leads_inside(link, written)) return written;
    if (climbs_after_descending(written)) return std::nullopt;
    const fs::path goal = (real_base_ / folder / written).lexically_normal();
    for (const fs::path& source : {base_, real_base_, files_.seen_as}) {
      if (!source.empty() && is_within(goal, source)) return goal.lexically_relative(source / folder);
    }
    const auto holds_it = [&](const fs::path& shown) { return is_within(goal, shown); };
    if (is_in_system(goal) || std::ranges::any_of(files_.may_link_to, holds_it)) return goal;
    return std::nullopt;
  }

  bool is_left_out(const fs::path& path) const {
    return std::ranges::find(files_.left_out, base_ / path) != files_.left_out.end();
  }

  Result<void> strange(const fs::path& path, const std::string& what) const {
    if (files_.strangeness == Strangeness::left_out) return success();
    return Error{fmt::format("{}: {}", told(path), what)};
  }

  Error too_much() const {
    return {fmt::format("{}: this holds more than {} files, or {} GiB; give the bot a folder of its own",
                        printable(files_.source.string(), 200), kMaxBotFiles, kMaxBotBytes >> 30)};
  }

  std::string told(const fs::path& path) const { return printable((base_ / path).string(), 200); }

  const BotFiles& files_;
  const FileVisitor& visitor_;
  fs::path base_, real_base_;  // The folder that paths are relative to, and the same without links.
  int count_ = 0;
  std::uint64_t bytes_ = 0;
};

// By path: a text that differs if the file or link differs.
using Inventory = std::map<std::string, std::string>;

Result<Inventory> inventory_of(const BotFiles& files, Folders folders = Folders::left_out) {
  Inventory inventory;
  const auto folder = [&](const fs::path& path) -> Result<void> {
    if (folders == Folders::counted) inventory[path.string()] = "folder";
    return success();
  };
  const auto file = [&](const FoundFile& found) -> Result<void> {
    Sha256Sum sum;
    auto read = read_parts(found, [&](std::string_view part) -> Result<void> {
      sum.add(part);
      return success();
    });
    if (read) {
      inventory[found.path.string()] =
          fmt::format("{} {}", found.is_program ? "program" : "file", hexadecimal(sum.digest()));
    }
    return read;
  };
  const auto link = [&](const FoundLink& found) -> Result<void> {
    const std::string target = found.target.string();
    inventory[found.path.string()] = fmt::format("link {} {}", target.size(), target);
    return success();
  };
  const FileVisitor visitor{folder, file, link};
  TOPTILE_TRY_TO(visit_files(files, visitor));
  return inventory;
}

Result<void> copy_part(const FoundFile& found, off_t begin, off_t end, int copy, const fs::path& to) {
  std::vector<char> part(kChunk);
  while (begin < end) {
    const std::size_t wanted = std::min<std::size_t>(part.size(), static_cast<std::size_t>(end - begin));
    const ssize_t count =
        read_at(found.file.number(), part.data(), wanted, static_cast<std::uint64_t>(begin));
    if (count < 0) return reading_error(found.path, errno);
    if (count == 0) return success();  // It became shorter; the hash of the copy will show that.
    TOPTILE_TRY_TO(write_bytes(copy, to, std::string_view(part.data(), static_cast<std::size_t>(count))));
    begin += count;
  }
  return success();
}

// Holes stay holes, so that a copy takes no more disk space than the original. If the file system does not
// report them, the whole file is data.
Result<void> copy_data(const FoundFile& found, int copy, const fs::path& to) {
  struct stat status {};
  if (::fstat(found.file.number(), &status) != 0) return reading_error(found.path, errno);
  for (off_t end = 0; end < status.st_size;) {
    off_t begin = ::lseek(found.file.number(), end, SEEK_DATA);
    if (begin < 0 && errno == ENXIO) break;  // The rest is a hole.
    if (begin < 0) begin = end;
    end = ::lseek(found.file.number(), begin, SEEK_HOLE);
    if (end <= begin || end > status.st_size) end = status.st_size;
    if (::lseek(copy, begin, SEEK_SET) < 0) return reading_error(to, errno);
    TOPTILE_TRY_TO(copy_part(found, begin, end, copy, to));
  }
  if (::ftruncate(copy, status.st_size) != 0) return reading_error(to, errno);
  return success();
}

Result<void> copy_file(const FoundFile& found, const fs::path& to) {
  const UniqueDescriptor copy(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!copy.is_open()) return reading_error(to, errno);
  if (::ioctl(copy.number(), FICLONE, found.file.number()) != 0) {
    TOPTILE_TRY_TO(copy_data(found, copy.number(), to));
  }
  if (::fchmod(copy.number(), found.is_program ? 0755 : 0644) != 0) return reading_error(to, errno);
  return success();
}

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directory(folder, error);
  if (!error) fs::permissions(folder, fs::perms(0755), error);
  if (error) return reading_error(folder, error.value());
  return success();
}

namespace fs = std::filesystem;

// If there are several files, their lengths are hashed, too, so that moving bytes from one file to the next
// changes the hash.
Result<std::string> hash_of(const std::vector<fs::path>& files) {
  if (files.size() == 1) {
    TOPTILE_TRY(auto bytes, read_file(files[0]));
    return sha256_hexadecimal(bytes);
  }
  std::string list;
  for (const fs::path& file : files) {
    TOPTILE_TRY(auto bytes, read_file(file));
    list += fmt::format("{} {}\n", bytes.size(), sha256_hexadecimal(bytes));
  }
  return sha256_hexadecimal(list);
}

// The program and the files among its arguments: if the program is an interpreter, the bot's own program is
// among them.
std::vector<fs::path> program_files(const std::vector<std::string>& command, const fs::path& directory) {
  std::vector<fs::path> files;
  for (const std::string& word : command) {
    const fs::path file = directory / word;
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) files.push_back(file);
  }
  return files;
}

}  // namespace

Result<void> visit_files(const BotFiles& files, const FileVisitor& visitor) {
  return Walk(files, visitor).go();
}

Result<void> read_parts(const FoundFile& found, const std::function<Result<void>(std::string_view)>& use) {
  std::vector<char> part(kChunk);
  for (std::uint64_t bytes = 0; bytes <= kMaxBotBytes;) {
    const ssize_t count = read_some(found.file.number(), part.data(), part.size());
    if (count < 0) return reading_error(found.path, errno);
    if (count == 0) return success();
    bytes += static_cast<std::uint64_t>(count);
    TOPTILE_TRY_TO(use(std::string_view(part.data(), static_cast<std::size_t>(count))));
  }
  return Error{fmt::format("{}: this file grows while it is read", printable(found.path.string(), 200))};
}

bool leads_inside(const fs::path& link, const fs::path& target) {
  if (target.empty() || target.is_absolute() || climbs_after_descending(target)) return false;
  const fs::path goal = (link.parent_path() / target).lexically_normal();
  return *goal.begin() != "..";
}

Result<std::string> hash_of_files(const BotFiles& files, Folders folders) {
  TOPTILE_TRY(const auto inventory, inventory_of(files, folders));
  std::string list;
  for (const auto& [path, what] : inventory) list += fmt::format("{} {} {}\n", path.size(), path, what);
  return sha256_hexadecimal(list);
}

Result<void> copy_files(const BotFiles& files, const fs::path& to) {
  TOPTILE_TRY_TO(make_folder(to));
  const auto link = [&](const FoundLink& found) -> Result<void> {
    std::error_code error;
    fs::create_symlink(found.target, to / found.path, error);
    if (error) return reading_error(to / found.path, error.value());
    return success();
  };
  const FileVisitor visitor{[&](const fs::path& path) { return make_folder(to / path); },
                            [&](const FoundFile& found) { return copy_file(found, to / found.path); }, link};
  return visit_files(files, visitor);
}

Result<std::vector<std::string>> differences_of_files(const BotFiles& before, const BotFiles& now,
                                                      std::size_t most) {
  TOPTILE_TRY(const auto old_files, inventory_of(before));
  TOPTILE_TRY(const auto new_files, inventory_of(now));
  std::vector<std::string> differences;
  const auto add = [&](const std::string& path, const char* what) {
    if (differences.size() < most) differences.push_back(printable(path, 100) + what);
  };
  for (const auto& [path, what] : new_files) {
    const auto old_file = old_files.find(path);
    if (old_file == old_files.end()) {
      add(path, " is new");
    } else if (old_file->second != what) {
      add(path, " has changed");
    }
  }
  for (const auto& [path, what] : old_files) {
    if (!now.has_build && !new_files.contains(path)) add(path, " is gone");
  }
  return differences;
}

Result<std::string> hash_of_bot(const std::vector<std::string>& command, const fs::path& directory) {
  return hash_of(program_files(command, directory));
}

}  // namespace toptile
