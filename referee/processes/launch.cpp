#include "referee/processes/launch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<boost/process/v1/child.hpp>)
#include <boost/process/v1/child.hpp>
#include <boost/process/v1/error.hpp>
#include <boost/process/v1/extend.hpp>
#include <boost/process/v1/search_path.hpp>
namespace bp = boost::process::v1;
#else
#include <boost/process/child.hpp>
#include <boost/process/error.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/search_path.hpp>
namespace bp = boost::process;
#endif

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "base/assert.h"
#include "base/descriptor.h"
#include "referee/processes/control_group.h"
#include "referee/processes/exec_failure.h"
#include "referee/processes/keeper.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

enum class Step { keeper, folder, processor, control_group, limit, user, filter, program };

struct StepFailure {
  Step step;
  int error;
};

// The data that the child needs between fork and exec, where it may not allocate.
struct ChildPlan {
  const char* program;
  char* const* argv;
  char** environment;
  const char* folder;  // "": the referee's own.
  const cpu_set_t* processors;
  StandardStreams streams;
  int first_stream;
  std::span<const int> inherited;
  std::span<const int> control_groups;
  std::optional<rlimit> file_limit;
  std::span<const ResourceLimit> resource_limits;
  std::optional<uid_t> user;
  std::span<const sock_filter> system_calls;
  int failures;  // A StepFailure is written here. End of file means that the program runs.
  int leash;     // The keeper's end of the leash.
  int afterlife_ms;
  Thawing thawing;
};

// ---- In the child, after the fork: only async-signal-safe calls ----

[[noreturn]] void give_up(const ChildPlan& plan, Step step, int error) {
  const StepFailure failure{step, error};
  [[maybe_unused]] const ssize_t written = ::write(plan.failures, &failure, sizeof failure);
  ::_exit(127);
}

// A signal that the referee ignores or blocks would be ignored or blocked in the bot, too: the bot would not
// die of SIGPIPE or SIGTERM.
void reset_signals() {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &usual, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void die_with_keeper(pid_t keeper) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != keeper) ::_exit(127);  // The keeper died before the call.
}

// The process joins before it becomes another user, which may not write there. Everything that it starts from
// now on is counted, too.
void join_control_groups(const ChildPlan& plan) {
  for (const int group : plan.control_groups) {
    if (::write(group, "0", 1) != 1) give_up(plan, Step::control_group, errno);
  }
}

void limit_resources(const ChildPlan& plan) {
  if (plan.file_limit && ::setrlimit(RLIMIT_NOFILE, &*plan.file_limit) != 0)
    give_up(plan, Step::limit, errno);
  for (const auto& [resource, most] : plan.resource_limits) {
    rlimit before{};
    ::getrlimit(static_cast<__rlimit_resource>(resource), &before);
    const rlim_t limit = std::min<rlim_t>(most, before.rlim_max);
    const rlimit now{limit, limit};
    if (::setrlimit(static_cast<__rlimit_resource>(resource), &now) != 0) give_up(plan, Step::limit, errno);
  }
}

// Becoming another user clears the signal for the keeper's death, so it is set again. The C library's
// functions are not used, as they apply the change to all threads: a child of fork() has one thread, and the
// locks that the other threads held are never released.
void become_user(const ChildPlan& plan, pid_t keeper) {
  if (!plan.user) return;
  const uid_t user = *plan.user;
  if (::syscall(SYS_setgroups, 0, nullptr) != 0 || ::syscall(SYS_setresgid, user, user, user) != 0 ||
      ::syscall(SYS_setresuid, user, user, user) != 0) {
    give_up(plan, Step::user, errno);
  }
  die_with_keeper(keeper);
}

void filter_system_calls(const ChildPlan& plan) {
  if (plan.system_calls.empty()) return;
  const sock_fprog program{static_cast<unsigned short>(plan.system_calls.size()),
                           const_cast<sock_filter*>(plan.system_calls.data())};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    give_up(plan, Step::filter, errno);
  }
}

void place_streams(const ChildPlan& plan) {
  if (plan.first_stream != 0) {
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
  }
  ::dup2(plan.streams.errors, STDERR_FILENO);
  // They are closed on exec rather than now, as the descriptor that reports failures is still needed.
  close_on_exec_from(STDERR_FILENO + 1);
  ::dup2(plan.streams.input, plan.first_stream);
  ::dup2(plan.streams.output, plan.first_stream + 1);
}

