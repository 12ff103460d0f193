#include "referee/sandbox/needed_files.h"

#include <elf.h>
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>

#include "base/utf8.h"
#include "referee/processes/exec_failure.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

constexpr auto kSystem =
    std::to_array<const char*>({"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"});

// People put their own source code there, and containers the programs that they run.
constexpr auto kPrivate = std::to_array<const char*>({"/usr/src", "/usr/local/src"});

// Folders that hold more than one program's files.
constexpr auto kWide =
    std::to_array<const char*>({"/", "/home", "/root", "/tmp", "/var", "/var/tmp", "/opt", "/srv", "/mnt",
                                "/media", "/run", "/etc", "/dev", "/dev/shm", "/proc", "/sys", "/boot"});

// A part of an installation. It is needed if another part, its sign, exists.
struct Part {
  const char* name;
  const char* sign;
};

// The parts that any installation may have, and those that a few kinds of installation need to find
// themselves. `etc` and `var` are left out, as programs keep passwords there.
constexpr auto kParts = std::to_array<Part>({
    {"bin", ""},
    {"sbin", ""},
    {"shims", ""},
    {"lib", ""},
    {"lib32", ""},
    {"lib64", ""},
    {"libexec", ""},
    {"share", ""},
    {"include", ""},
    {"versions", ""},
    {"pyvenv.cfg", ""},       // Names the Python of a virtual environment.
    {"version", "versions"},  // pyenv and rbenv have these four.
    {"plugins", "versions"},
    {"pyenv.d", "versions"},
    {"rbenv.d", "versions"},
    {"plugins", "installs"},  // asdf has these two.
    {"installs", "plugins"},
    // Go itself has these four. A person's own `go` folder has sources, too, but not this sign.
    {"src", "pkg/tool"},
    {"pkg", "pkg/tool"},
    {"VERSION", "pkg/tool"},
    {"go.env", "pkg/tool"},
    {"conf", "lib/modules"},  // Java has these three.
    {"jmods", "lib/modules"},
    {"jre", "jre/lib"},
    {"Cellar", "Cellar"},  // Homebrew has these two.
    {"opt", "Cellar"},
});

// These parts are shown if the folder above holds more than an installation.
constexpr auto kPartsBesideMore = std::to_array<const char*>({"lib", "lib64", "libexec"});

std::optional<fs::path> home_in_user_database() {
  passwd user{};
  passwd* found = nullptr;
  std::vector<char> texts(1024);
  while (::getpwuid_r(::getuid(), &user, texts.data(), texts.size(), &found) == ERANGE)
    texts.resize(2 * texts.size());
  return found == nullptr ? std::nullopt : std::optional(fs::path(found->pw_dir));
}

std::vector<fs::path> homes() {
  std::vector<fs::path> homes;
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    homes.push_back(fs::path(home).lexically_normal());
  static const std::optional<fs::path> kInDatabase = home_in_user_database();
  if (kInDatabase) homes.push_back(*kInDatabase);
  return homes;
}

// The file must be a regular one, too: X_OK also means that a folder can be entered.
bool may_be_started(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

bool is_in_folder_on(std::string_view path, const fs::path& file) {
  std::istringstream folders{std::string(path)};
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (fs::path(folder).is_absolute() && fs::path(folder).lexically_normal() / file.filename() == file)
      return true;
  }
  return false;
}

// The program behind "#!/usr/bin/env -S -u NAME NAME=VALUE python3 -u" is python3.
std::optional<std::string> asked_of_env(std::istringstream& words) {
  for (std::string word; words >> word;) {
    if (word == "-u" || word == "-C") {
      words >> word;  // It is a variable's name or a folder.
    } else if (!word.starts_with('-') && word.find('=') == std::string::npos) {
      return word;
    }
  }
  return std::nullopt;
}

class FileSearch {
 public:
  FileSearch(const std::vector<fs::path>& own, std::string_view path) : own_(own), path_(path) {}

