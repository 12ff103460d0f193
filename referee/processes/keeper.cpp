#include "referee/processes/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/descriptor.h"

namespace toptile {
namespace {

// The code below must not allocate, lock or throw: the process is a forked copy of one thread of several.

constexpr int kLeash = 0, kThawing = 1;  // The keeper's descriptors; it closes all others.
constexpr int kNextLookMs = 20;          // Time between looks at descendants that are not gone yet.

std::int64_t now_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1000} + now.tv_nsec / 1'000'000;
}

class Keeper {
 public:
  Keeper(pid_t bot, int afterlife_ms, const char* thawed)
      : bot_(bot), afterlife_ms_(afterlife_ms), thawed_(thawed) {
    sigset_t children;
    ::sigemptyset(&children);
    ::sigaddset(&children, SIGCHLD);
    child_ended_ = ::signalfd(-1, &children, SFD_NONBLOCK | SFD_CLOEXEC);
  }

  [[noreturn]] void keep() {
    wait_for_the_end();
    ::kill(-bot_, SIGKILL);  // The bot is not reaped yet, so its group is still its own.
    ::kill(bot_, SIGKILL);
    bury_all();
    send_epitaph();
    ::_exit(0);
  }

 private:
  // Waits until the bot exits or the referee closes the leash. Descendants that end meanwhile are reaped.
  void wait_for_the_end() {
    while (!has_bot_ended()) {
      pollfd events[] = {{kLeash, POLLIN, 0}, {child_ended_, POLLIN, 0}};
      // Without a signalfd (no descriptor was left), it polls.
      ::poll(events, 2, child_ended_ < 0 ? kNextLookMs : -1);
      drain_signals();
      if (events[0].revents == 0) continue;
      is_killing_ = true;
      return;
    }
    await_afterlife();
  }

  bool has_bot_ended() const {
    while (true) {
      siginfo_t ended{};
      if (::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == 0) return false;
      if (ended.si_pid == bot_) return true;
      ::waitpid(ended.si_pid, nullptr, 0);
    }
  }

  // Waits until the bot, dead but not reaped, is the only child left, but not beyond the afterlife.
  void await_afterlife() {
    const std::int64_t end = now_ms() + afterlife_ms_;
    while (now_ms() < end && has_other_children()) {
      pollfd events[] = {{kLeash, POLLIN, 0}, {child_ended_, POLLIN, 0}};
      ::poll(events, 2, std::min(kNextLookMs, static_cast<int>(end - now_ms())));
      drain_signals();
      if (events[0].revents != 0) return;
    }
  }

  bool has_other_children() {
    bool has_others = false;
    for_each_child([&](pid_t child) {
      if (child == bot_) return;
      siginfo_t ended{};
      if (::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG) == 0 && ended.si_pid == 0)
        has_others = true;
    });
    return has_others;
  }

  // Kills children until there are none: the children of a child that dies become children of the keeper.
  void bury_all() {
    while (true) {
      thaw();
      for_each_child([](pid_t child) { ::kill(child, SIGKILL); });
      bool is_any_buried = false;
      int status = 0;
      pid_t ended;
      while ((ended = ::waitpid(-1, &status, WNOHANG)) > 0) {
        is_any_buried = true;
        if (ended == bot_) {
          bot_status_ = status;
        } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
          ++killed_;
        }
      }
      if (ended < 0 && errno == ECHILD) return;
      if (is_any_buried) continue;
      pollfd event{child_ended_, POLLIN, 0};
      ::poll(&event, 1, kNextLookMs);
      drain_signals();
    }
  }

  // A referee that was killed, or that has not noticed the end yet, may have left the processes frozen.
  void thaw() const {
    if (*thawed_ != '\0') [[maybe_unused]]
      const ssize_t written = ::pwrite(kThawing, thawed_, std::strlen(thawed_), 0);
  }

  void drain_signals() const {
    signalfd_siginfo ended[4];
    while (::read(child_ended_, ended, sizeof ended) > 0) continue;
  }

  template <class Visit>
  static void for_each_child(Visit visit) {
    const int list = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) return;
    char text[4096];
    pid_t pid = 0;
    ssize_t bytes;
    while ((bytes = ::read(list, text, sizeof text)) > 0) {
      for (const char* c = text; c != text + bytes; ++c) {
        if (*c >= '0' && *c <= '9') {
          pid = pid * 10 + (*c - '0');
        } else if (pid != 0) {
          visit(pid);
          pid = 0;
        }
      }
    }
    if (pid != 0) visit(pid);
    ::close(list);
  }

  void send_epitaph() const {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    const auto microseconds = [](const timeval& time) {
      return time.tv_sec * std::int64_t{1'000'000} + time.tv_usec;
    };
    const Epitaph epitaph{bot_status_, is_killing_ ? 0 : killed_,
                          microseconds(usage.ru_utime) + microseconds(usage.ru_stime), usage.ru_maxrss};
    ::send(kLeash, &epitaph, sizeof epitaph, MSG_NOSIGNAL);
  }

  const pid_t bot_;
  const int afterlife_ms_;
  const char* const thawed_;
  int child_ended_;
  int bot_status_ = 0;
  int killed_ = 0;
  bool is_killing_ = false;
};

// The keeper gets a name of its own, so that killing all processes called toptile does not kill those that
// clean up after it. It gets a session of its own, so that no terminal key sends it a signal. It is not
// dumpable, so that a bot of the same user cannot inspect this copy of the referee.
void leave_referee() {
  ::setsid();
  ::prctl(PR_SET_NAME, "bot-keeper");
  ::prctl(PR_SET_DUMPABLE, 0);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  usual.sa_flags = SA_NOCLDSTOP;  // A bot that stops or continues must not wake the keeper.
  ::sigaction(SIGCHLD, &usual, nullptr);
}

void close_others(int leash, const Thawing& thawing) {
  ::dup2(leash, kLeash);
  if (thawing.file >= 0) ::dup2(thawing.file, kThawing);
  close_from(thawing.file >= 0 ? kThawing + 1 : kLeash + 1);
}

}  // namespace

int become_keeper(int leash, int afterlife_ms, const Thawing& thawing) {
  leave_referee();
  const pid_t bot = ::_Fork();
  if (bot < 0) return errno;
  if (bot == 0) {
    // The child sends this itself, because once it runs, it may kill its keeper before the keeper has sent
    // anything.
    const Birth birth{::getpid()};
    ::send(leash, &birth, sizeof birth, MSG_NOSIGNAL);
    return 0;
  }
  close_others(leash, thawing);
  Keeper(bot, afterlife_ms, thawing.file >= 0 ? thawing.word : "").keep();
}

}  // namespace toptile
