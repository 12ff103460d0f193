#include "bots/bot_build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <thread>

#include "base/files.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/bot_files.h"
#include "bots/build_environment.h"
#include "bots/cache_folder.h"
#include "referee/processes/launch.h"
#include "referee/sandbox/needed_files.h"
#include "referee/sandbox/unprivileged_user.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::uint64_t kMaxBuildLog = 16 << 20;  // Bytes.
// How often a step and its disk use are checked. A build takes seconds.
constexpr std::chrono::milliseconds kLook{10}, kLookAtDisk{500};

// ---- One command -------------------------------------------------------------

// Opens a file with a descriptor number that start_process accepts.
Result<UniqueDescriptor> open_above_streams(const fs::path& file, int flags) {
  UniqueDescriptor opened = above_streams(UniqueDescriptor(::open(file.c_str(), flags | O_CLOEXEC, 0600)));
  if (!opened.is_open()) return system_error(file);
  return opened;
}

std::uint64_t size_of(const UniqueDescriptor& file) {
  struct stat status {};
  return ::fstat(file.number(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// The folder that a build runs in, the user that runs it if Toptile runs as root, and the log of its output.
struct Workshop {
  fs::path folder;
  uid_t user;
  fs::path log_file;
  UniqueDescriptor log;
};

std::optional<Error> disk_fault(const Workshop& workshop, const BuildLimits& limits) {
  if (bytes_below(workshop.folder) <= limits.disk_bytes) return std::nullopt;
  return Error{
      fmt::format("it made files of more than {} MiB together (holes in them count), or too many to count",
                  limits.disk_bytes >> 20)};
}

std::optional<Error> excess_fault(const Workshop& workshop, const BuildLimits& limits, Deadline deadline,
                                  Instant& last_look) {
  const Instant now = steady_clock::now();
  if (now >= deadline) return Error{fmt::format("it took more than {} minutes", limits.step.count())};
  if (size_of(workshop.log) > kMaxBuildLog)
    return Error{fmt::format("it printed more than {} MiB", kMaxBuildLog >> 20)};
  if (now - last_look < kLookAtDisk) return std::nullopt;
  last_look = now;
  return disk_fault(workshop, limits);
}

// Waits for the step and all processes that it started. Polls every few milliseconds, so that it notices a
// stop.
Result<ChildExit> wait_for(KeptProcess& step, const Workshop& workshop, const BuildLimits& limits,
                           const std::stop_token& stop) {
  const Deadline deadline = steady_clock::now() + limits.step;
  Instant last_look = steady_clock::now();
  while (!step.wait_exit(steady_clock::now() + kLook)) {
    if (stop.stop_requested()) return cancelled();
    if (auto excess = excess_fault(workshop, limits, deadline, last_look)) return *std::move(excess);
  }
  return *step.exit();
}

Confinement confinement_of(const BuildRequest& request, const Workshop& workshop) {
  Confinement confinement;
  confinement.sandbox = request.sandbox;
  confinement.limits = request.limits.sandbox;
  confinement.user = workshop.user;
  confinement.mounted = {{workshop.folder, kBotPlace, Access::write}};
  confinement.readable = request.readable;
  confinement.readable.insert(confinement.readable.end(), request.package_files.begin(),
                              request.package_files.end());
  for (fs::path& file : rustup_files()) confinement.readable.push_back(std::move(file));
  confinement.hidden = {request.folder};
  return confinement;
}

Result<void> run_step(const std::vector<std::string>& command, const BuildRequest& request,
                      const Workshop& workshop) {
  TOPTILE_TRY(const auto nothing, open_above_streams("/dev/null", O_RDONLY));
  Launch launch;
  launch.argv = command;
  launch.directory = workshop.folder;
  launch.environment = build_environment(request.package);
  const bool is_by_name = command[0].find('/') == std::string::npos;
  const auto not_started = [&](const StartFailure& failure) -> Error {
    if (!is_by_name || failure.is_hosts) return failure;
    return {fmt::format(
        "\"{}\" cannot be started: is it installed? The folder's README.md may say what a build needs",
        printable(command[0]))};
  };
  const auto confined = confine(launch, confinement_of(request, workshop));
  if (!confined) return not_started(confined.error());
  const int log = workshop.log.number();
  auto step = start_process(confined.value(), {nothing.number(), log, log});
  if (!step) return not_started(step.error());
  TOPTILE_TRY(const auto exit, wait_for(step.value(), workshop, request.limits, request.stop));
  // A quick command may be over before the first check.
  if (exit.is_success()) {
    if (auto excess = disk_fault(workshop, request.limits)) return *std::move(excess);
    return success();
  }
  if (auto missing = missing_build_tool(command)) return Error{*std::move(missing)};
  return Error{fmt::format("{} ended with {}", printable(fmt::format("{}", fmt::join(command, " ")), 200),
                           exit.words())};
}

// The first line of the log that reports an error as compilers and CMake do, with the next line if it ends in
// a colon. If no line does, it is the last line.
std::string telling_line(std::string_view rest) {
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

Result<void> run_steps(const BuildRequest& request, const Workshop& workshop) {
  for (const auto& command : request.commands) {
    const auto done = run_step(command, request, workshop);
    if (done) continue;
    if (request.stop.stop_requested()) return Error{"its build was stopped"};
    const auto beginning = read_beginning(workshop.log_file, 1 << 20);
    const std::string_view text = beginning ? std::string_view(beginning.value()) : std::string_view();
    const auto advice = foreign_cache_advice(text);
    const std::string line = advice ? *advice : telling_line(text);
    if (request.on_failure) {
      const auto log = read_beginning(workshop.log_file, kMaxBuildLog);
      request.on_failure(log ? log.value() : log.error().message);
    }
    const std::string see = request.on_failure ? "" : "; see " + workshop.log_file.string();
    const std::string said = line.empty() ? "" : fmt::format(": {}{}", line, see);
    return Error{fmt::format("its build failed: {}{}", done.error().message, said)};
  }
  return success();
}

// ---- The cache ---------------------------------------------------------------

// A text that changes when the file does: its size and time. A folder holds headers, whose times depend on
// when they were installed, so its hash is taken instead.
Result<std::string> state_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return path.string() + " none\n";
  if (S_ISDIR(status.st_mode)) {
    TOPTILE_TRY(auto hash, hash_of_files({path, false, Strangeness::left_out}));
    return fmt::format("{} {}\n", path.string(), hash);
  }
  return fmt::format("{} {} {}.{}\n", path.string(), status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

// The known programs that build the bot: the compilers, and those that the commands name.
std::set<fs::path> build_tools(const BuildRequest& request) {
  std::set<fs::path> tools;
  const auto add = [&](const std::string& name) {
    std::error_code ignored;
    if (const auto found = find_on_path(name, search_path())) tools.insert(fs::canonical(*found, ignored));
  };
  for (const char* compiler : {"cc", "c++"}) add(compiler);
  for (const auto& command : request.commands) {
    if (command[0].find('/') == std::string::npos) add(command[0]);
  }
  return tools;
}

Result<std::string> key_of(const BuildRequest& request) {
  std::string text =
      fmt::format("toptile-build/2\n{}\n{}\n{}\n", request.sha256,
                  request.sandbox != nullptr && request.sandbox->has_own_places(), request.package.string());
  for (const auto& command : request.commands) text += fmt::format("{}\n", fmt::join(command, "\x1f"));
  std::vector<fs::path> files = request.package_files;
  // Rustup's compilers are too large to be hashed. These two files say which one it chooses.
  for (const fs::path& file : rustup_files()) {
    if (file.filename() != "toolchains") files.push_back(file);
  }
  for (const fs::path& tool : build_tools(request)) files.push_back(tool);
  for (const fs::path& file : files) {
    TOPTILE_TRY(const auto state, state_of(file));
    text += state;
  }
  for (const fs::path& path : request.readable) text += path.string() + "\n";
  return sha256_hexadecimal(text);
}

// The entry in the cache for one key. A program that builds there holds an exclusive lock. Programs that copy
// from it share the lock.
struct Place {
  fs::path folder;

  fs::path lock() const { return folder / "lock"; }
  fs::path built() const { return folder / "bot"; }
  fs::path log() const { return folder / "build.log"; }
  fs::path done() const { return folder / "done"; }

  bool is_built() const {
    std::error_code ignored;
    return fs::exists(done(), ignored);
  }
};

Result<UniqueDescriptor> open_lock(const Place& place) {
  TOPTILE_TRY_TO(make_own_folder(place.folder));
  UniqueDescriptor lock(::open(place.lock().c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!lock.is_open() && errno != ENOENT) return system_error(place.lock());
  return lock;
}

// A program that removes an entry removes its lock, too.
bool is_taken_away(const UniqueDescriptor& lock) {
  struct stat status {};
  return !lock.is_open() || ::fstat(lock.number(), &status) != 0 || status.st_nlink == 0;
}

// Takes the lock of an entry: a shared one if the bot is built, and an exclusive one if it has yet to be
// built.
Result<UniqueDescriptor> lock_place(const Place& place, const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kTryAgain{50};
  while (true) {
    if (stop.stop_requested()) return Error{"its build was stopped"};
    TOPTILE_TRY(auto opened, open_lock(place));
    UniqueDescriptor lock = std::move(opened);
    if (is_taken_away(lock)) continue;
    bool is_locked = ::flock(lock.number(), LOCK_SH | LOCK_NB) == 0;
    if (is_locked && !place.is_built()) is_locked = ::flock(lock.number(), LOCK_EX | LOCK_NB) == 0;
    if (!is_locked && errno != EWOULDBLOCK && errno != EINTR) return system_error(place.lock());
    if (is_locked && !is_taken_away(lock)) return lock;
    std::this_thread::sleep_for(kTryAgain);
  }
}

// A build may leave folders that even their owner may not enter.
void remove_wholly(const fs::path& path) {
  std::error_code error, ignored;
  fs::remove_all(path, error);
  if (!error) return;
  fs::permissions(path, fs::perms::owner_all, ignored);
  for (fs::recursive_directory_iterator entry(path, ignored), end; entry != end; entry.increment(ignored)) {
    if (!entry->is_symlink(ignored) && entry->is_directory(ignored))
      fs::permissions(entry->path(), fs::perms::owner_all, ignored);
  }
  fs::remove_all(path, ignored);
}

void clear(const Place& place) {
  for (const fs::path& path : {place.done(), place.built(), place.log()}) remove_wholly(path);
}

struct UsedPlace {
  Place place;
  fs::file_time_type last_use;
};

// The entries, the most recently used one first. If nothing was built in an entry, the time of its lock says
// when a build was tried.
std::vector<UsedPlace> used_places(const fs::path& cache) {
  std::vector<UsedPlace> used;
  std::error_code over;
  for (fs::directory_iterator entry(cache, over), end; !over && entry != end; entry.increment(over)) {
    const Place place{entry->path()};
    for (const fs::path& sign : {place.done(), place.lock(), place.folder}) {
      std::error_code missing;
      const auto time = fs::last_write_time(sign, missing);
      if (missing) continue;
      used.push_back({place, time});
      break;
    }
  }
  std::ranges::sort(used, std::ranges::greater(), &UsedPlace::last_use);
  return used;
}

// Removes an entry, unless a program builds there or copies from it. If `with_log` is false, only the remains
// of an unfinished build are removed, and its log stays.
void forget(const Place& place, bool with_log) {
  const auto opened = open_lock(place);
  if (!opened || is_taken_away(opened.value())) return;
  if (::flock(opened.value().number(), LOCK_EX | LOCK_NB) != 0 || is_taken_away(opened.value())) return;
  if (!with_log) {
    if (!place.is_built()) remove_wholly(place.built());
    return;
  }
  clear(place);
  remove_wholly(place.lock());
  remove_wholly(place.folder);
}

// Removes the least recently used entries beyond the limits.
void forget_old_ones(const fs::path& cache, const CacheLimits& limits) {
  std::size_t places = 0;
  std::uint64_t bytes = 0;
  for (const auto& [place, time] : used_places(cache)) {
    if (!place.is_built()) forget(place, false);
    bytes += std::min(bytes_below(place.folder), kMaxCounted);
    if (++places > limits.places || bytes > limits.bytes) forget(place, true);
  }
}

// If Toptile runs as root, a build runs as another user, which must be able to write there. No other user can
// enter the cache.
Result<void> open_to_builder(const fs::path& folder) {
  std::error_code error;
  const auto open = [&](const fs::path& path, bool is_program) {
    fs::permissions(path, fs::perms(is_program ? 0777 : 0666), error);
  };
  open(folder, true);
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->is_symlink(error)) continue;
    const bool may_run = (entry->status(error).permissions() & fs::perms::owner_exec) != fs::perms::none;
    open(entry->path(), may_run);
  }
  if (error) return Error{fmt::format("{}: {}", folder.string(), error.message())};
  return success();
}

Result<void> rebuild(const BuildRequest& request, const Place& place) {
  clear(place);
  const BotFiles sources{request.folder, true, Strangeness::refused, {}, request.readable};
  TOPTILE_TRY_TO(copy_files(sources, place.built()));
  TOPTILE_TRY(const auto hash,
              hash_of_files({place.built(), true, Strangeness::refused, {}, request.readable}));
  if (hash != request.sha256)
    return Error{
        fmt::format("{}: this folder was changed while it was copied; try again", request.folder.string())};
  TOPTILE_TRY_TO(open_to_builder(place.built()));
  TOPTILE_TRY(auto log, open_above_streams(place.log(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND));
  const Workshop workshop{place.built(), unprivileged_user(), place.log(), std::move(log)};
  request.on_build();
  if (auto built = run_steps(request, workshop); !built) {
    remove_wholly(place.built());
    return built;
  }
  // After a power failure there must be no mark without the files that it stands for.
  if (::syncfs(workshop.log.number()) != 0) return system_error(place.built());
  return replace_file(place.done(), "");
}

}  // namespace

Result<BuiltBot> build_bot(const BuildRequest& request) {
  TOPTILE_TRY(const auto cache, cache_folder("builds"));
  TOPTILE_TRY(const auto key, key_of(request));
  const Place place{cache / key};
  TOPTILE_TRY(auto lock, lock_place(place, request.stop));
  if (!place.is_built()) {
    ::futimens(lock.number(), nullptr);
    forget_old_ones(cache, request.cache);
    const auto built = rebuild(request, place);
    forget_old_ones(cache, request.cache);
    if (!built) return built.error();
  }
  std::error_code ignored;
  fs::last_write_time(place.done(), fs::file_time_type::clock::now(), ignored);
  if (::flock(lock.number(), LOCK_SH) != 0) return system_error(place.lock());
  return BuiltBot{place.built(), std::make_shared<const UniqueDescriptor>(std::move(lock))};
}

std::optional<BuiltBot> find_built_bot(const BuildRequest& request) {
  const auto cache = cache_folder("builds");
  const auto key = key_of(request);
  if (!cache || !key) return std::nullopt;
  const Place place{cache.value() / key.value()};
  UniqueDescriptor lock(::open(place.lock().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (!lock.is_open() || ::flock(lock.number(), LOCK_SH | LOCK_NB) != 0 || !place.is_built())
    return std::nullopt;
  return BuiltBot{place.built(), std::make_shared<const UniqueDescriptor>(std::move(lock))};
}

}  // namespace toptile
