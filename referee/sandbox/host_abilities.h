// The restrictions that this machine can enforce on a bot, found out by trying, and the reason for each that
// it cannot enforce.
#pragma once

#include <string>
#include <vector>

#include <linux/filter.h>

#include "referee/processes/control_group.h"
#include "referee/sandbox/wrapping.h"

namespace toptile {

struct Ability {
  std::string by;       // The means of enforcement, such as "/usr/bin/bwrap"; empty if it cannot be enforced.
  std::string why_not;  // The reason, as a clause, if it cannot be enforced.
  std::string cure;     // What the user of this machine can do about that.

  explicit operator bool() const { return !by.empty(); }
};

struct HostAbilities {
  Ability namespaces;    // A bot has no network, and sees only its own processes and the files given to it.
  Ability system_calls;  // Dangerous system calls are refused.
  Ability user;  // The bot runs as a user of its own if Toptile runs as root, and otherwise as the same user.
  Ability memory;     // A limit for all processes of a bot together.
  Ability processes;  // A limit for the number of a bot's processes.
  bool is_root = false;

  Wrapper wrapper;  // Works if `namespaces` is there.
  ControlGroups groups;
  std::vector<sock_filter> filter, filter_with_processors_kept;

  // Whether the machine has all that `--sandbox require` asks for. Limits by control groups are not required,
  // as each process is limited anyway.
  bool is_enough() const { return namespaces && system_calls && user; }
  const Ability& first_missing() const {
    return !namespaces ? namespaces : !system_calls ? system_calls : user;
  }
};

// The environment variable that chooses the wrapper: "jail" or "bubblewrap". If it is unset or empty, the
// first of these that works is taken.
inline constexpr const char* kWrapperVariable = "TOPTILE_SANDBOX_BY";

// Takes some 10 ms: the wrappers are tried on a program that does nothing.
HostAbilities look_at_host();
// The same with one wrapper only.
HostAbilities look_at_host(Wrapper::Kind kind);

}  // namespace toptile
