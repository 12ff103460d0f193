// What this machine lets us enforce on a bot, found out by trying, and the reason for what it does not.
#pragma once

#include <string>
#include <vector>

#include <linux/filter.h>

#include "referee/processes/control_group.h"
#include "referee/sandbox/wrapping.h"

namespace toptile {

struct Ability {
  std::string by;       // What it is enforced by, such as "/usr/bin/bwrap"; empty when it is not enforced.
  std::string why_not;  // The reason, as a clause, when it is not enforced.
  std::string cure;     // What the machine's user can do about that.

  explicit operator bool() const { return !by.empty(); }
};

struct HostAbilities {
  Ability namespaces;    // A bot has no network, and sees only its own processes and the files given to it.
  Ability system_calls;  // Dangerous system calls are refused.
  Ability user;          // The bot runs as a user of its own if we are root, and else as our user.
  Ability memory;        // A limit for all processes of a bot together.
  Ability processes;     // A limit for the number of a bot's processes.
  bool is_root = false;

  Wrapper wrapper;  // It works if `namespaces` is there.
  ControlGroups groups;
  std::vector<sock_filter> filter, filter_with_processors_kept;

  // Whether the machine has all that `--sandbox require` asks for. Limits by control groups are not part of
  // it, as each process is limited anyway.
  bool is_enough() const { return namespaces && system_calls && user; }
  const Ability& first_missing() const {
    return !namespaces ? namespaces : !system_calls ? system_calls : user;
  }
};

// The variable that says which wrapper starts bots: "jail" or "bubblewrap". If it is not set or empty, it is
// the first of them that works.
inline constexpr const char* kWrapperVariable = "TOPTILE_SANDBOX_BY";

// Takes some 10 ms: the wrappers are tried on a program that does nothing.
HostAbilities look_at_host();
// The same with one wrapper only.
HostAbilities look_at_host(Wrapper::Kind kind);

}  // namespace toptile
