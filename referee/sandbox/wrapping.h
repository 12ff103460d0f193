// Builds the command line that starts a program in its own view of the system: no network, no other
// processes, its own /tmp, and no files but those that it is given.
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

// The program that creates the namespaces and their contents. All kinds enforce the same.
struct Wrapper {
  enum class Kind {
    jail,       // Toptile's own (referee/jail/jail.cpp), which is faster.
    bubblewrap  // bwrap, which may create namespaces even on machines that forbid them to other programs.
  };
  Kind kind = Kind::bubblewrap;
  std::filesystem::path program;
  std::filesystem::path last_step;  // Bubblewrap needs setpriv if Toptile runs as root, otherwise prlimit.
  std::shared_ptr<const UniqueDescriptor> file = {};  // Keeps open the jail's file that `program` names.
};

struct Wrapping {
  Wrapper wrapper;
  std::optional<uid_t> user;  // The user that the bot becomes if Toptile runs as root.
  int processes = 0;          // The process limit if there is no `user`. 0: no limit.
  int filter = -1;            // Descriptor of the seccomp filter's file. -1: no filter.
};

// The descriptor at which the wrapper gets the bot's input; its output is the next number
// (Launch::first_stream).
inline constexpr int kFirstStream = 8;

// The names of the wrappers' own processes: two of them are between the keeper and the bot.
inline constexpr const char* kWrapperNames[] = {"bot-jail", "bwrap"};

// The command line with which the wrapper runs `command`, whose program is an absolute path or relative to
// the view's directory. Fails if the bot's user cannot be given access to a folder, because it is closed to
// other users and has too many files.
Result<std::vector<std::string>> wrap(const std::vector<std::string>& command, const View& view,
                                      const Wrapping& wrapping);

// The same with bubblewrap's namespaces alone: the program sees all files as they are, and runs as the same
// user as bubblewrap. If this works and wrap() does not, the machine's problem is not a lack of namespaces.
std::vector<std::string> wrap_in_namespaces_alone(const std::vector<std::string>& command,
                                                  const Wrapping& wrapping);

}  // namespace toptile