// Returns only in the process that is to become the bot, not in the keeper.
void prepare_child(const ChildPlan& plan) {
  const pid_t keeper = ::getpid();
  if (const int error = become_keeper(plan.leash, plan.afterlife_ms, plan.thawing); error != 0)
    give_up(plan, Step::keeper, error);
  ::setpgid(0, 0);
  die_with_keeper(keeper);
  place_streams(plan);
  for (const int number : plan.inherited) ::fcntl(number, F_SETFD, 0);
  if (*plan.folder != '\0' && ::chdir(plan.folder) != 0) give_up(plan, Step::folder, errno);
  if (plan.processors != nullptr && ::sched_setaffinity(0, sizeof(cpu_set_t), plan.processors) != 0) {
    give_up(plan, Step::processor, errno);
  }
  reset_signals();
  join_control_groups(plan);
  limit_resources(plan);
  become_user(plan, keeper);
  filter_system_calls(plan);
}

struct ChildSetup : bp::extend::handler {
  ChildPlan plan;
  int* fork_error = nullptr;

  // Boost's own `exe` and `args` are not used, as they read past the end of an empty argument.
  template <class Executor>
  void on_setup(Executor& executor) const {
    executor.exe = plan.program;
    executor.cmd_line = plan.argv;
    executor.env = plan.environment;
  }
  template <class Executor>
  void on_exec_setup(Executor&) const {
    prepare_child(plan);
  }
  template <class Executor>
  void on_exec_error(Executor&, const std::error_code& error) const {
    give_up(plan, Step::program, error.value());
  }
  template <class Executor>
  void on_fork_error(Executor&, const std::error_code& error) const {
    *fork_error = error.value();
  }
};

// ---- In the referee ----

// While signals are blocked, no handler of the referee can run in the child between fork and exec, on the
// referee's descriptors.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

// The list of texts that exec takes. The texts must outlive it.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::string_view name_of_variable(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

std::vector<std::string> environment_of(const Launch& launch) {
  const std::vector<std::string>& more = launch.environment;
  std::vector<std::string> variables = more;
  if (launch.environment_is == Environment::whole) return variables;
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    const auto has_its_name = [&](const std::string& other) {
      return name_of_variable(other) == name_of_variable(*variable);
    };
    if (std::ranges::none_of(more, has_its_name)) variables.emplace_back(*variable);
  }
  return variables;
}

StartFailure of_bot(std::string message) {
  return {{std::move(message)}, false};
}

StartFailure of_host(std::string message) {
  return {{std::move(message)}, true};
}

Thawing thawing_of(const Launch& launch) {
  if (!launch.group || !launch.group->can_freeze()) return {};
  return {launch.group->freezer().file.number(), launch.group->freezer().thawed};
}

Result<cpu_set_t> only(int cpu) {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  if (cpu < 0 || cpu >= CPU_SETSIZE) return Error{fmt::format("there is no processor {}", cpu)};
  CPU_SET(static_cast<std::size_t>(cpu), &processors);
  return processors;
}

StartFailure no_process(const std::string& program, int error) {
  return of_host(fmt::format(
      "cannot start a process for {}: {}; allow more processes (ulimit -u) or play fewer games at once",
      program, std::generic_category().message(error)));
}

bool is_lack_of_means(int error) {
  return error == ENOMEM || error == EAGAIN || error == EMFILE || error == ENFILE;
}

StartFailure explain(const Launch& launch, const std::string& program, const StepFailure& failure) {
  const std::string reason = std::generic_category().message(failure.error);
  switch (failure.step) {
    case Step::keeper:
      return no_process(program, failure.error);
    case Step::folder:
      return of_bot(
          fmt::format("{}: a bot cannot start in this folder: {}", launch.directory.string(), reason));
    case Step::processor:
      return of_host(
          fmt::format("{}: cannot be kept on processor {}: {}", program, launch.cpu.value_or(-1), reason));
    case Step::control_group:
      return of_host(fmt::format("{}: cannot be put into its control group: {}", program, reason));
    case Step::limit:
      return of_host(fmt::format("{}: cannot be limited: {}", program, reason));
    case Step::user:
      return of_host(
          fmt::format("{}: cannot become the user {}: {}", program, launch.user.value_or(0), reason));
    case Step::filter:
      return of_host(fmt::format("{}: its system calls cannot be filtered: {}", program, reason));
    case Step::program:
      break;
  }
  const std::string words = explain_exec_failure(launch.directory / program, failure.error);
  return is_lack_of_means(failure.error) ? of_host(words) : of_bot(words);
}

