// What Linux tells of a process in /proc. The functions use nothing but system calls, as they must be fast:
// the trees of bots are looked at in every move that takes its time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

// What a file `stat` says, of a process or of one of its threads.
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

// The whole text of a file; nothing if the process is gone.
std::optional<std::string> text_of_process_file(const char* path);
// The same for an open file, from its beginning. Another process that got the number of one that is gone is
// never read.
std::optional<std::string> text_of_process_file(int descriptor);

std::optional<ProcessStat> parse_process_stat(std::string_view text);
// `folder` is that of a process or of a thread.
std::optional<ProcessStat> process_stat_in(const std::string& folder);

// Appends the processes that a file `children` lists.
void append_children_in(std::string_view list, std::vector<pid_t>& children);
// The same for all threads of the process: Linux lists the children of a process under the thread that
// started each of them.
void append_children_of_threads(pid_t pid, std::vector<pid_t>& children);

}  // namespace toptile
