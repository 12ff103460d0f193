#include "referee/sandbox/machine_files.h"

#include <fmt/format.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

namespace toptile {
namespace {

namespace fs = std::filesystem;

// These are shown as they are: settings and names, and the sandbox's own messages and memory (sysvipc). `sys`
// is shown without the files in it that count something.
constexpr auto kShown = std::to_array<std::string_view>({"filesystems", "sys", "sysvipc", "version"});
constexpr auto kConstant = std::to_array<std::string_view>({"cpuinfo", "loadavg", "meminfo", "stat"});
constexpr auto kHiddenSettings =
    std::to_array<const char*>({"sys/fs", "sys/kernel/pty", "sys/kernel/random/entropy_avail"});

template <class Names>
bool is_among(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

template <class Use>
void read_lines(const fs::path& file, Use use) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) use(line);
}

// The speed of a processor is left out, as it changes with the load.
std::string processors() {
  std::string text;
  read_lines("/proc/cpuinfo", [&](const std::string& line) {
    if (!line.starts_with("cpu MHz")) text += line + "\n";
  });
  return text;
}

// Gives the number of processors and the boot time of the machine. All counts are 0.
std::string times_of_processors() {
  std::string text;
  read_lines("/proc/stat", [&](const std::string& line) {
    const std::string name = line.substr(0, line.find(' '));
    if (name.starts_with("cpu")) text += name + (name == "cpu" ? "  " : " ") + "0 0 0 0 0 0 0 0 0 0\n";
    if (name == "btime") text += "intr 0\nctxt 0\n" + line + "\n";
  });
  return text + "processes 1\nprocs_running 1\nprocs_blocked 0\nsoftirq 0 0 0 0 0 0 0 0 0 0 0\n";
}

std::uint64_t memory_of_machine() {
  struct sysinfo information {};
  return ::sysinfo(&information) == 0 ? std::uint64_t{information.totalram} * information.mem_unit : 0;
}

std::string memory(std::uint64_t total, std::uint64_t free) {
  std::string text;
  const auto add = [&](std::string_view name, std::uint64_t bytes) {
    text += fmt::format("{:<16}{:>8} kB\n", fmt::format("{}:", name), bytes >> 10);
  };
  add("MemTotal", total);
  add("MemFree", free);
  add("MemAvailable", free);
  for (const char* name : {"Buffers", "Cached", "SwapCached", "Active", "Inactive", "SwapTotal", "SwapFree",
                           "Dirty", "Shmem", "Slab", "SReclaimable"})
    add(name, 0);
  return text;
}

}  // namespace

std::vector<MachineFile> machine_files(std::uint64_t memory_bytes) {
  // Read once, so that a later change cannot carry a message either.
  static const std::string kProcessors = processors(), kTimes = times_of_processors();
  static const std::uint64_t kMemory = memory_of_machine();
  const std::uint64_t free = memory_bytes > 0 ? std::min(memory_bytes, kMemory) : kMemory;
  return {{"/proc/cpuinfo", kProcessors},
          {"/proc/loadavg", "0.00 0.00 0.00 1/1 1\n"},
          {"/proc/meminfo", memory(kMemory, free)},
          {"/proc/stat", kTimes}};
}

// Goes through everything that is there, as no list can name the files of newer kernels. Links in /proc lead
// to the process's own files.
std::vector<fs::path> hidden_machine_files() {
  constexpr fs::perms kRead = fs::perms::others_read;
  std::vector<fs::path> hidden;
  std::error_code ignored;
  for (fs::directory_iterator entry("/proc", ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    std::error_code gone;
    const std::string name = entry->path().filename().string();
    const bool is_process = name.find_first_not_of("0123456789") == std::string::npos;
    if (is_process || entry->is_symlink(gone) || is_among(kShown, name) || is_among(kConstant, name))
      continue;
    if ((entry->status(gone).permissions() & kRead) == kRead) hidden.push_back(entry->path());
  }
  for (const char* name : kHiddenSettings) {
    if (const fs::path path = fs::path("/proc") / name; fs::exists(path, ignored)) hidden.push_back(path);
  }
  return hidden;
}

}  // namespace toptile
