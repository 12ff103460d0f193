// Starts a bot's process from a program and its arguments, never from a shell's command line.
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

#include "base/result.h"
#include "referee/processes/kept_process.h"

namespace toptile {

class ControlGroup;

// A limit for setrlimit, which the process can neither exceed nor raise.
struct ResourceLimit {
  int resource;
  std::uint64_t most;
};

enum class Environment {
  added,  // The given variables are added to the referee's own and replace those of the same name.
  whole   // The program gets the given variables only.
};

struct Launch {
  // The program, then its arguments. A name without '/' is searched on PATH; a relative path starts at
  // `directory`.
  std::vector<std::string> argv;
  std::filesystem::path directory;       // The folder to start in. Empty: the referee's own.
  std::vector<std::string> environment;  // Each is NAME=VALUE.
  Environment environment_is = Environment::added;
  std::filesystem::path stderr_file;            // Receives stderr. Empty: only its end is kept, in memory.
  std::uint64_t stderr_limit_bytes = 16 << 20;  // The maximum size of that file.
  std::optional<int> cpu;  // The processor to run on. nullopt: those of the calling thread.
  // Open descriptors that the program keeps, under the same numbers. All are above_streams.
  std::vector<int> inherited;
  // The number at which the program finds its input; its output is the next. If it is not 0, then 0 and 1 are
  // /dev/null. This is for a program that starts the bot and lives on (wrapping.h): it would hold a
  // pipe open that the bot closes.
  int first_stream = 0;
  // How long descendants may live on after the program has exited, before they are killed.
  std::chrono::milliseconds afterlife{0};

  // The confinement (referee/sandbox/sandbox.h). It is applied in the process before the program runs, in
  // this order. If a step fails, the start fails.
  std::vector<int> control_groups;  // The open cgroup.procs files of the groups that it joins.
  std::vector<ResourceLimit> resource_limits;
  std::optional<uid_t> user;                  // The user and group that it becomes, without other groups.
  std::vector<sock_filter> system_calls;      // A seccomp filter; empty: none.
  std::shared_ptr<const void> descriptors;    // Owns the descriptors named above; only the start needs it.
  std::shared_ptr<const ControlGroup> group;  // Lives longer than the process. Null: there is none.
  // Whether the program runs another one, and exits with code 128 + N if signal N killed that one.
  bool tells_signals_by_code = false;
};

// Descriptors of the caller that become the program's stdin, stdout and stderr. All are above_streams.
struct StandardStreams {
  int input;
  int output;
  int errors;
};

// Why no process was started.
struct StartFailure : Error {
  // Whether the machine is the cause (no descriptors, processes or memory left), so that the failure says
  // nothing about the program.
  bool is_hosts = false;
};
template <class T>
using Started = boost::outcome_v2::basic_result<T, StartFailure, boost::outcome_v2::policy::terminate>;

// The path of the program that a command names. A name with '/' is returned unchanged.
Result<std::string> find_program(const std::string& name);

// Starts the program under a keeper. Returns when the program runs, or with the reason why it does not: the
// file does not exist, is not executable, was built for another machine, or is a script whose interpreter is
// missing.
//
// The process leads a group of its own, in a session without a terminal. Its signals have their defaults and
// none is blocked, and it keeps no descriptors but those named here.
Started<KeptProcess> start_process(const Launch& launch, const StandardStreams& streams);

}  // namespace toptile
