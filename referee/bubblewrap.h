// The command line by which bubblewrap (bwrap) starts a program with a view of the system of its own: no
// network, its own processes, a /tmp of its own, and of the files only those it is given, to read.
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
  std::filesystem::path last_step;  // setpriv to become a `user`, prlimit without.
  std::optional<uid_t> user;        // Root's bots become this one.
  int processes = 0;                // The limit where there is no `user`. 0: none.
  int filter = -1;                  // Descriptor of the seccomp filter's file.
};

// Where bwrap is to be given the bot's input, its output being the next: Launch::first_stream.
inline constexpr int kFirstStream = 8;

// `command` as bwrap is to be given it; its program is absolute, or counts from the directory. An error where
// the user that the bot becomes cannot be let in: a folder with too many files, closed to others.
Result<std::vector<std::string>> wrap(const std::vector<std::string>& command, const View& view,
                                      const Wrapping& wrapping);

// The same with namespaces alone: it sees all files as they are, under the user that bubblewrap has. Where
// this works and the other does not, it is not the namespaces that this machine lacks.
std::vector<std::string> wrap_in_namespaces_alone(const std::vector<std::string>& command,
                                                  const Wrapping& wrapping);

}  // namespace toptile
