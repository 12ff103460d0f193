// The command line that starts a program in its own view of the system: no network, no other processes, its
// own /tmp, and no files but those that it is given.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "referee/sandbox/view.h"

namespace toptile {

// The program that makes namespaces and what is in them. All kinds enforce the same.
struct Wrapper {
  enum class Kind {
    jail,       // Toptile's own (referee/jail/jail.cpp), which is quick.
    bubblewrap  // bwrap may make namespaces on machines that forbid them to other programs.
  };
  Kind kind = Kind::bubblewrap;
  std::filesystem::path program;
  std::filesystem::path last_step;  // Bubblewrap needs setpriv if we are root, else prlimit.
  std::shared_ptr<const UniqueDescriptor> file = {};  // Keeps the jail's file open, which `program` names.
};

struct Wrapping {
  Wrapper wrapper;
  std::optional<uid_t> user;  // The user that root's bots become.
  int processes = 0;          // The limit on processes if there is no `user`. 0: none.
  int filter = -1;            // Descriptor of the seccomp filter's file.
};

// The number at which the wrapper gets the bot's input; its output is the next number (Launch::first_stream).
inline constexpr int kFirstStream = 8;

// The names of the wrappers' own processes: two of them are between the keeper and the bot.
inline constexpr const char* kWrapperNames[] = {"bot-jail", "bwrap"};

// The words with which the wrapper runs `command`, whose program is an absolute path or starts at the view's
// directory. An error if the bot's user cannot be let into a folder, because it is closed to other users and
// has too many files.
Result<std::vector<std::string>> wrap(const std::vector<std::string>& command, const View& view,
                                      const Wrapping& wrapping);

// The same with namespaces alone, which bubblewrap makes: the program sees all files as they are, and runs as
// the user that bubblewrap has. If this works and wrap() does not, namespaces are not what this machine
// lacks.
std::vector<std::string> wrap_in_namespaces_alone(const std::vector<std::string>& command,
                                                  const Wrapping& wrapping);

}  // namespace toptile
