#include "referee/sandbox/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "base/foreign_folder.h"
#include "referee/processes/exec_failure.h"
#include "referee/sandbox/machine_files.h"
#include "referee/sandbox/memory_file.h"
#include "referee/sandbox/needed_files.h"
#include "referee/sandbox/unprivileged_user.h"
#include "referee/sandbox/wrapping.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMiB = 1 << 20;

bool is_passed_on(std::string_view variable) {
  constexpr auto kNames = std::to_array<std::string_view>({"PATH", "LANG", "TZ", "TERM"});
  const std::string_view name = variable.substr(0, variable.find('='));
  return name.starts_with("LC_") || std::ranges::find(kNames, name) != kNames.end();
}

std::vector<std::string> environment_in_sandbox(const std::vector<std::string>& own) {
  std::vector<std::string> variables = {"HOME=/tmp"};
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    if (is_passed_on(*variable)) variables.emplace_back(*variable);
  }
  for (const std::string& variable : own) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    std::erase_if(variables, [&](const std::string& other) { return other.starts_with(name); });
    variables.push_back(variable);
  }
  return variables;
}

std::string path_of(const std::vector<std::string>& environment) {
  for (const std::string& variable : environment) {
    if (variable.starts_with("PATH=")) return variable.substr(5);
  }
  return search_path();
}

void limit(Launch& launch, __rlimit_resource resource, int count, std::uint64_t unit) {
  if (count > 0) launch.resource_limits.push_back({resource, static_cast<std::uint64_t>(count) * unit});
}

// The memory limit is for private writable memory. Memory that is only reserved does not count, as JavaScript
// and Java reserve much.
void limit_each_process(Launch& launch, const SandboxLimits& limits, const HostAbilities& host) {
  launch.resource_limits.push_back({RLIMIT_CORE, 0});
  limit(launch, RLIMIT_FSIZE, limits.file_mb, kMiB);
  limit(launch, RLIMIT_NOFILE, limits.files, 1);
  if (!host.memory) limit(launch, RLIMIT_DATA, limits.memory_mb, kMiB);
}

struct Command {
  std::vector<std::string> argv;  // The program is a path.
  NeededFiles needed;
};

Result<Command> look_up(const Launch& launch, const fs::path& directory, const Confinement& confinement,
                        std::string_view path) {
  if (launch.argv.empty()) return Error{"a bot's command is empty: name its program"};
  Command command{launch.argv, {}};
  TOPTILE_TRY(auto program, find_program(launch.argv.front()));
  command.argv.front() = program;
  TOPTILE_TRY_TO(check_start(directory / program));
  std::vector<fs::path> own;
  for (const Shown& mounted : confinement.mounted) own.push_back(mounted.from);
  TOPTILE_TRY(auto needed, files_needed(directory / program, own, path));
  command.needed = std::move(needed);
  return command;
}

// The open files that a launch names by number.
struct Descriptors {
  UniqueDescriptor filter;
  std::vector<UniqueDescriptor> groups;
  std::vector<UniqueDescriptor> copied;
};

// The path at which the bot finds a file. It is the same path if the file is not one of the bot's own.
fs::path place_of(const fs::path& path, const std::vector<Shown>& mounted) {
  if (!path.is_absolute()) return path;
  for (const Shown& shown : mounted) {
    if (path == shown.from) return shown.at;
    if (is_within(path, shown.from)) return shown.at / path.lexically_relative(shown.from);
  }
  return path;
}

std::vector<std::string> places_of(const std::vector<std::string>& words, const std::vector<Shown>& mounted) {
  std::vector<std::string> places;
  for (const std::string& word : words) places.push_back(place_of(word, mounted).string());
  return places;
}

// The word list lies in a run, which may be someone else's. So links are not followed, and opening a FIFO
// does not wait.
Result<UniqueDescriptor> open_to_copy(const fs::path& from) {
  UniqueDescriptor file = above_streams(
      UniqueDescriptor(::open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)));
  if (!file.is_open()) return Error{fmt::format("{}: {}", from.string(), explain_descriptor_failure(errno))};
  if (const auto fault = regular_file_fault(file.number())) return in_context(from.string(), *fault);
  return file;
}

