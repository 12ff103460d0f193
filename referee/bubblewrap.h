// The command line with which bubblewrap (bwrap) starts a program in its own view of the system: no network,
// no other processes, its own /tmp, and no files but those that it is given.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/result.h"
#include "referee/view.h"

namespace toptile {

struct Wrapping {
  std::filesystem::path bwrap;
  std::filesystem::path last_step;  // setpriv if there is a `user` to become, else prlimit.
  std::optional<uid_t> user;        // The user that root's bots become.
  int processes = 0;                // The limit on processes if there is no `user`. 0: none.
  int filter = -1;                  // Descriptor of the seccomp filter's file.
};

// The number at which bwrap gets the bot's input; its output is the next number (Launch::first_stream).
inline constexpr int kFirstStream = 8;

// The words with which bwrap runs `command`, whose program is an absolute path or starts at the view's
// directory. An error if the bot's user cannot be let into a folder, because it is closed to other users and
// has too many files.
Result<std::vector<std::string>> wrap(const std::vector<std::string>& command, const View& view,
                                      const Wrapping& wrapping);

// The same with namespaces alone: the program sees all files as they are, and runs as the user that
// bubblewrap has. If this works and wrap() does not, namespaces are not what this machine lacks.
std::vector<std::string> wrap_in_namespaces_alone(const std::vector<std::string>& command,
                                                  const Wrapping& wrapping);

}  // namespace toptile
