// A seccomp filter for the system calls of a bot (docs/sandbox.md): it allows all that programs need, and
// none that reach beyond the process. Most refused calls fail with EPERM, as if a right were missing. The
// exceptions are:
// - clone3, whose arguments a filter cannot see, and every call that is newer than the list fail as on a
//   kernel that does not have them.
// - A socket that is not local fails as on a system without networks.
// - A lock on a file fails as on a disk without locks.
// - A request (ioctl) fails as on a file that is not a terminal.
// - Advice on the use of a file succeeds and has no effect.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "base/result.h"

namespace toptile {

enum class Processors {
  free,  // The bot may choose the processors that it runs on.
  kept   // The bot stays on the processors that it was given.
};

// Fails if the system's library cannot create a filter.
Result<std::vector<sock_filter>> system_call_filter(Processors processors);

}  // namespace toptile