  // Adds the program's folder, and the folders of its interpreter and of everything that it links to.
  Result<void> add_program(const fs::path& program) {
    if (!seen_.insert(program).second) return success();
    TOPTILE_TRY_TO(add_chain(program));
    std::istringstream line(beginning_of(program));
    std::string words;
    if (!std::getline(line, words) || !words.starts_with("#!")) return success();
    std::istringstream rest(words.substr(2));
    std::string interpreter;
    if (!(rest >> interpreter) || !interpreter.starts_with('/')) return success();
    TOPTILE_TRY_TO(add_interpreter(program, interpreter));
    if (fs::path(interpreter).filename() != "env") return success();
    const auto name = asked_of_env(rest);
    if (!name) return success();
    if (name->find('/') != std::string::npos) return add_interpreter(program, *name);
    const auto found = find_on_path(*name, path_);
    return found ? add_program(*found) : success();
  }

  // Parents come first, and no path comes twice.
  NeededFiles found() const {
    std::vector<fs::path> outermost;
    for (const fs::path& path : found_) {
      const auto holds_it = [&](const fs::path& other) { return is_within(path, other); };
      if (std::ranges::none_of(outermost, holds_it)) outermost.push_back(path);
    }
    return {std::move(outermost), {hidden_.begin(), hidden_.end()}};
  }

 private:
  // If the interpreter is missing or cannot be started, the start itself reports it.
  Result<void> add_interpreter(const fs::path& script, const fs::path& named) {
    const fs::path interpreter = named.lexically_normal();
    if (!may_be_started(interpreter)) return success();
    if (!may_be_run(interpreter)) {
      return Error{fmt::format(
          "{}: its first line asks for the interpreter {}, which is neither one of the system's nor in a "
          "folder of PATH, so the bot cannot see it; put its folder on PATH, or name another interpreter",
          script.filename().string(), printable(interpreter.string(), 200))};
    }
    return add_program(interpreter);
  }

  bool is_own(const fs::path& file) const {
    return std::ranges::any_of(own_, [&](const fs::path& folder) { return is_within(file, folder); });
  }

  // Adds a link, what it links to, and so on; then the file under the path that has no link in it. A bot's
  // own link gives access to nothing that the bot may not see anyway.
  Result<void> add_chain(const fs::path& file) {
    constexpr int kMaxLinks = 40;
    const bool is_bots = is_own(file);
    fs::path link = file.lexically_normal();
    std::error_code ignored;
    for (int i = 0; i < kMaxLinks; ++i) {
      if (is_bots && !may_be_run(link)) return leads_out(file, link);
      add_home_of(link);
      if (!fs::is_symlink(link, ignored)) break;
      link = (link.parent_path() / fs::read_symlink(link, ignored)).lexically_normal();
    }
    const fs::path real = fs::canonical(file, ignored);
    if (real.empty()) return success();
    if (is_bots && !may_be_run(real) && !is_own_in_truth(real)) return leads_out(file, real);
    add_home_of(real);
    return success();
  }

  bool may_be_run(const fs::path& file) const {
    return is_own(file) || is_in_system(file) || is_in_folder_on(path_, file);
  }

  // The path of the bot's folder may itself go through links.
  bool is_own_in_truth(const fs::path& file) const {
    return std::ranges::any_of(own_, [&](const fs::path& folder) {
      std::error_code ignored;
      return is_within(file, fs::canonical(folder, ignored));
    });
  }

  static Error leads_out(const fs::path& file, const fs::path& target) {
    return {
        fmt::format("{}: this is a link to {}, which belongs neither to the bot nor to the system, so the "
                    "bot cannot see it; put the program itself here",
                    printable(file.filename().string(), 200), printable(target.string(), 200))};
  }

  void add_home_of(const fs::path& file) {
    const fs::path folder = file.parent_path(), name = folder.filename();
    if (name == "bin" || name == "sbin" || name == "shims") return add_installation(folder);
    if (is_wide_folder(folder)) return add(file);
    add(folder);
    add_hidden_in(folder);
  }

  void add_installation(const fs::path& programs) {
    const fs::path above = programs.parent_path();
    add(programs);
    if (is_wide_folder(above)) {
      for (const char* part : kPartsBesideMore) add(above / part);
      return;
    }
    for (const auto& [part, sign] : kParts) {
      std::error_code ignored;
      if (fs::exists(above / sign, ignored)) add(above / part);
    }
  }

