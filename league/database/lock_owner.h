// The process that keeps an SQLite database busy.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toptile {

// The process that has a lock for writing on this byte of a file. `locks` is the text of /proc/locks.
std::optional<pid_t> find_lock_owner(std::string_view locks, dev_t device, ino_t inode, std::uint64_t byte);

struct LockOwner {
  pid_t process = 0;
  std::string program;      // Empty if unknown.
  bool is_stopped = false;  // By a signal or a debugger.
};

// The other process that is in a write transaction of the database in this file. Empty if there is none, or
// if the system does not show it, as for processes of other containers and for files on btrfs.
std::optional<LockOwner> find_writer(const std::string& file);

}  // namespace toptile
