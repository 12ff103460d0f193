#include "referee/processes/control_group.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <thread>

namespace toptile {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool has_word(const std::string& text, std::string_view word) {
  std::istringstream words(text);
  for (std::string each; words >> each;) {
    if (each == word) return true;
  }
  return false;
}

bool is_ours(const fs::path& folder) {
  return ::access(folder.c_str(), W_OK) == 0 && ::access((folder / "cgroup.procs").c_str(), W_OK) == 0;
}

// The path after "8:pids:" or "0::".
std::optional<std::string> path_of(std::string_view own, std::string_view controller) {
  std::istringstream lines{std::string(own)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::string names = line.substr(first + 1, second - first - 1);
    std::ranges::replace(names, ',', ' ');
    if (controller.empty() ? names.empty() : has_word(names, controller)) return line.substr(second + 1);
  }
  return std::nullopt;
}

fs::path below(const fs::path& mount, std::string_view path) {
  return mount / path.substr(std::min(path.find_first_not_of('/'), path.size()));
}

bool is_unlimited(const fs::path& folder) {
  const auto is_max = [&](const char* file) {
    const std::string text = text_of(folder / file);
    return text.empty() || text == "max\n";
  };
  return is_max("memory.max") && is_max("pids.max");
}

// The beginning of the names of Toptile's groups. It identifies the PID namespace in which the number in the
// rest of the name is valid: containers may have their groups next to these, and a number means a different
// process in each.
const std::string& own_prefix() {
  static const std::string prefix = [] {
    struct stat numbering {};
    ::stat("/proc/self/ns/pid", &numbering);
    return fmt::format("toptile-{}-", numbering.st_ino);
  }();
  return prefix;
}

bool is_dead(std::string_view name) {
  pid_t pid = 0;
  name.remove_prefix(own_prefix().size());
  const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), pid);
  return fault == std::errc{} && pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH;
}

void sweep(const fs::path& parent) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(own_prefix()) && is_dead(name)) ::rmdir(entry.path().c_str());
  }
}

void kill_members(const fs::path& folder) {
  std::ifstream members(folder / "cgroup.procs");
  for (pid_t pid = 0; members >> pid;) {
    if (pid > 0) ::kill(pid, SIGKILL);
  }
}

