// What the processes of a bot use, as Linux tells it in /proc. A bot is a process that leads a group, and
// what it starts is in that group.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace toptile::conformance {

struct GroupUse {
  std::uint64_t resident_bytes = 0;
  int processes = 0;
  int threads = 0;
  int descriptors = 0;
};

// Those that run; not the dead that wait to be reaped.
std::vector<pid_t> members_of(pid_t group);
// All members together.
GroupUse use_of(pid_t group);

}  // namespace toptile::conformance
