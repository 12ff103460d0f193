// A slow greedy bot: `pacer DEED MILLISECONDS [TURN]` waits that long before each move, or only before its
// own move number TURN. Before the answer it reports how much CPU time it used, since its last answer and in
// this turn: `info string idle 12 busy 50`. `ponder` computes all the time. `ponder-awake` does so even if it
// is stopped: it wakes itself every MILLISECONDS. `wait-to-start` and `wait-to-play` answer `uwi` or
// `isready` when they get the signal SIGUSR1.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <vector>

#include "tests/hostile_bots/player.h"

namespace {

using namespace toptile;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds time_on(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::chrono::floor<milliseconds>(std::chrono::seconds(time.tv_sec) +
                                          std::chrono::nanoseconds(time.tv_nsec));
}

void burn(
    int time, const std::function<void()>& meanwhile = [] {}) {
  const auto end = time_on(CLOCK_THREAD_CPUTIME_ID) + milliseconds(time);
  while (time_on(CLOCK_THREAD_CPUTIME_ID) < end) meanwhile();
}

// Computes in a child, and waits for it.
void burn_in_child(int time) {
  const pid_t child = ::fork();
  if (child == 0) {
    burn(time);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

// Computes in one child process after another. Each lives too briefly to be noticed and is not reaped, so the
// kernel does not add its time to that of this process.
void burn_unseen(int time) {
  constexpr int kEach = 2;
  ::signal(SIGCHLD, SIG_IGN);
  for (int burnt = 0; burnt < time; burnt += kEach) {
    const pid_t child = ::fork();
    if (child == 0) {
      burn(kEach);
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);  // Fails when the child is gone.
  }
}

// Starts many threads, so that other processes hardly get this processor.
void crowd(int time) {
  const auto end = steady_clock::now() + milliseconds(time);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 12; ++i)
    threads.emplace_back([end] {
      while (steady_clock::now() < end) continue;
    });
}

// Timers go on while a process is stopped, and each of these lets the process continue. A stop discards such
// signals that are pending. Therefore there are many timers, and the process sets them all again when it
// continues.
std::array<timer_t, 32> alarms;
long between_alarms;  // Nanoseconds.

void set_alarms(int) {
  constexpr long kSecond = 1'000'000'000;
  long after = 0;
  for (timer_t alarm : alarms) {
    after += between_alarms;
    const itimerspec once{{0, 0}, {after / kSecond, after % kSecond}};
    ::timer_settime(alarm, 0, &once, nullptr);
  }
}

void burn_though_stopped(int pause) {
  between_alarms = pause * 1'000'000L;
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGCONT;
  for (timer_t& alarm : alarms) ::timer_create(CLOCK_MONOTONIC, &event, &alarm);
  struct sigaction go_on {};
  go_on.sa_handler = set_alarms;
  go_on.sa_flags = SA_RESTART;
  ::sigaction(SIGCONT, &go_on, nullptr);
  set_alarms(SIGCONT);
  burn(1'000'000'000);
}

const std::map<std::string, void (*)(int)> kDeeds = {
    {"sleep", [](int time) { sleep_for(time); }},
    {"burn", [](int time) { burn(time); }},
    {"burn-in-child", burn_in_child},
    {"burn-unseen", burn_unseen},
    {"burn-in-thread", [](int time) { std::jthread([time] { burn(time); }); }},
    {"burn-and-chat", [](int time) { burn(time, [] { say("info depth 1"); }); }},
    {"crowd", crowd},
    // Writes half a line first, so that the referee wakes up, and then continues to compute.
    {"crowd-amid-line",
     [](int time) {
       std::cout << "info string half a " << std::flush;
       crowd(time);
       say("line");
     }},
    {"stop-itself", [](int) { ::raise(SIGSTOP); }},
    {"ponder", [](int) {}},
    {"ponder-awake", [](int) {}},
    {"wait-to-start", [](int) {}},
    {"wait-to-play", [](int) {}},
};

// The signal is blocked from the start, so that none is missed.
sigset_t signal_to_go_on() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGUSR1);
  return signals;
}

void wait_for_signal() {
  const sigset_t signals = signal_to_go_on();
  int number = 0;
  ::sigwait(&signals, &number);
}

class Pacer {
 public:
  Pacer(std::string deed, int time, int turn) : deed_(std::move(deed)), time_(time), turn_(turn) {
    if (deed_ == "ponder-awake") std::thread(burn_though_stopped, time_).detach();
    if (deed_ == "ponder") std::thread([] { burn(1'000'000'000); }).detach();
  }

  void run() {
    for (std::string line; std::getline(std::cin, line);) {
      const auto message = uwi::parse_referee_line(line);
      if (message) std::visit([this](const auto& known) { take(known); }, message.value());
    }
  }

 private:
  void take(const uwi::Hello&) {
    if (deed_ == "wait-to-start") wait_for_signal();
    say("uwiok");
  }
  void take(const uwi::IsReady&) {
    if (deed_ == "wait-to-play") wait_for_signal();
    say("readyok");
  }
  void take(const uwi::RulesetLine& line) { player_.take(line); }
  void take(const uwi::LexiconLine& line) { player_.take(line); }
  void take(const uwi::NewGame&) { moves_ = 0; }
  void take(const uwi::PositionLine& line) { player_.take(line); }
  void take(const uwi::Go&) {
    const auto asked = time_on(CLOCK_PROCESS_CPUTIME_ID);
    ++moves_;
    if (turn_ == 0 || moves_ == turn_) kDeeds.at(deed_)(time_);
    const auto now = time_on(CLOCK_PROCESS_CPUTIME_ID);
    say(fmt::format("info string idle {} busy {}\nbestmove {}", (asked - answered_).count(),
                    (now - asked).count(), player_.best_move()));
    answered_ = time_on(CLOCK_PROCESS_CPUTIME_ID);
  }
  void take(const uwi::Quit&) { std::_Exit(0); }
  template <class Message>
  void take(const Message&) {}

  const std::string deed_;
  const int time_;
  const int turn_;
  int moves_ = 0;
  milliseconds answered_{0};
  Player player_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || !kDeeds.contains(argv[1])) return 98;
  const sigset_t signals = signal_to_go_on();
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  Pacer(argv[1], std::atoi(argv[2]), argc > 3 ? std::atoi(argv[3]) : 0).run();
}
