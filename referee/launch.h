// How a bot's process is started: a program and its arguments, never a shell's command line.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/result.h"

namespace toptile {

struct Launch {
  // The program, then its arguments. A name without '/' is looked for on PATH; a relative path counts from
  // `directory`.
  std::vector<std::string> argv;
  std::filesystem::path directory;              // Empty: the referee's own.
  std::vector<std::string> environment;         // NAME=VALUE, beside and over the referee's own.
  std::filesystem::path stderr_file;            // Appended to. Empty: only the end is kept, in memory.
  std::uint64_t stderr_limit_bytes = 16 << 20;  // What that file may grow to.
  std::optional<int> cpu;                       // Empty: where the calling thread may run.
  std::vector<int> inherited;                   // Open descriptors the program keeps, under the same numbers.
};

// Descriptors of the caller that become the program's 0, 1 and 2. All are above 2.
struct StandardStreams {
  int input;
  int output;
  int errors;
};

// Starts the program and comes back when it runs, or with the reason why it does not: no such file, not
// executable, built for another machine, a script without its interpreter.
//
// The process leads a group of its own, has default signals and none blocked, keeps no descriptor but those
// named, and is killed when the calling *thread* ends, however it ends. The caller reaps it.
Result<pid_t> start_process(const Launch& launch, const StandardStreams& streams);

}  // namespace toptile