// Blocks until the program runs (exec has closed its copy of the pipe) or reports a failure. The keeper has a
// copy, too, and a quick bot of the same user may stop the keeper before it has closed that. So the keeper
// gets SIGCONT.
std::optional<StepFailure> read_failure(int failures, pid_t keeper) {
  constexpr int kNextTryMs = 50;
  pollfd event{failures, POLLIN, 0};
  while (::poll(&event, 1, kNextTryMs) <= 0) ::kill(keeper, SIGCONT);
  StepFailure failure{};
  const ssize_t bytes = read_some(failures, reinterpret_cast<char*>(&failure), sizeof failure);
  if (bytes != static_cast<ssize_t>(sizeof failure)) return std::nullopt;
  return failure;
}

struct LeashEnds {
  UniqueDescriptor referee;
  UniqueDescriptor keeper;
};

// The socket keeps messages whole, and each side notices when the other closes its end.
Result<LeashEnds> open_leash() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    return Error{"cannot open a socket: " + explain_descriptor_failure(errno)};
  }
  return LeashEnds{UniqueDescriptor(ends[0]), UniqueDescriptor(ends[1])};
}

// Boost's own error handling is switched off, because it reads a handler's failure in pieces that may be
// torn, and leaves the failed child as a zombie.
Started<KeptProcess> fork_and_exec(const Launch& launch, ChildPlan plan) {
  Result<Pipe> failures = open_pipe();
  if (!failures) return of_host(failures.error().message);
  Result<LeashEnds> leash = open_leash();
  if (!leash) return of_host(leash.error().message);
  plan.failures = failures.value().write_end.number();
  plan.leash = leash.value().keeper.number();
  int fork_error = 0;
  ChildSetup setup{{}, plan, &fork_error};
  pid_t keeper = -1;
  {
    const SignalsBlocked blocked;
    bp::child child(bp::ignore_error, setup);
    if (fork_error == 0) keeper = child.id();
    child.detach();
  }
  if (fork_error != 0) return no_process(plan.program, fork_error);
  failures.value().write_end = {};
  leash.value().keeper = {};
  const std::optional<StepFailure> failure = read_failure(failures.value().read_end.number(), keeper);
  Birth birth{-1};
  // The length shows whether it is a Birth: if a bot was killed at once, the first message is its keeper's
  // Epitaph.
  const bool is_born =
      ::recv(leash.value().referee.number(), &birth, sizeof birth, MSG_TRUNC) == sizeof birth;
  KeptProcess process(keeper, birth.bot, std::move(leash.value().referee));
  if (failure) return explain(launch, plan.program, *failure);
  if (!is_born) return no_process(plan.program, EAGAIN);  // It was killed before it could report why.
  return process;
}

}  // namespace

Result<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const std::string found = name.empty() ? "" : bp::search_path(name).string();
  if (!found.empty()) return fs::absolute(found).string();
  return Error{fmt::format(
      "\"{0}\" is not a program on PATH: give its full path, or ./{0} for a file in the bot's folder", name)};
}

Started<KeptProcess> start_process(const Launch& launch, const StandardStreams& streams) {
  TOPTILE_ASSERT(std::min({streams.input, streams.output, streams.errors}) >= kFirstFreeNumber);
  TOPTILE_ASSERT(launch.first_stream == 0 ||
                 (launch.first_stream > STDERR_FILENO && launch.first_stream + 1 < kFirstFreeNumber));
  if (launch.argv.empty()) return of_bot("a bot's command is empty: name its program");
  const Result<std::string> program = find_program(launch.argv.front());
  if (!program) return of_bot(program.error().message);
  cpu_set_t processors;
  if (launch.cpu) {
    const Result<cpu_set_t> wanted = only(*launch.cpu);
    if (!wanted) return of_host(wanted.error().message);
    processors = wanted.value();
  }
  const std::vector<char*> argv = pointers_to(launch.argv);
  const std::vector<std::string> variables = environment_of(launch);
  std::vector<char*> environment = pointers_to(variables);
  return fork_and_exec(launch, {.program = program.value().c_str(),
                                .argv = argv.data(),
                                .environment = environment.data(),
                                .folder = launch.directory.c_str(),
                                .processors = launch.cpu ? &processors : nullptr,
                                .streams = streams,
                                .first_stream = launch.first_stream,
                                .inherited = launch.inherited,
                                .control_groups = launch.control_groups,
                                .file_limit = former_file_limit(),
                                .resource_limits = launch.resource_limits,
                                .user = launch.user,
                                .system_calls = launch.system_calls,
                                .failures = -1,
                                .leash = -1,
                                .afterlife_ms = static_cast<int>(launch.afterlife.count()),
                                .thawing = thawing_of(launch)});
}

}  // namespace toptile
