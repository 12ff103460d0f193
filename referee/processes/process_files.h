// Reads the files that Linux has for a process in /proc. The functions use nothing but system calls, as they
// must be fast: the trees of bots are checked during every move that is not quick.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

// The contents of a `stat` file, of a process or of one of its threads.
struct ProcessStat {
  std::string name;  // It may hold any character.
  char state = 'Z';
  unsigned flags = 0;
  // The time of children that ended and were waited for, in ticks of the kernel's clock (10 ms), rounded
  // down.
  std::chrono::nanoseconds ended_children{0};
  int threads = 0;
  std::uint64_t resident_pages = 0;

  bool is_alive() const { return state != 'Z' && state != 'X'; }
  bool is_ending() const { return (flags & 0x4) != 0; }  // PF_EXITING in the kernel's sched.h.
  bool is_stopped() const { return state == 'T' || state == 't'; }
};

// The whole text of a file, or nullopt if the process is gone.
std::optional<std::string> text_of_process_file(const char* path);
// The same for an open file, from its beginning. This never reads another process that has reused the number
// of one that is gone.
std::optional<std::string> text_of_process_file(int descriptor);

std::optional<ProcessStat> parse_process_stat(std::string_view text);
// `folder` is the /proc folder of a process or of a thread.
std::optional<ProcessStat> process_stat_in(const std::string& folder);

// Appends the processes that a `children` file lists.
void append_children_in(std::string_view list, std::vector<pid_t>& children);
// The same for all threads of the process: Linux lists the children of a process under the thread that
// started each of them.
void append_children_of_threads(pid_t pid, std::vector<pid_t>& children);

}  // namespace toptile