// A killed process remains a member until the kernel is done with it.
void remove_group(const fs::path& folder) {
  constexpr int kTries = 500;
  for (int i = 0; i < kTries && ::rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i) {
    kill_members(folder);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

Error failure(const fs::path& file) {
  return {fmt::format("{}: a bot's control group cannot be set up: {}", file.string(),
                      explain_descriptor_failure(errno))};
}

// A file of a new group below `parent`, and the value to write to it. Without a file, the group is only
// created.
struct Setting {
  enum class Need { always, where_there };
  fs::path parent;
  const char* file = nullptr;
  std::string value = {};
  Need need = Need::always;
};

Result<void> write(const fs::path& file, const std::string& value) {
  const UniqueDescriptor open(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (open.is_open() &&
      ::write(open.number(), value.data(), value.size()) == static_cast<ssize_t>(value.size()))
    return success();
  return failure(file);
}

// If a step fails, the group is removed with all the folders that were created before.
Result<std::shared_ptr<const ControlGroup>> make_with(const std::vector<Setting>& settings,
                                                      const std::string& name) {
  std::vector<fs::path> folders;
  std::optional<Error> fault;
  for (const Setting& setting : settings) {
    const fs::path folder = setting.parent / name;
    if (std::ranges::find(folders, folder) == folders.end()) {
      if (::mkdir(folder.c_str(), 0755) != 0) {
        fault = failure(folder);
        break;
      }
      folders.push_back(folder);
    }
    if (setting.file == nullptr) continue;
    const fs::path file = folder / setting.file;
    if (setting.need == Setting::Need::where_there && !fs::exists(file)) continue;
    if (auto written = write(file, setting.value); !written) {
      fault = written.error();
      break;
    }
  }
  auto group = std::make_shared<const ControlGroup>(std::move(folders));
  if (fault) return *fault;
  return group;
}

struct FreezerFile {
  const char* name;
  const char* frozen;
  const char* thawed;
};
constexpr FreezerFile kFreezers[] = {{"freezer.state", "FROZEN", "THAWED"}, {"cgroup.freeze", "1", "0"}};

constexpr const char* kUsage1 = "cpuacct.usage";  // Nanoseconds.
constexpr const char* kUsage2 = "cpu.stat";       // Has "usage_usec 1234", among other lines.
constexpr std::string_view kMicroseconds = "usage_usec ";

}  // namespace

ControlGroup::ControlGroup(std::vector<fs::path> folders) : folders_(std::move(folders)) {
  for (const fs::path& folder : folders_) {
    if (fs::exists(folder / kUsage1)) usage_ = folder / kUsage1;
    if (text_of(folder / kUsage2).starts_with(kMicroseconds)) usage_ = folder / kUsage2;
    for (const auto& [name, frozen, thawed] : kFreezers) {
      if (freezer_.file.is_open()) continue;
      freezer_.file = above_streams(UniqueDescriptor(::open((folder / name).c_str(), O_WRONLY | O_CLOEXEC)));
      freezer_.frozen = frozen;
      freezer_.thawed = thawed;
    }
  }
}

bool ControlGroup::set(const char* state) const {
  const std::string_view text = state;
  return ::pwrite(freezer_.file.number(), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

ControlGroup::~ControlGroup() {
  if (can_freeze()) thaw();
  for (const fs::path& folder : folders_) remove_group(folder);
}

Result<std::vector<UniqueDescriptor>> ControlGroup::open_members() const {
  std::vector<UniqueDescriptor> members;
  for (const fs::path& folder : folders_) {
    members.push_back(
        above_streams(UniqueDescriptor(::open((folder / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC))));
    if (!members.back().is_open()) return failure(folder / "cgroup.procs");
  }
  return members;
}

std::optional<std::chrono::nanoseconds> ControlGroup::processor_time() const {
  if (usage_.empty()) return std::nullopt;
  const std::string text = text_of(usage_);
  const bool is_version_2 = text.starts_with(kMicroseconds);
  const char* const begin = text.data() + (is_version_2 ? kMicroseconds.size() : 0);
  std::int64_t count = 0;
  const auto [end, fault] = std::from_chars(begin, text.data() + text.size(), count);
  if (fault != std::errc{}) return std::nullopt;
  return is_version_2 ? std::chrono::microseconds(count) : std::chrono::nanoseconds(count);
}

std::string ControlGroups::own_groups() {
  return text_of("/proc/self/cgroup");
}

ControlGroups ControlGroups::look(const fs::path& mounts, const std::string& own) {
  ControlGroups groups;
  const bool has_version_2 = fs::exists(mounts / "cgroup.controllers");
  const auto own_path = path_of(own, "");
  if (has_version_2 && own_path) {
    groups.look_at_version_2(mounts, *own_path);
  } else {
    groups.look_at_version_1(mounts, own);
  }
  for (const fs::path& parent :
       {groups.memory_, groups.processes_, groups.processor_time_, groups.freezer_}) {
    if (!parent.empty()) sweep(parent);
  }
  return groups;
}

void ControlGroups::look_at_version_1(const fs::path& mounts, const std::string& own) {
  const auto find = [&](std::string_view controller) {
    const auto path = path_of(own, controller);
    const fs::path folder = path ? below(mounts / controller, *path) : fs::path();
    return path && is_ours(folder) ? folder : fs::path();
  };
  memory_ = find("memory");
  processes_ = find("pids");
  processor_time_ = find("cpuacct");
  freezer_ = find("freezer");
  if (limits_memory() && limits_processes()) return;
  why_not_ = path_of(own, "memory") ? "this user is not allowed to make control groups"
                                    : "this system has no control groups for memory and processes";
  cure_ = "run as root, or on a system with control groups of version 2";
}

// The parent of the new groups may not have processes itself, so it is seldom the referee's own group.
void ControlGroups::look_at_version_2(const fs::path& mounts, std::string_view own) {
  is_version_2_ = true;
  fs::path folder = below(mounts, own);
  const auto hands_down = [](const fs::path& group) {
    const std::string controllers = text_of(group / "cgroup.subtree_control");
    return has_word(controllers, "memory") && has_word(controllers, "pids");
  };
  while (!(is_ours(folder) && hands_down(folder)) && folder != mounts && is_unlimited(folder))
    folder = folder.parent_path();
  if (is_ours(folder) && hands_down(folder)) {
    memory_ = processes_ = processor_time_ = freezer_ = folder;
    return;
  }
  why_not_ = "no control group with the controllers memory and pids is delegated to this user";
  cure_ = "start it with: systemd-run --user --scope -p Delegate=yes toptile …";
}

// In version 2, both limits are set in one group.
Result<std::shared_ptr<const ControlGroup>> ControlGroups::make(std::uint64_t memory_bytes,
                                                                int processes) const {
  static std::atomic<unsigned> number = 0;
  const std::string name = fmt::format("{}{}-{}", own_prefix(), ::getpid(), ++number);
  std::vector<Setting> settings;
  if (limits_memory() && memory_bytes > 0) {
    const std::string bytes = std::to_string(memory_bytes);
    if (is_version_2_) {
      settings = {{memory_, "memory.max", bytes},
                  {memory_, "memory.swap.max", "0", Setting::Need::where_there},
                  {memory_, "memory.oom.group", "1", Setting::Need::where_there}};
    } else {
      settings = {{memory_, "memory.limit_in_bytes", bytes},
                  {memory_, "memory.memsw.limit_in_bytes", bytes, Setting::Need::where_there}};
    }
  }
  if (limits_processes() && processes > 0)
    settings.push_back({processes_, "pids.max", std::to_string(processes)});
  for (const fs::path& parent : {processor_time_, freezer_})
    if (!parent.empty()) settings.push_back({parent});
  if (settings.empty()) return std::shared_ptr<const ControlGroup>();
  return make_with(settings, name);
}

}  // namespace toptile
