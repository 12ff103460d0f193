// What this machine lets us enforce upon a bot, found out by trying it, and why not where it does not.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <linux/filter.h>

#include "referee/control_group.h"

namespace toptile {

struct Ability {
  std::string by;       // What it is enforced by: "bubblewrap 0.8.0"; empty when it is not.
  std::string why_not;  // A clause, when it is not.
  std::string cure;     // What the machine's user can do about that.

  explicit operator bool() const { return !by.empty(); }
};

struct HostAbilities {
  Ability namespaces;    // No network, own processes, files only as given.
  Ability system_calls;  // Dangerous system calls refused.
  Ability user;          // A user of its own, when we are root; whoever is not root lends the bot their own.
  Ability memory;        // A limit for all processes of a bot together.
  Ability processes;     // Likewise for their number.
  bool is_root = false;

  std::filesystem::path bwrap, last_step;  // Where namespaces are there.
  ControlGroups groups;
  std::vector<sock_filter> filter, filter_with_processors_kept;

  // All that `--sandbox require` asks for. Limits by control groups are not among it: each process is limited
  // anyway.
  bool is_enough() const { return namespaces && system_calls && user; }
  const Ability& first_missing() const {
    return !namespaces ? namespaces : !system_calls ? system_calls : user;
  }
};

// Takes some 10 ms: bubblewrap is tried on a program that does nothing.
HostAbilities look_at_host();

}  // namespace toptile