  void add_hidden_in(const fs::path& folder) {
    if (is_in_system(folder) || is_own(folder)) return;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      if (entry->path().filename().string().starts_with('.')) hidden_.insert(entry->path());
    }
  }

  void add(const fs::path& path) {
    std::error_code ignored;
    if (!is_in_system(path) && !is_own(path) && fs::exists(path, ignored)) found_.insert(path);
  }

  const std::vector<fs::path>& own_;
  const std::string path_;
  std::set<fs::path> seen_, found_, hidden_;
};

// Whether the program's ELF header names the same kind of machine as this program's own.
bool is_for_this_machine(const std::string& beginning) {
  Elf64_Ehdr its{}, ours{};
  const std::string own = beginning_of("/proc/self/exe");
  if (beginning.size() < sizeof its || own.size() < sizeof ours) return true;
  std::memcpy(&its, beginning.data(), sizeof its);
  std::memcpy(&ours, own.data(), sizeof ours);
  return its.e_machine == ours.e_machine;
}

int exec_error_of(const fs::path& program) {
  std::error_code ignored;
  if (!fs::exists(program, ignored)) return ENOENT;
  if (!fs::is_regular_file(program, ignored) || ::access(program.c_str(), X_OK) != 0) return EACCES;
  const std::string beginning = beginning_of(program);
  if (beginning.starts_with(ELFMAG)) return is_for_this_machine(beginning) ? 0 : ENOEXEC;
  if (!beginning.starts_with("#!")) return ENOEXEC;
  const std::string line = beginning.substr(2, beginning.find('\n') - 2);
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos) return ENOEXEC;
  const fs::path interpreter = line.substr(begin, line.find_first_of(" \t", begin) - begin);
  if (!fs::exists(interpreter, ignored)) return ENOENT;
  return ::access(interpreter.c_str(), X_OK) == 0 ? 0 : EACCES;
}

}  // namespace

std::vector<fs::path> system_folders() {
  std::vector<fs::path> folders;
  for (const char* folder : kSystem) {
    std::error_code ignored;
    if (fs::exists(folder, ignored)) folders.emplace_back(folder);
  }
  return folders;
}

bool is_within(const fs::path& file, const fs::path& folder) {
  return std::ranges::mismatch(folder, file).in1 == folder.end();
}

std::vector<fs::path> private_system_folders() {
  std::vector<fs::path> folders;
  std::error_code ignored;
  std::ranges::copy_if(kPrivate, std::back_inserter(folders),
                       // A link is left out: its target is shown elsewhere, or not at all.
                       [&](const char* folder) {
                         return fs::is_directory(folder, ignored) && !fs::is_symlink(folder, ignored);
                       });
  return folders;
}

bool is_in_system(const fs::path& file) {
  const auto holds_it = [&](const char* folder) { return is_within(file, folder); };
  return std::ranges::any_of(kSystem, holds_it) && std::ranges::none_of(kPrivate, holds_it);
}

std::string search_path() {
  const char* const path = std::getenv("PATH");
  return path == nullptr ? std::string(kMinPath) : path;
}

std::optional<fs::path> find_on_path(const std::string& name, std::string_view path) {
  std::istringstream folders{std::string(path)};
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder) / name;
    if (file.is_absolute() && may_be_started(file)) return file;
  }
  return std::nullopt;
}

bool is_wide_folder(const fs::path& folder) {
  const auto is_it = [&](const fs::path& home) {
    return is_within(home, folder) || folder == home / ".local";
  };
  std::error_code gone;
  const fs::path real = fs::canonical(folder, gone);
  const auto is_really_it = [&](const fs::path& home) {
    const fs::path real_home = fs::canonical(home, gone);
    return !real.empty() && !real_home.empty() &&
           (is_within(real_home, real) || real == real_home / ".local");
  };
  return std::ranges::any_of(kWide, [&](const char* wide) { return folder == wide || real == wide; }) ||
         folder.parent_path() == "/home" || std::ranges::any_of(homes(), is_it) ||
         std::ranges::any_of(homes(), is_really_it);
}

Result<NeededFiles> files_needed(const fs::path& program, const std::vector<fs::path>& own,
                                 std::string_view path) {
  FileSearch search(own, path);
  TOPTILE_TRY_TO(search.add_program(program.lexically_normal()));
  return search.found();
}

Result<void> check_start(const fs::path& program) {
  const int error = exec_error_of(program);
  if (error == 0) return success();
  return Error{explain_exec_failure(program, error)};
}

}  // namespace toptile
