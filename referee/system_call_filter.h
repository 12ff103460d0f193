// Which system calls a bot may make (docs/sandbox.md): all that programs need, and none that reach beyond
// the process, as seccomp filters them. A refused call fails with EPERM, as it would for want of a right;
// clone3, whose arguments a filter cannot see, and every call that is newer than the list, as on a kernel
// that has none; a socket that is no local one as on a system without networks, a lock on a file as on a disk
// without locks, a request (ioctl) as of a file that is no terminal. Advice on the use of a file is taken and
// not followed.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "engine/result.h"

namespace toptile {

enum class Processors {
  free,  // It may choose those it runs on.
  kept   // It stays on those it was given.
};

// An error when the system's library cannot make one.
Result<std::vector<sock_filter>> system_call_filter(Processors processors);

}  // namespace toptile
