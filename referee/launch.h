// How a bot's process is started: a program and its arguments, never a shell's command line.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/result.h"
#include "referee/kept_process.h"

namespace toptile {

class ControlGroup;

// What setrlimit takes, as the limit that the process can neither pass nor raise.
struct ResourceLimit {
  int resource;
  std::uint64_t most;
};

enum class Environment {
  added,  // The given variables stand beside and over the referee's own.
  whole   // They are all there is.
};

struct Launch {
  // The program, then its arguments. A name without '/' is looked for on PATH; a relative path counts from
  // `directory`.
  std::vector<std::string> argv;
  std::filesystem::path directory;       // Empty: the referee's own.
  std::vector<std::string> environment;  // NAME=VALUE.
  Environment environment_is = Environment::added;
  std::filesystem::path stderr_file;            // Appended to. Empty: only the end is kept, in memory.
  std::uint64_t stderr_limit_bytes = 16 << 20;  // What that file may grow to.
  std::optional<int> cpu;                       // Empty: where the calling thread may run.
  // Open descriptors the program keeps, under the same numbers; above_streams.
  std::vector<int> inherited;
  // Where the program finds its input; its output is the next. Unless it is 0, 0 and 1 are /dev/null: for a
  // program that starts the bot and stays, and would hold a pipe open that the bot closes.
  int first_stream = 0;
  // For descendants to end by themselves after the program did; then they are killed.
  std::chrono::milliseconds afterlife{0};

  // Confinement (referee/sandbox.h), set in the process before the program runs, in this order. A step that
  // fails is an error of the start.
  std::vector<int> control_groups;  // Open files cgroup.procs of the groups it joins.
  std::vector<ResourceLimit> resource_limits;
  std::optional<uid_t> user;                  // The user and group it becomes, without other groups.
  std::vector<sock_filter> system_calls;      // A seccomp filter; empty: none.
  std::shared_ptr<const void> descriptors;    // Owns those named above; needed for the start alone.
  std::shared_ptr<const ControlGroup> group;  // Outlives the process, and goes after it. Null: there is none.
  bool tells_signals_by_code = false;  // It stands for another that died of signal N by ending with 128 + N.
};

// Descriptors of the caller that become the program's input, output and errors. All are above_streams.
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
using Started = boost::outcome_v2::basic_result<T, StartFailure, boost::outcome_v2::policy::terminate>;

// The program that a command names, by its path; one with '/' as it stands.
Result<std::string> find_program(const std::string& name);

// Starts the program under a keeper and comes back when it runs, or with the reason why it does not: no such
// file, not executable, built for another machine, a script without its interpreter.
//
// The process leads a group of its own in a session without a terminal, has default signals and none blocked,
// and keeps no descriptor but those named.
Started<KeptProcess> start_process(const Launch& launch, const StandardStreams& streams);

}  // namespace toptile
