// Counts what the worker of a tournament asks of the system. The tournament is played in a child of the test,
// and the test traces the threads of that child, except for its first one. The bots are processes of their
// own and are not traced.
#pragma once

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace toptile {

// Allocations of the traced threads. The test reads them while the child's threads go on, so they are in
// memory that both share.
struct SharedCounts {
  std::atomic<std::uint64_t> allocations = 0;
};

// The events from one question for a move (included) to the next one.
struct Stretch {
  std::uint64_t calls = 0;    // System calls.
  std::uint64_t waits = 0;    // Those of them that let the thread sleep until something happens.
  std::uint64_t signals = 0;  // Those of them that send a signal.
  std::uint64_t allocations = 0;
  bool has_record = false;  // Whether a game ended in it, and its record was written.
};

class TracedThread {
 public:
  // Runs `act` in a child and gives the stretches of the thread that asks bots for moves. The first stretch
  // begins with the first question.
  template <class Act>
  static std::vector<Stretch> stretches_of(const SharedCounts& counts, Act act) {
    const pid_t child = ::fork();
    if (child == 0) {
      if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(kCannotTrace);
      ::raise(SIGSTOP);
      ::_exit(act() ? 0 : 1);
    }
    BOOST_REQUIRE(child > 0);
    TracedThread traced(child, counts);
    const int status = traced.follow();
    BOOST_REQUIRE_MESSAGE(WIFEXITED(status) && WEXITSTATUS(status) == 0,
                          "the child that plays ended with wait status " << status);
    return std::move(traced.stretches_);
  }

  // Whether this machine lets a process trace its child.
  static bool is_possible() {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : kCannotTrace);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  static constexpr int kCannotTrace = 9;
  static constexpr int kAtSystemCall = SIGTRAP | 0x80;

  TracedThread(pid_t child, const SharedCounts& counts) : child_(child), counts_(counts) {}

  int follow() {
    int status = 0;
    ::waitpid(child_, &status, 0);
    if (!WIFSTOPPED(status)) return status;
    ::ptrace(PTRACE_SETOPTIONS, child_, nullptr,
             PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
    ::ptrace(PTRACE_CONT, child_, nullptr, nullptr);
    while (true) {
      const pid_t thread = ::waitpid(-1, &status, __WALL);
      if (thread < 0 && errno == EINTR) continue;
      BOOST_REQUIRE(thread > 0);
      if (WIFSTOPPED(status)) {
        go_on(thread, status);
      } else if (thread == child_) {
        return status;
      }
    }
  }

  void go_on(pid_t thread, int status) {
    const int signal = WSTOPSIG(status);
    const bool is_event = status >> 16 != 0;
    const bool is_known = thread == child_ || threads_.contains(thread);
    long delivered = 0;
    if (signal == kAtSystemCall) {
      look_at_call(thread);
    } else if (is_known && !is_event) {
      delivered = signal;
    }
    threads_.insert(thread);  // A new thread begins with a stop that is not for it.
    ::ptrace(thread == child_ ? PTRACE_CONT : PTRACE_SYSCALL, thread, nullptr, delivered);
  }

  void look_at_call(pid_t thread) {
    __ptrace_syscall_info call{};
    if (::ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof call, &call) <= 0) {
      BOOST_FAIL("this kernel does not tell of the system calls of a traced thread");
    }
    if (call.op != PTRACE_SYSCALL_INFO_ENTRY) return;
    const auto number = static_cast<long>(call.entry.nr);
    if (number == SYS_write && is_question(thread, call.entry.args[1])) begin_stretch(thread);
    if (thread != player_ || stretches_.empty()) return;
    Stretch& stretch = stretches_.back();
    ++stretch.calls;
    stretch.waits += is_wait(number);
    stretch.signals += is_signal(number);
    stretch.has_record = stretch.has_record || (number == SYS_write && is_record(thread, call.entry.args[1]));
  }

  void begin_stretch(pid_t thread) {
    player_ = thread;
    const std::uint64_t so_far = counts_.allocations;
    if (!stretches_.empty()) stretches_.back().allocations = so_far - allocations_before_;
    allocations_before_ = so_far;
    stretches_.emplace_back();
  }

  // Whether the thread's memory there begins with this text of at most eight bytes.
  static bool begins_with(pid_t thread, std::uint64_t address, std::string_view text) {
    errno = 0;
    const long word = ::ptrace(PTRACE_PEEKDATA, thread, reinterpret_cast<void*>(address), nullptr);
    return errno == 0 && std::memcmp(&word, text.data(), text.size()) == 0;
  }
  static bool is_question(pid_t thread, std::uint64_t address) {
    return begins_with(thread, address, "position");
  }
  static bool is_record(pid_t thread, std::uint64_t address) {
    return begins_with(thread, address, "{\"log\":");
  }

  // Newer architectures lack the older of these.
  static bool is_wait(long number) {
    static const std::set<long> waits = {
#ifdef SYS_epoll_wait
        SYS_epoll_wait,  SYS_poll,  SYS_select,
#endif
        SYS_epoll_pwait, SYS_ppoll, SYS_pselect6, SYS_futex, SYS_nanosleep, SYS_clock_nanosleep};
    return waits.contains(number);
  }

  static bool is_signal(long number) {
    return number == SYS_kill || number == SYS_tkill || number == SYS_tgkill ||
           number == SYS_pidfd_send_signal;
  }

  const pid_t child_;
  const SharedCounts& counts_;
  std::set<pid_t> threads_;
  pid_t player_ = 0;  // The thread that asked last.
  std::uint64_t allocations_before_ = 0;
  std::vector<Stretch> stretches_;
};

}  // namespace toptile
