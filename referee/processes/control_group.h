// Linux's control groups (version 1 or 2). They limit a bot together with everything it starts, count the CPU
// time of all of it, and can stop it. They are used if this process may create groups. It creates them below
// its own group, or next to it if its own group sets no limit, so that a bot never has more than the referee
// was given.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace toptile {

// The groups of one bot. The object is destroyed when the bot has ended: processes that are still in the
// groups are killed then, and the groups are removed.
class ControlGroup {
 public:
  // The folders must exist and belong to this process.
  explicit ControlGroup(std::vector<std::filesystem::path> folders);
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;
  ~ControlGroup();

  // Opens the cgroup.procs files: a process that writes 0 there joins the groups.
  Result<std::vector<UniqueDescriptor>> open_members() const;

  // The CPU time of all processes that ever were members, up to the kernel's last count: it counts a running
  // process only at its ticks. nullopt if it does not count.
  std::optional<std::chrono::nanoseconds> processor_time() const;

  // Whether the members can be frozen: stopped in a way that no signal undoes.
  bool can_freeze() const { return freezer_.file.is_open(); }
  // The kernel stops each member as soon as that process leaves the kernel; this call does not wait for it.
  // In version 1 a frozen member cannot be killed. False if the call failed.
  bool freeze() const { return set(freezer_.frozen); }
  bool thaw() const { return set(freezer_.thawed); }
  // For a process that outlives this one: writing `thawed` to the file does what thaw() does.
  struct Freezer {
    UniqueDescriptor file;
    const char* frozen = "";
    const char* thawed = "";
  };
  const Freezer& freezer() const { return freezer_; }

 private:
  bool set(const char* state) const;

  std::vector<std::filesystem::path> folders_;
  std::filesystem::path usage_;  // The file with the CPU time. Empty: there is none.
  Freezer freezer_;
};

// The places where groups can be created.
class ControlGroups {
 public:
  // `mounts` is the folder where Linux mounts its groups, and `own` is the text of /proc/self/cgroup. Groups
  // that a dead referee left there are removed.
  static ControlGroups look(const std::filesystem::path& mounts = "/sys/fs/cgroup",
                            const std::string& own = own_groups());

  bool limits_memory() const { return !memory_.empty(); }
  bool limits_processes() const { return !processes_.empty(); }
  // Why memory and processes are not both limited; empty if they are.
  const std::string& why_not() const { return why_not_; }
  const std::string& cure() const { return cure_; }

  // Null if no group can be created. A limit of 0 means no such limit.
  Result<std::shared_ptr<const ControlGroup>> make(std::uint64_t memory_bytes, int processes) const;

 private:
  static std::string own_groups();
  void look_at_version_1(const std::filesystem::path& mounts, const std::string& own);
  void look_at_version_2(const std::filesystem::path& mounts, std::string_view own);

  // The parents of new groups. In version 2 they are all the same folder, and its groups always count CPU
  // time and can freeze.
  std::filesystem::path memory_, processes_, processor_time_, freezer_;
  bool is_version_2_ = false;
  std::string why_not_, cure_;
};

}  // namespace toptile
