// Deeds with more processes than the one that was started. Each has a bound, to protect the machine that runs
// the tests.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <new>

#include "tests/hostile_bots/exhibit/exhibit.h"

namespace toptile {

namespace {

enum class Session { same, own };

// Leaves an orphan that keeps every pipe open and ignores signals to leave. On return, the process between
// them is gone.
void leave_orphan(Session session) {
  const pid_t between = ::fork();
  if (between == 0) {
    if (session == Session::own) ::setsid();
    if (::fork() == 0) {
      std::signal(SIGTERM, SIG_IGN);
      std::signal(SIGHUP, SIG_IGN);
      hang();
    }
    ::_exit(0);
  }
  ::waitpid(between, nullptr, 0);
}

auto leave_orphan_and_go_on(Session session) {
  return [session](Exhibit&) {
    leave_orphan(session);
    return Then::goes_on;
  };
}

auto leave_orphan_and_exit(Session session) {
  return [session](Exhibit&) -> Then {
    leave_orphan(session);
    std::_Exit(0);
  };
}

// The child plays on, and the process that was started ends. It waits, because on a busy machine the referee
// notices the end only after a while.
Then hand_over_to_child(Exhibit&) {
  const pid_t parent = ::getpid();
  if (::fork() != 0) std::_Exit(0);
  for (int i = 0; i < 2000 && ::getppid() == parent; ++i) ::usleep(1000);
  ::usleep(500'000);
  return Then::goes_on;
}

// A counter that all descendants share.
std::atomic<int>& shared_count() {
  void* const page =
      ::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) std::_Exit(99);
  return *new (page) std::atomic<int>(0);
}

// Every process goes on forking, the children's children too.
Then fork_without_end(Exhibit&) {
  constexpr int kMaxProcesses = 200;
  std::atomic<int>& processes = shared_count();
  while (processes.fetch_add(1) < kMaxProcesses) {
    if (::fork() == 0) ::setsid();
  }
  hang();
}

// Nobody who looks for it finds it: every process starts the next one, in a session of its own, and ends.
Then fork_away(Exhibit&) {
  constexpr int kMaxGenerations = 20'000;
  if (::fork() != 0) return Then::goes_on;
  for (int generation = 0; generation < kMaxGenerations; ++generation) {
    if (::fork() != 0) ::_exit(0);
    ::setsid();
    ::usleep(300);
  }
  ::_exit(0);
}

}  // namespace

Deeds families() {
  return {
      {"orphan-and-exit", Moment::go, leave_orphan_and_exit(Session::same)},
      {"daemon-and-exit", Moment::go, leave_orphan_and_exit(Session::own)},
      {"orphan-and-play", Moment::go, leave_orphan_and_go_on(Session::same)},
      {"daemon-and-play", Moment::go, leave_orphan_and_go_on(Session::own)},
      {"daemon-at-start", Moment::start, leave_orphan_and_go_on(Session::own)},
      {"daemon-at-quit", Moment::quit, leave_orphan_and_go_on(Session::own)},
      {"hands-over-to-child", Moment::go, hand_over_to_child},
      {"forks-without-end", Moment::go, fork_without_end},
      {"forks-away", Moment::go, fork_away},
  };
}

}  // namespace toptile