// The wrapper makes the copies, so the limit on file size applies to it, too.
Started<void> add_copies(View& view, Descriptors& descriptors, const Confinement& confinement) {
  const auto most = static_cast<std::uint64_t>(confinement.limits.file_mb) * kMiB;
  for (const Shown& copied : confinement.copied) {
    auto file = open_to_copy(copied.from);
    if (!file) return StartFailure{file.error(), true};
    struct stat status {};
    if (::fstat(file.value().number(), &status) == 0 && most > 0 &&
        static_cast<std::uint64_t>(status.st_size) > most) {
      return StartFailure{Error{fmt::format("limits: file_mb is {}, and each process of a bot gets a copy of "
                                            "{}, which has {} MiB; raise file_mb",
                                            confinement.limits.file_mb, copied.from.filename().string(),
                                            (status.st_size >> 20) + 1)},
                          true};
    }
    view.copied.push_back({file.value().number(), copied.at});
    descriptors.copied.push_back(std::move(file).value());
  }
  return success();
}

// The files are shown at the paths at which the kernel describes the machine.
Started<void> add_machine_files(View& view, Descriptors& descriptors, const SandboxLimits& limits) {
  for (const MachineFile& constant : machine_files(static_cast<std::uint64_t>(limits.memory_mb) * kMiB)) {
    auto file = file_in_memory(constant.text);
    if (!file) return StartFailure{file.error(), true};
    view.copied.push_back({file.value().number(), constant.at});
    descriptors.copied.push_back(std::move(file).value());
  }
  return success();
}

Started<View> view_of(const Command& command, const fs::path& directory, const Confinement& confinement,
                      Descriptors& descriptors) {
  View view;
  view.shown = confinement.mounted;
  view.hidden = confinement.hidden;
  view.hidden.insert(view.hidden.end(), command.needed.hidden.begin(), command.needed.hidden.end());
  view.directory = place_of(directory, confinement.mounted);
  view.tmp_bytes = static_cast<std::uint64_t>(confinement.limits.tmp_mb) * kMiB;
  std::vector<fs::path> readable = command.needed.shown;
  readable.insert(readable.end(), confinement.readable.begin(), confinement.readable.end());
  for (const fs::path& path : readable) view.shown.push_back({path, path});
  TOPTILE_TRY(auto found, confinement.forbidden->find(readable, view.hidden));
  view.masked = std::move(found.points);
  view.hidden.insert(view.hidden.end(), found.runs.begin(), found.runs.end());
  TOPTILE_TRY_TO(add_copies(view, descriptors, confinement));
  TOPTILE_TRY_TO(add_machine_files(view, descriptors, confinement.limits));
  return view;
}

bool is_in_view(const fs::path& folder, const View& view) {
  const auto shows_it = [&](const Shown& shown) {
    return shown.from == shown.at && is_within(folder, shown.at);
  };
  const auto hides_it = [&](const fs::path& hidden) { return is_within(folder, hidden); };
  return (is_in_system(folder) || std::ranges::any_of(view.shown, shows_it)) &&
         std::ranges::none_of(view.hidden, hides_it);
}

// Only folders that the bot sees stay in PATH. The others would reveal where the organizer keeps things.
void keep_path_in_view(std::vector<std::string>& environment, const View& view) {
  constexpr std::string_view kName = "PATH=";
  const auto path = std::ranges::find_if(
      environment, [&](const std::string& variable) { return variable.starts_with(kName); });
  if (path == environment.end()) return;
  std::string seen;
  std::istringstream folders(path->substr(kName.size()));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const bool is_absolute = folder.starts_with('/');
    if (is_absolute && is_in_view(fs::path(folder).lexically_normal(), view)) seen += folder + ":";
  }
  *path = std::string(kName) + (seen.empty() ? std::string(kMinPath) : seen.substr(0, seen.size() - 1));
}

bool is_really_within(const fs::path& file, const fs::path& folder) {
  std::error_code gone;
  const fs::path real_file = fs::canonical(file, gone), real_folder = fs::canonical(folder, gone);
  return !real_file.empty() && !real_folder.empty() && is_within(real_file, real_folder);
}

