// The limits of this machine without any of our code, with which results of the same run are compared: round
// trips between two processes, and process starts.
#pragma once

#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "tools/value_or_exit.h"

namespace toptile {

constexpr std::size_t kPingPongBytes = 120;

inline std::string ping_pong_line() {
  return std::string(kPingPongBytes - 1, 'x') + "\n";
}

// Echoes its input until the end. Every line fits into one write to a pipe and one read from it.
inline void echo(int from, int to) {
  char bytes[4096];
  ssize_t count;
  while ((count = ::read(from, bytes, sizeof bytes)) > 0) {
    if (::write(to, bytes, static_cast<std::size_t>(count)) != count) break;
  }
}

// Pins the calling thread to a processor, a different one for each number. Child processes inherit this.
inline void stay_on_own_processor(int number) {
  static const cpu_set_t allowed = [] {
    cpu_set_t processors;
    if (::sched_getaffinity(0, sizeof processors, &processors) != 0)
      fail_bench("cannot tell which processors are ours");
    return processors;
  }();
  int skip = number % CPU_COUNT(&allowed);
  int cpu = 0;
  while (!CPU_ISSET(static_cast<std::size_t>(cpu), &allowed) || skip-- > 0) ++cpu;
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(static_cast<std::size_t>(cpu), &own);
  if (::sched_setaffinity(0, sizeof own, &own) != 0) fail_bench("cannot stay on one processor");
}

// An echoing process on the same processor, with two pipes.
class BarePair {
 public:
  BarePair() {
    child_ = ::fork();
    if (child_ < 0) fail_bench("cannot start a process");
    if (child_ > 0) return;
    to_.write_end = {};
    echo(to_.read_end.number(), from_.write_end.number());
    ::_exit(0);
  }
  BarePair(const BarePair&) = delete;
  BarePair& operator=(const BarePair&) = delete;
  ~BarePair() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }

  void round_trip() {
    char received[4096];
    const ssize_t written = ::write(to_.write_end.number(), sent_.data(), sent_.size());
    const ssize_t read = ::read(from_.read_end.number(), received, sizeof received);
    if (written != static_cast<ssize_t>(kPingPongBytes) || read != written) fail_bench("a line was torn");
  }

 private:
  Pipe to_ = value_or_exit(open_pipe());
  Pipe from_ = value_or_exit(open_pipe());
  const std::string sent_ = ping_pong_line();
  pid_t child_ = 0;
};

// Starts the program without arguments, and waits until it exits.
inline void start_bare(const char* program) {
  const pid_t child = ::fork();
  if (child < 0) fail_bench("cannot start a process");
  if (child == 0) {
    ::execl(program, program, static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) == 127)
    fail_bench(std::string(program) + ": this program cannot be started");
}

}  // namespace toptile
