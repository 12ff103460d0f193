#include "referee/processes/kept_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "referee/processes/keeper.h"
#include "referee/processes/process_tree.h"

namespace toptile {

using std::chrono::steady_clock;

namespace {

constexpr auto kMaxPoll = std::chrono::milliseconds(1000);

}  // namespace

bool ChildExit::is_success() const {
  return WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0;
}

std::string ChildExit::words() const {
  if (!WIFSIGNALED(wait_status)) return fmt::format("exit code {}", WEXITSTATUS(wait_status));
  const int signal = WTERMSIG(wait_status);
  const char* const name = ::sigdescr_np(signal);
  return fmt::format("killed by signal {} ({})", signal, name != nullptr ? name : "a real-time signal");
}

KeptProcess::KeptProcess(pid_t keeper, pid_t process, UniqueDescriptor leash)
    : keeper_(keeper),
      process_(process),
      leash_(std::move(leash)),
      handle_(static_cast<int>(::syscall(SYS_pidfd_open, process, 0))) {}

KeptProcess::KeptProcess(KeptProcess&& other) noexcept
    : keeper_(std::exchange(other.keeper_, -1)),
      process_(other.process_),
      leash_(std::move(other.leash_)),
      handle_(std::move(other.handle_)),
      exit_(other.exit_) {}

KeptProcess& KeptProcess::operator=(KeptProcess&& other) noexcept {
  if (this == &other) return *this;
  end();
  keeper_ = std::exchange(other.keeper_, -1);
  process_ = other.process_;
  leash_ = std::move(other.leash_);
  handle_ = std::move(other.handle_);
  exit_ = other.exit_;
  return *this;
}

KeptProcess::~KeptProcess() {
  end();
}

void KeptProcess::kill() {
  if (keeper_ < 0 || exit_) return;
  ::shutdown(leash_.number(), SHUT_WR);
  ::kill(keeper_, SIGCONT);  // A bot of the same user may have stopped the keeper.
}

const std::optional<ChildExit>& KeptProcess::exit() {
  if (keeper_ < 0 || exit_) return exit_;
  Epitaph epitaph{};
  const ssize_t bytes = ::recv(leash_.number(), &epitaph, sizeof epitaph, MSG_DONTWAIT);
  if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) return exit_;
  int keeper_status = 0;
  reap_keeper(&keeper_status);
  if (bytes != static_cast<ssize_t>(sizeof epitaph)) {
    exit_ = ChildExit{.wait_status = keeper_status};  // A bot of the same user killed the keeper.
    kill_abandoned();
  } else {
    exit_ = ChildExit{epitaph.wait_status, std::chrono::microseconds(epitaph.processor_us),
                      static_cast<std::uint64_t>(epitaph.peak_memory_kibibytes) * 1024, epitaph.killed};
  }
  return exit_;
}

const std::optional<ChildExit>& KeptProcess::wait_exit(Deadline deadline) {
  while (!exit()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now());
    if (left.count() <= 0) break;
    pollfd event{leash_.number(), POLLIN, 0};
    ::poll(&event, 1, static_cast<int>(std::min(left, kMaxPoll).count()));
  }
  return exit_;
}

// A bot that killed its keeper dies with it, unless it prevented that before. Then init reaps it, so its
// number may belong to another process by now.
void KeptProcess::kill_abandoned() const {
  if (!handle_.is_open() || ::syscall(SYS_pidfd_send_signal, handle_.number(), 0, nullptr, 0) != 0) return;
  signal_descendants(process_, SIGKILL);
  ::syscall(SYS_pidfd_send_signal, handle_.number(), SIGKILL, nullptr, 0);
}

void KeptProcess::reap_keeper(int* status) const {
  while (::waitpid(keeper_, status, 0) < 0 && errno == EINTR) continue;
}

void KeptProcess::end() {
  if (keeper_ < 0) return;
  kill();
  if (!wait_exit(steady_clock::now() + kMaxBurial)) {
    ::kill(keeper_, SIGKILL);
    reap_keeper(nullptr);
  }
  keeper_ = -1;
}

}  // namespace toptile