// The files that the command names and the bot may see. An untrusted command can name any other file in an
// argument.
std::vector<fs::path> files_named(const Command& command, const fs::path& directory,
                                  const Confinement& confinement) {
  std::vector<fs::path> seen = command.needed.shown;
  seen.insert(seen.end(), confinement.readable.begin(), confinement.readable.end());
  for (const Shown& mounted : confinement.mounted) seen.push_back(mounted.from);
  std::vector<fs::path> files;
  for (const std::string& word : command.argv) {
    const fs::path file = (directory / word).lexically_normal();
    std::error_code ignored;
    const auto holds_it = [&](const fs::path& path) { return is_really_within(file, path); };
    if (fs::is_regular_file(file, ignored) && std::ranges::any_of(seen, holds_it)) files.push_back(file);
  }
  return files;
}

// wrap() opens folders that are closed to other users, but not files.
Result<void> check_readable(const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0 || (status.st_mode & S_IROTH) != 0) continue;
    return Error{
        fmt::format("only its owner can read {0}, but a bot that root starts runs in the sandbox as another "
                    "user; try: chmod o+rX {0}",
                    file.string())};
  }
  return success();
}

Started<void> wrap_into_namespaces(Launch& launch, const Command& command, const fs::path& directory,
                                   const Confinement& confinement, Descriptors& descriptors) {
  const HostAbilities& host = confinement.sandbox->host();
  TOPTILE_TRY(auto view, view_of(command, directory, confinement, descriptors));
  const int filter = descriptors.filter.number();
  Wrapping wrapping{host.wrapper, std::nullopt, confinement.limits.processes, filter};
  if (host.is_root) {
    if (auto open = check_readable(files_named(command, directory, confinement)); !open)
      return StartFailure{open.error(), false};
    wrapping.user = confinement.user.value_or(unprivileged_user());
    // The kernel counts only the processes of that user, which has no others.
    limit(launch, RLIMIT_NPROC, confinement.limits.processes, 1);
  }
  keep_path_in_view(launch.environment, view);
  auto words = wrap(places_of(command.argv, confinement.mounted), view, wrapping);
  if (!words) return StartFailure{words.error(), false};
  launch.argv = std::move(words).value();
  // The wrapper itself starts in a folder that it may enter, as the bot's folder may be closed to it.
  launch.directory = "/";
  launch.inherited.push_back(filter);
  for (const UniqueDescriptor& copied : descriptors.copied) launch.inherited.push_back(copied.number());
  launch.first_stream = kFirstStream;
  launch.tells_signals_by_code = true;
  return success();
}

// The single files are checked, too, as an open folder may hold a program that is closed.
bool are_files_open(const Command& command, const fs::path& directory, const Confinement& confinement) {
  return std::ranges::all_of(files_named(command, directory, confinement), is_open_to_all) &&
         std::ranges::all_of(command.needed.shown, is_open_to_all) &&
         std::ranges::all_of(confinement.readable, is_open_to_all) &&
         std::ranges::all_of(confinement.mounted, is_open_to_all, &Shown::from);
}

// The bot cannot become another user if it needs a file that another user may not read.
void become_user_if_files_are_open(Launch& launch, const Command& command, const fs::path& directory,
                                   const Confinement& confinement) {
  const HostAbilities& host = confinement.sandbox->host();
  if (!host.is_root || !host.user || !are_files_open(command, directory, confinement)) return;
  launch.user = confinement.user.value_or(unprivileged_user());
  limit(launch, RLIMIT_NPROC, confinement.limits.processes, 1);
}

// The wrapper's own two processes are in the group, too.
Result<void> join_group(Launch& launch, Descriptors& descriptors, const Confinement& confinement) {
  constexpr int kWrappers = 2;
  const SandboxLimits& limits = confinement.limits;
  TOPTILE_TRY(auto group, confinement.sandbox->host().groups.make(
                              static_cast<std::uint64_t>(limits.memory_mb) * kMiB,
                              limits.processes > 0 ? limits.processes + kWrappers : 0));
  if (!group) return success();
  TOPTILE_TRY(auto members, group->open_members());
  descriptors.groups = std::move(members);
  for (const UniqueDescriptor& file : descriptors.groups) launch.control_groups.push_back(file.number());
  launch.group = std::move(group);
  return success();
}

}  // namespace

Result<std::shared_ptr<const Sandbox>> Sandbox::open(SandboxMode mode) {
  return on(mode == SandboxMode::off ? HostAbilities{} : look_at_host(), mode);
}

