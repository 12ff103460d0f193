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
  // SIGHUP says that the terminal was closed. If it is ignored, nohup wants it to be.
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaddset(&set, SIGHUP);
  return set;
}

}  // namespace

InterruptWatch::InterruptWatch() {
  const sigset_t set = interrupts();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::jthread([stop = stop_](std::stop_token end) mutable {
    const sigset_t waited = interrupts();
    while (true) {
      if (sigwaitinfo(&waited, nullptr) < 0) continue;
      if (end.stop_requested()) return;
      if (stop.stop_requested()) std::_Exit(kInterrupted);
      stop.request_stop();
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
