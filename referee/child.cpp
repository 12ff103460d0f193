#include "referee/child.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <csignal>
#include <cstring>
#include <utility>

#include "engine/assert.h"
#include "referee/stderr_log.h"
#include "referee/stream.h"

namespace toptile {
namespace {

using std::chrono::steady_clock;

constexpr auto kLongestBurial = std::chrono::seconds(5);
constexpr auto kLongestPoll = std::chrono::milliseconds(1000);
constexpr auto kPollWithoutPidfd = std::chrono::milliseconds(2);

void settle_signals() {
  struct sigaction now {};
  struct sigaction wanted {};
  if (::sigaction(SIGPIPE, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
    wanted.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &wanted, nullptr);
  }
  if (::sigaction(SIGCHLD, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) {
    wanted.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &wanted, nullptr);
  }
}

// Close-on-exec by its nature. Nothing where the kernel is older than 5.3, or a container forbids it.
UniqueDescriptor open_process(pid_t pid) {
  return UniqueDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

std::chrono::microseconds microseconds_of(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

// The wait status of a process that ended as this one says.
int with_signal_told_by_code(int status) {
  const int signal = WIFEXITED(status) ? WEXITSTATUS(status) - 128 : 0;
  return signal > 0 && signal < NSIG ? signal : status;
}

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

struct Child::State {
  State(boost::asio::io_context& its_context, const Launch& launch, pid_t its_pid, ChildPipes its_pipes,
        StderrLog its_log)
      : context(its_context),
        work(its_context.get_executor()),
        belongings(launch.belongings),
        tells_signals_by_code(launch.tells_signals_by_code),
        pid(its_pid),
        pipes(std::move(its_pipes)),
        log(std::move(its_log)),
        watch(its_context) {}

  static void watch_exit(const std::shared_ptr<State>& self);

  // Whether it has ended. If so, what is left of its group is dead and it is reaped.
  bool settle();
  void bury();
  void kill_all();
  void poll_exit(Deadline deadline) const;
  void end();

  boost::asio::io_context& context;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work;
  std::shared_ptr<const void> belongings;
  bool tells_signals_by_code;
  pid_t pid;
  ChildPipes pipes;
  std::optional<StderrLog> log;
  Stream watch;  // On the process itself; closed where the kernel cannot.
  std::optional<ChildExit> exit;
};

void Child::State::watch_exit(const std::shared_ptr<State>& self) {
  if (!self->watch.is_open()) return;
  self->watch.async_wait(Stream::wait_read, [self](const boost::system::error_code& error) {
    if (!error && self->watch.is_open()) self->settle();
  });
}

// The group is killed before its leader is reaped: till then its number cannot be given to anybody else.
bool Child::State::settle() {
  if (exit) return true;
  siginfo_t seen{};
  const int result = ::waitid(P_PID, static_cast<id_t>(pid), &seen, WEXITED | WNOHANG | WNOWAIT);
  TOPTILE_ASSERT(result == 0);  // Else somebody else reaped it.
  if (seen.si_pid != pid) return false;
  kill_all();
  bury();
  return true;
}

void Child::State::bury() {
  int status = 0;
  rusage usage{};
  const pid_t reaped = ::wait4(pid, &status, 0, &usage);
  TOPTILE_ASSERT(reaped == pid);
  if (tells_signals_by_code) status = with_signal_told_by_code(status);
  exit = ChildExit{status, microseconds_of(usage.ru_utime) + microseconds_of(usage.ru_stime),
                   static_cast<std::uint64_t>(usage.ru_maxrss) * 1024};
  close_stream(watch);
  log->drain();
}

// By its own number too: a process may move to another group of the session.
void Child::State::kill_all() {
  if (exit) return;
  ::kill(-pid, SIGKILL);
  ::kill(pid, SIGKILL);
}

// Waits without the event loop, for the exit alone, until then or less.
void Child::State::poll_exit(Deadline deadline) const {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now());
  const auto wait = std::min(left, watch.is_open() ? kLongestPoll : kPollWithoutPidfd);
  pollfd event{watch.is_open() ? const_cast<Stream&>(watch).native_handle() : -1, POLLIN, 0};
  ::poll(&event, 1, static_cast<int>(std::max<std::int64_t>(wait.count(), 0)));
}

void Child::State::end() {
  kill_all();
  const Deadline deadline = steady_clock::now() + kLongestBurial;
  while (!settle() && steady_clock::now() < deadline) poll_exit(deadline);
  // The loop may hold the state for a while yet.
  close_stream(watch);
  log.reset();
  pipes = {};
  belongings.reset();
  work.reset();
}

Result<Child> Child::spawn(boost::asio::io_context& context, const Launch& launch) {
  settle_signals();
  Result<Pipe> input = open_pipe();
  if (!input) return input.error();
  Result<Pipe> output = open_pipe();
  if (!output) return output.error();
  Result<Pipe> errors = open_pipe();
  if (!errors) return errors.error();
  wake_loop(context);
  Result<StderrLog> log = StderrLog::open(context, std::move(errors.value().read_end), launch.stderr_file,
                                          launch.stderr_limit_bytes);
  if (!log) return log.error();
  const Result<pid_t> pid = start_process(launch, {.input = input.value().read_end.number(),
                                                   .output = output.value().write_end.number(),
                                                   .errors = errors.value().write_end.number()});
  if (!pid) return pid.error();
  ChildPipes pipes{std::move(input.value().write_end), std::move(output.value().read_end)};
  return Child(
      std::make_shared<State>(context, launch, pid.value(), std::move(pipes), std::move(log.value())));
}

Child::Child(std::shared_ptr<State> state) : state_(std::move(state)) {
  boost::system::error_code ignored;  // Without the watch the exit is polled for.
  if (UniqueDescriptor process = open_process(state_->pid); process.is_open()) {
    state_->watch.assign(process.number(), ignored);
    if (!ignored) process.release();
  }
  State::watch_exit(state_);
}

Child& Child::operator=(Child&& other) noexcept {
  if (this == &other) return *this;
  if (state_) state_->end();
  state_ = std::move(other.state_);
  return *this;
}

Child::~Child() {
  if (state_) state_->end();
}

pid_t Child::pid() const {
  return state_->pid;
}

ChildPipes Child::take_pipes() {
  TOPTILE_ASSERT(state_->pipes.input.is_open() && state_->pipes.output.is_open());
  return std::move(state_->pipes);
}

void Child::kill_group() {
  state_->kill_all();
}

std::optional<ChildExit> Child::wait_exit(Deadline deadline) {
  State& state = *state_;
  while (!state.settle()) {
    const Instant now = steady_clock::now();
    if (now >= deadline) return std::nullopt;
    if (state.context.stopped()) {
      state.poll_exit(deadline);
    } else {
      state.context.run_one_until(state.watch.is_open() ? deadline
                                                        : std::min(deadline, now + kPollWithoutPidfd));
    }
  }
  return state.exit;
}

std::string Child::stderr_tail() const {
  return state_->log->tail();
}

}  // namespace toptile
