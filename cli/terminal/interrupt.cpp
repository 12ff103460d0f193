#include "cli/terminal/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"

namespace toptile {

namespace {

sigset_t interrupts() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  // SIGHUP means that the terminal was closed. If it is ignored, the program runs under nohup.
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaddset(&set, SIGHUP);
  return set;
}

}  // namespace

InterruptWatch::InterruptWatch() {
  const sigset_t set = interrupts();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::jthread([this](std::stop_token end) {
    const sigset_t waited = interrupts();
    while (true) {
      const int signal = sigwaitinfo(&waited, nullptr);
      if (signal < 0) continue;
      if (end.stop_requested()) return;
      if (stop_.stop_requested()) std::_Exit(kInterrupted);
      const bool may_finish = signal == SIGINT && finishes_ && !finish_.stop_requested();
      (may_finish ? finish_ : stop_).request_stop();
    }
  });
}

InterruptWatch::~InterruptWatch() {
  thread_.request_stop();
  pthread_kill(thread_.native_handle(), SIGTERM);  // It waits for nothing else.
}

Result<int> InterruptWatch::stopped_or(const Error& error) const {
  if (!token().stop_requested()) return error;
  complain(error);
  return kInterrupted;
}

}  // namespace toptile