Result<std::shared_ptr<const Sandbox>> Sandbox::on(HostAbilities host, SandboxMode mode) {
  if (mode == SandboxMode::require && !host.is_enough()) {
    const Ability& missing = host.first_missing();
    return Error{
        fmt::format("this machine cannot enforce the sandbox that is required: {}; {}; "
                    "toptile check host says more",
                    missing.why_not, missing.cure)};
  }
  auto sandbox = std::make_shared<Sandbox>();
  sandbox->host_ = std::move(host);
  sandbox->mode_ = mode;
  return std::shared_ptr<const Sandbox>(std::move(sandbox));
}

Enforcement Sandbox::enforcement() const {
  if (is_off()) return {{}, "--sandbox off"};  // This text is in every existing run.json.
  std::vector<std::string> words = {"limits"};
  if (host_.memory) words.emplace_back("memory group");
  if (host_.namespaces) words.emplace_back("namespaces");
  if (host_.processes) words.emplace_back("process group");
  if (host_.system_calls) words.emplace_back("seccomp");
  if (host_.is_root && host_.namespaces) words.emplace_back("user");
  return {std::move(words), host_.is_enough() ? "" : host_.first_missing().why_not};
}

Started<Launch> confine(const Launch& launch, const Confinement& confinement) {
  if (confinement.is_off()) return launch;
  const HostAbilities& host = confinement.sandbox->host();
  Launch confined = launch;
  confined.environment = environment_in_sandbox(launch.environment);
  confined.environment_is = Environment::whole;
  std::error_code ignored;
  const fs::path directory = launch.directory.empty() ? fs::current_path(ignored) : launch.directory;
  // From here on, a file that cannot be opened for lack of a descriptor would look like an empty file.
  if (const UniqueDescriptor spare(::open("/", O_PATH | O_CLOEXEC)); !spare.is_open())
    return StartFailure{Error{"no file can be opened: " + explain_descriptor_failure(errno)}, true};
  auto command = look_up(launch, directory, confinement, path_of(confined.environment));
  if (!command) return StartFailure{command.error(), false};
  limit_each_process(confined, confinement.limits, host);
  const auto& filter =
      confinement.processors == Processors::kept ? host.filter_with_processors_kept : host.filter;
  auto descriptors = std::make_shared<Descriptors>();
  if (host.namespaces) {
    auto file = file_in_memory(filter);
    if (!file) return StartFailure{file.error(), true};
    descriptors->filter = std::move(file).value();
    TOPTILE_TRY_TO(wrap_into_namespaces(confined, command.value(), directory, confinement, *descriptors));
  } else {
    become_user_if_files_are_open(confined, command.value(), directory, confinement);
    confined.system_calls = filter;
  }
  if (auto joined = join_group(confined, *descriptors, confinement); !joined)
    return StartFailure{joined.error(), true};
  confined.descriptors = std::move(descriptors);
  return confined;
}

namespace {

// Whether a bot that wrote this could have failed for lack of files, network, memory or processes.
bool tells_of_want(std::string_view written) {
  constexpr std::string_view kWords[] = {"bot-jail:",
                                         "bwrap:",
                                         "no such file",
                                         "not found",
                                         "cannot find",
                                         "can't find",
                                         "cannot open",
                                         "can't open",
                                         "could not open",
                                         "failed to open",
                                         "unable to open",
                                         "enoent",
                                         "permission denied",
                                         "eacces",
                                         "not permitted",
                                         "eperm",
                                         "read-only file system",
                                         "erofs",
                                         "modulenotfounderror",
                                         "importerror",
                                         "cannot import",
                                         "shared librar",
                                         "network",
                                         "socket",
                                         "connect",
                                         "getaddrinfo",
                                         "resolve",
                                         "memory",
                                         "bad_alloc",
                                         "resource temporarily unavailable",
                                         "eagain",
                                         "too many open files",
                                         "emfile",
                                         "file too large",
                                         "no space left",
                                         "bad system call",
                                         "can't start new thread",
                                         "fork"};
  std::string lower(written);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return std::ranges::any_of(kWords, [&](std::string_view word) { return lower.find(word) != lower.npos; });
}

}  // namespace

std::string_view hint_at_sandbox(const Confinement& confinement, bool is_killed, std::string_view written) {
  // A program that exits by itself because something is missing would say so.
  const bool is_likely = written.empty() ? is_killed : tells_of_want(written);
  return confinement.is_off() || !is_likely
             ? ""
             : "; it ran in the sandbox, which may be why: docs/sandbox.md says what a bot "
               "can see there, and it can be switched off";
}

}  // namespace toptile
