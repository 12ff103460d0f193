#include "referee/sandbox/wrapping.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <set>

#include "referee/sandbox/machine_files.h"
#include "referee/sandbox/needed_files.h"
#include "referee/sandbox/unprivileged_user.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

// The files in /etc that programs read when they start: libraries, the time zone, a language's own settings.
constexpr auto kSettings =
    std::to_array<const char*>({"ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime",
                                "timezone", "ssl/openssl.cnf"});
constexpr auto kSettingsOfLanguages = std::to_array<const char*>({"java", "mono", "python3"});

std::vector<fs::path> settings() {
  const fs::path etc = "/etc";
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const char* name : kSettings) {
    if (fs::exists(etc / name, ignored)) files.push_back(etc / name);
  }
  for (fs::directory_iterator entry(etc, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    const auto begins_it = [&](const char* language) { return name.starts_with(language); };
    if (std::ranges::any_of(kSettingsOfLanguages, begins_it)) files.push_back(entry->path());
  }
  return files;
}

bool is_closed_folder(const fs::path& path) {
  struct stat status {};
  constexpr mode_t kOpen = S_IROTH | S_IXOTH;
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && (status.st_mode & kOpen) != kOpen;
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

class CommandLine {
 public:
  CommandLine(const View& view, const Wrapping& wrapping) : view_(view), wrapping_(wrapping) {
    std::ranges::sort(view_.shown, {}, &Shown::at);
    view_.shown.erase(std::unique(view_.shown.begin(), view_.shown.end()), view_.shown.end());
    std::ranges::sort(view_.hidden);
  }

  void add(std::initializer_list<std::string> words) { words_.insert(words_.end(), words); }
  void add(const std::vector<std::string>& words) { words_.insert(words_.end(), words.begin(), words.end()); }

  void separate() {
    if (is_jail()) {
      if (wrapping_.user) add({"--user", std::to_string(*wrapping_.user), std::to_string(user_of_jails())});
      return add({"--hostname", "bot"});
    }
    add({"--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"});
    add({"--hostname", "bot", "--die-with-parent"});
    if (wrapping_.user) {
      add({"--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"});
    } else {
      add({"--unshare-user"});
    }
  }

  void show_system() {
    for (const fs::path& folder : system_folders()) {
      std::error_code gone;
      if (fs::is_symlink(folder, gone)) {
        add({"--symlink", fs::read_symlink(folder, gone).string(), folder.string()});
      } else {
        show({folder, folder});
      }
    }
    for (const fs::path& file : settings()) show({file, file});
    add({"--proc", "/proc", "--dev", "/dev"});
    for (const char* folder : {"/dev/shm", "/tmp"}) show_empty(folder, "1777");
    for (const fs::path& folder : private_system_folders()) empty(folder);
  }

  void show_those_in_view() {
    for (const Shown& shown : view_.shown) {
      if (!is_after_hiding(shown)) show_to_user(shown);
    }
  }

  void copy() {
    for (const Copied& copied : view_.copied) {
      make_folder(copied.at.parent_path());
      add({"--perms", "0444", "--ro-bind-data", std::to_string(copied.descriptor), copied.at.string()});
    }
  }

  // A hidden folder may contain something that is shown nevertheless.
  void hide() {
    for (const fs::path& path : view_.hidden) {
      std::error_code ignored;
      if (!is_seen(path) || !fs::exists(path, ignored) || is_in_emptied(path)) continue;
      if (is_folder(path)) {
        empty(path);
      } else {
        add({"--ro-bind", "/dev/null", path.string()});
      }
    }
    for (const Shown& shown : view_.shown) {
      if (is_after_hiding(shown)) show_to_user(shown);
    }
    if (!view_.directory.empty()) make_folder(view_.directory);
    for (const fs::path& path : emptied_) add({"--remount-ro", path.string()});
  }

  // This must come after everything that is shown.
  void mask() {
    for (const fs::path& path : view_.masked) add({"--ro-bind", "/dev/null", path.string()});
  }

  // This must come after everything that is shown, too. Process 1 of the sandbox is the wrapper's. Its
  // command line names files of the organizer, and it may run as the bot's user.
  void hide_machine() {
    for (const fs::path& path : hidden_machine_files()) {
      if (is_folder(path)) {
        show_nothing(path);
      } else {
        add({"--ro-bind", "/dev/null", path.string()});
      }
    }
    show_nothing("/proc/1");
    show_nothing("/dev/pts");  // The kernel counts the terminals of the whole machine, and no bot needs one.
  }

  void close() {
    for (const char* folder : {"/dev", "/"}) add({"--remount-ro", folder});
    if (!view_.directory.empty()) add({"--chdir", view_.directory.string()});
    if (wrapping_.filter >= 0) add({"--seccomp", std::to_string(wrapping_.filter)});
    if (is_jail()) {
      add({"--streams", std::to_string(kFirstStream)});
      if (!wrapping_.user && wrapping_.processes > 0) add({"--nproc", std::to_string(wrapping_.processes)});
    }
    add({"--"});
  }

  void step_down() {
    if (is_jail() || !wrapping_.user) return;
    const std::string user = std::to_string(*wrapping_.user);
    add({wrapping_.wrapper.last_step.string(), "--reuid", user, "--regid", user, "--clear-groups", "--"});
  }

  // Bubblewrap's own two processes live on. They keep descriptors 0, 1 and 2 and close the others. If the bot
  // has no user of its own, process 1 in the sandbox, which is one of these two, gets the bot's process
  // limit, too. It could not be set earlier, as that process was already running.
  void move_streams() {
    if (is_jail()) return;
    const std::string streams = fmt::format("<&{0} >&{1} {0}<&- {1}>&-", kFirstStream, kFirstStream + 1);
    if (wrapping_.user || wrapping_.processes == 0) {
      add({"/bin/sh", "-c", "exec \"$0\" \"$@\" " + streams});
    } else {
      const std::string limit = fmt::format("--nproc={}", wrapping_.processes);
      add({"/bin/sh", "-c",
           fmt::format("\"$0\" --pid 1 {0} && exec \"$0\" {0} -- \"$@\" {1}", limit, streams),
           wrapping_.wrapper.last_step.string()});
    }
  }

  void show_everything() { add({"--dev-bind", "/", "/", "--"}); }

  Result<std::vector<std::string>> words() && {
    if (binds_ > kMaxBinds) {
      return Error{
          fmt::format("{}: this folder is closed to other users and has too many files to open each of them "
                      "for the sandbox; try: "
                      "chmod o+rx {}",
                      closed_.string(), closed_.string())};
    }
    return std::move(words_);
  }

 private:
  static constexpr int kMaxBinds = 2000;

  bool is_jail() const { return wrapping_.wrapper.kind == Wrapper::Kind::jail; }

  // Jails only wait, and no other process can look into them, so they may all be one user.
  static uid_t user_of_jails() {
    static const uid_t user = unprivileged_user();
    return user;
  }

  // Whether `path` lies in something that the bot sees under its own path, and is not shown by itself. Only
  // such a path has to be hidden: something mounted elsewhere is not seen there.
  bool is_seen(const fs::path& path) const {
    const auto shows_it = [&](const Shown& shown) {
      return shown.from == shown.at && shown.at != path && is_within(path, shown.at);
    };
    const auto is_shown_itself = [&](const Shown& shown) {
      return shown.from == shown.at && shown.at == path;
    };
    if (std::ranges::any_of(view_.shown, is_shown_itself)) return false;
    return std::ranges::any_of(view_.shown, shows_it) || is_in_system(path);
  }

  bool is_in_emptied(const fs::path& path) const {
    return std::ranges::any_of(emptied_, [&](const fs::path& folder) { return is_within(path, folder); });
  }

  bool is_after_hiding(const Shown& shown) const {
    if (shown.from != shown.at) return false;
    const auto holds_it = [&](const fs::path& folder) {
      return is_within(shown.at, folder) && shown.at != folder;
    };
    return std::ranges::any_of(view_.hidden, holds_it) ||
           std::ranges::any_of(private_system_folders(), holds_it);
  }

  void show(const Shown& shown) {
    make_folder(shown.at.parent_path());
    add({shown.access == Access::write ? "--bind" : "--ro-bind", shown.from.string(), shown.at.string()});
  }

  void empty(const fs::path& folder) {
    show_empty(folder, "0755");
    emptied_.push_back(folder);
  }

  // bubblewrap creates missing parent folders that only its own user may enter, so they are created here. A
  // folder inside something that is shown exists already.
  void make_folder(const fs::path& folder) {
    const auto holds_it = [&](const Shown& shown) {
      return is_within(folder, shown.at) && !is_after_hiding({folder, folder});
    };
    if (folder == folder.root_path() || std::ranges::any_of(view_.shown, holds_it)) return;
    if (!made_.insert(folder).second) return;
    make_folder(folder.parent_path());
    add({"--perms", "0755", "--dir", folder.string()});
  }

  void show_empty(const fs::path& folder, const std::string& permissions) {
    add({"--perms", permissions, "--size", std::to_string(std::max<std::uint64_t>(view_.tmp_bytes, 4096)),
         "--tmpfs", folder.string()});
  }

  void show_nothing(const fs::path& folder) {
    add({"--perms", "0555", "--size", "4096", "--tmpfs", folder.string(), "--remount-ro", folder.string()});
  }

  // The bot's user cannot enter a folder that is closed to other users, such as one from mkdtemp. But the
  // files in it can be shown one by one.
  void show_to_user(const Shown& shown) {
    if (!wrapping_.user || !is_closed_folder(shown.from)) return show(shown);
    if (closed_.empty()) closed_ = shown.from;
    made_.insert(shown.at);
    make_folder(shown.at.parent_path());
    add({"--perms", "0755", "--dir", shown.at.string()});
    std::error_code ignored;
    std::error_code over;
    for (fs::directory_iterator entry(shown.from, over), end; !over && entry != end; entry.increment(over)) {
      if (++binds_ > kMaxBinds) return;
      const fs::path at = shown.at / entry->path().filename();
      if (entry->is_symlink(ignored)) {
        add({"--symlink", fs::read_symlink(entry->path(), ignored).string(), at.string()});
      } else if (entry->is_directory(ignored) || entry->is_regular_file(ignored)) {
        show_to_user({entry->path(), at, shown.access});
      }
    }
  }

  View view_;
  const Wrapping& wrapping_;
  std::vector<std::string> words_;
  int binds_ = 0;
  fs::path closed_;
  std::vector<fs::path> emptied_;
  std::set<fs::path> made_ = {"/usr", "/proc", "/dev", "/dev/shm", "/tmp"};
};

}  // namespace

Result<std::vector<std::string>> wrap(const std::vector<std::string>& command, const View& view,
                                      const Wrapping& wrapping) {
  CommandLine line(view, wrapping);
  line.add({wrapping.wrapper.program.string()});
  line.separate();
  line.show_system();
  line.show_those_in_view();
  line.copy();
  line.hide();
  line.mask();
  line.hide_machine();
  line.close();
  line.step_down();
  line.move_streams();
  line.add(command);
  return std::move(line).words();
}

std::vector<std::string> wrap_in_namespaces_alone(const std::vector<std::string>& command,
                                                  const Wrapping& wrapping) {
  CommandLine line({}, wrapping);
  line.add({wrapping.wrapper.program.string()});
  line.separate();
  line.show_everything();
  line.add(command);
  return std::move(line).words().value();
}

}  // namespace toptile
