// Limits for a bot and all it starts together, what they use of processors, and how they are stopped, by
// Linux's control groups (version 1 or 2), where this process may make groups. It makes them below its own
// group, or beside it where its own group sets no limit, so that a bot never has more than the referee was
// given.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "referee/descriptor.h"

namespace toptile {

// Groups for one bot; goes when the bot has gone. Whatever is still in the groups then is killed, and they
// are removed.
class ControlGroup {
 public:
  // The folders exist and are ours.
  explicit ControlGroup(std::vector<std::filesystem::path> folders);
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;
  ~ControlGroup();

  // The open files cgroup.procs: a process that writes 0 there joins.
  Result<std::vector<UniqueDescriptor>> open_members() const;

  // What all that ever were members used of processors, as far as the kernel has counted it: for a process
  // that runs it does so at its ticks. Nothing where it does not count.
  std::optional<std::chrono::nanoseconds> processor_time() const;

  // Whether its members can be made to stand still, by a stop that no signal undoes.
  bool can_freeze() const { return freezer_.file.is_open(); }
  // The kernel stops each member as soon as that leaves the kernel; nobody waits for it. A frozen member
  // cannot be killed in version 1. False where it failed.
  bool freeze() const { return set(freezer_.frozen); }
  bool thaw() const { return set(freezer_.thawed); }
  // A process that outlives this one needs it: writing `thawed` there does what thaw() does.
  struct Freezer {
    UniqueDescriptor file;
    const char* frozen = "";
    const char* thawed = "";
  };
  const Freezer& freezer() const { return freezer_; }

 private:
  bool set(const char* state) const;

  std::vector<std::filesystem::path> folders_;
  std::filesystem::path usage_;  // Where the kernel writes it; empty: nowhere.
  Freezer freezer_;
};

// Where groups can be made.
class ControlGroups {
 public:
  // `mounts` is where Linux shows its groups, `own` the text of /proc/self/cgroup. Groups that a dead referee
  // left there are removed.
  static ControlGroups look(const std::filesystem::path& mounts = "/sys/fs/cgroup",
                            const std::string& own = own_groups());

  bool limits_memory() const { return !memory_.empty(); }
  bool limits_processes() const { return !processes_.empty(); }
  // Why it does not limit both.
  const std::string& why_not() const { return why_not_; }
  const std::string& cure() const { return cure_; }

  // Null where no group can be made. 0: without that limit.
  Result<std::shared_ptr<const ControlGroup>> make(std::uint64_t memory_bytes, int processes) const;

 private:
  static std::string own_groups();
  void look_at_version_1(const std::filesystem::path& mounts, const std::string& own);
  void look_at_version_2(const std::filesystem::path& mounts, std::string_view own);

  // The parents of new groups; in version 2 they are one, which counts processor time and freezes unasked.
  std::filesystem::path memory_, processes_, processor_time_, freezer_;
  bool is_version_2_ = false;
  std::string why_not_, cure_;
};

}  // namespace toptile
