// How a bot's process is started: a program and its arguments, never a shell's command line.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/result.h"
#include "referee/kept_process.h"

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
  // For descendants to end by themselves after the program did; then they are killed.
  std::chrono::milliseconds afterlife{0};
};

// Descriptors of the caller that become the program's 0, 1 and 2. All are above 2.
struct StandardStreams {
  int input;
  int output;
  int errors;
};

// Why no process runs.
struct StartFailure : Error {
  // The machine's doing, out of descriptors, processes or memory: it says nothing of the program.
  bool is_hosts = false;
};
template <class T>
using Started = boost::outcome_v2::result<T, StartFailure, boost::outcome_v2::policy::terminate>;

// Starts the program under a keeper and comes back when it runs, or with the reason why it does not: no such
// file, not executable, built for another machine, a script without its interpreter.
//
// The process leads a group of its own in a session without a terminal, has default signals and none blocked,
// and keeps no descriptor but those named.
Started<KeptProcess> start_process(const Launch& launch, const StandardStreams& streams);

}  // namespace toptile
