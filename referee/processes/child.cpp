#include "referee/processes/child.h"

#include <fcntl.h>
#include <sys/wait.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <csignal>
#include <utility>

#include "base/assert.h"
#include "referee/processes/process_tree.h"
#include "referee/processes/stderr_log.h"
#include "referee/processes/stream.h"

namespace toptile {
namespace {

using std::chrono::steady_clock;

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

// The wait status that this one means: exit code 128 + N means death by signal N.
int with_signal_told_by_code(int status) {
  const int signal = WIFEXITED(status) ? WEXITSTATUS(status) - 128 : 0;
  return signal > 0 && signal < NSIG ? signal : status;
}

}  // namespace

struct Child::State {
  State(boost::asio::io_context& its_context, const Launch& launch, KeptProcess its_process,
        ChildPipes its_pipes, StderrLog its_log)
      : context(its_context),
        work(its_context.get_executor()),
        group(launch.group),
        tells_signals_by_code(launch.tells_signals_by_code),
        process(std::move(its_process)),
        pipes(std::move(its_pipes)),
        log(std::move(its_log)),
        watch(its_context) {}

  static void watch_exit(const std::shared_ptr<State>& self);

  // Notes the exit. True if the bot and everything that it started have ended.
  bool settle();
  void end();

  boost::asio::io_context& context;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work;
  std::shared_ptr<const ControlGroup> group;
  bool tells_signals_by_code;
  std::optional<KeptProcess> process;
  ChildPipes pipes;
  std::optional<StderrLog> log;
  Stream watch;  // Watches a copy of the leash.
  std::optional<ChildExit> exit;
};

void Child::State::watch_exit(const std::shared_ptr<State>& self) {
  self->watch.async_wait(Stream::wait_read, [self](const boost::system::error_code& error) {
    if (!error && self->watch.is_open()) self->settle();
  });
}

bool Child::State::settle() {
  if (exit) return true;
  exit = process->exit();
  if (!exit) return false;
  if (tells_signals_by_code) exit->wait_status = with_signal_told_by_code(exit->wait_status);
  close_stream(watch);
  log->drain();
  return true;
}

void Child::State::end() {
  process.reset();
  group.reset();
  // The loop may hold the state for a while.
  close_stream(watch);
  log.reset();
  pipes = {};
  work.reset();
}

Started<Child> Child::spawn(EventLoop& loop, const Launch& launch) {
  settle_signals();
  const auto of_host = [](const Error& error) { return StartFailure{error, true}; };
  Result<Pipe> input = open_pipe();
  if (!input) return of_host(input.error());
  Result<Pipe> output = open_pipe();
  if (!output) return of_host(output.error());
  Result<Pipe> errors = open_pipe();
  if (!errors) return of_host(errors.error());
  loop.resume();
  Result<StderrLog> log = StderrLog::open(loop, std::move(errors.value().read_end), launch.stderr_file,
                                          launch.stderr_limit_bytes);
  if (!log) return of_host(log.error());
  Started<KeptProcess> process = start_process(launch, {.input = input.value().read_end.number(),
                                                        .output = output.value().write_end.number(),
                                                        .errors = errors.value().write_end.number()});
  if (!process) return process.error();
  UniqueDescriptor watched(::fcntl(process.value().leash(), F_DUPFD_CLOEXEC, 0));
  ChildPipes pipes{std::move(input.value().write_end), std::move(output.value().read_end)};
  auto state = std::make_shared<State>(loop.context(), launch, std::move(process.value()), std::move(pipes),
                                       std::move(log.value()));
  if (const auto opened = open_stream(state->watch, std::move(watched)); !opened)
    return of_host(opened.error());
  State::watch_exit(state);
  return Child(std::move(state));
}

Child::Child(std::shared_ptr<State> state) : state_(std::move(state)) {}

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
  return state_->process->process();
}

pid_t Child::keeper() const {
  return state_->process->keeper();
}

const ControlGroup* Child::group() const {
  return state_->group.get();
}

ChildPipes Child::take_pipes() {
  TOPTILE_ASSERT(state_->pipes.input.is_open() && state_->pipes.output.is_open());
  return std::move(state_->pipes);
}

void Child::kill() {
  state_->process->kill();
}

// In a process namespace of its own, everything dies with the first process, and the kernel does not add up
// the time that it used. So the time is read before the kill.
std::optional<ChildExit> Child::bury() {
  if (state_->settle()) return state_->exit;
  const auto used =
      std::chrono::floor<std::chrono::microseconds>(processor_time_of_descendants(state_->process->keeper()));
  state_->process->kill();
  state_->process->wait_exit(steady_clock::now() + kMaxBurial);
  if (state_->settle()) state_->exit->processor_time = std::max(state_->exit->processor_time, used);
  return state_->exit;
}

std::optional<ChildExit> Child::wait_exit(Deadline deadline) {
  State& state = *state_;
  while (!state.settle()) {
    if (steady_clock::now() >= deadline) return std::nullopt;
    if (state.context.stopped()) {
      state.process->wait_exit(deadline);
    } else {
      state.context.run_one_until(deadline);
    }
  }
  return state.exit;
}

std::string Child::stderr_tail() const {
  state_->log->drain();  // The event loop may not have read it yet.
  return state_->log->tail();
}

}  // namespace toptile
