// Starts a bot in namespaces of its own, with the files that its command line names (referee/jail/orders.h)
// and no others. Exits when the bot exits, with its exit code, or 128 + N if signal N killed it. It does for
// Toptile's bots what bubblewrap does, in a fraction of the time, as it never reads the list of mounts.
//
// There are three processes. The first stays outside and waits. The second is process 1 of the bot's PID
// namespace: the kernel kills all processes in it with process 1. It builds the world, gives up its rights,
// and waits, too. The third becomes the bot. If root starts them, the first two run as other users than the
// bot, and no other process can inspect them.
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "referee/jail/failure.h"
#include "referee/jail/orders.h"
#include "referee/jail/rights.h"
#include "referee/jail/world.h"

namespace jail {
namespace {

constexpr int kNotStarted = 127;  // The exit code that shells use for this, too.

int exit_code_of(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Waits for a child, and reaps all others meanwhile.
int wait_for(pid_t child) {
  while (true) {
    int status = 0;
    const pid_t ended = ::waitpid(-1, &status, 0);
    if (ended == child) return exit_code_of(status);
    if (ended < 0 && errno != EINTR) give_up("wait for the bot");
  }
}

// Call this after becoming another user, which clears the signal for the parent's death. `parent` is readable
// if the parent is dead.
void die_with(int parent) {
  must(::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), "die with the referee");
  pollfd event{parent, POLLIN, 0};
  if (::poll(&event, 1, 0) != 0) ::_exit(1);
}

int handle_of(pid_t process) {
  return static_cast<int>(must(::syscall(SYS_pidfd_open, process, 0), "watch a process"));
}

// A process waits at a gate until another one, which has finished its work, lets it through. If that one
// exits before it does so, this one exits, too.
struct Gate {
  int inside, outside;

  static Gate open() {
    int ends[2];
    must(::pipe2(ends, O_CLOEXEC), "open a pipe");
    return {ends[0], ends[1]};
  }
  void wait() const {
    ::close(outside);
    char nothing;
    ssize_t bytes;
    while ((bytes = ::read(inside, &nothing, 1)) < 0 && errno == EINTR) continue;
    if (bytes != 1) ::_exit(1);
  }
  // Closes all files from this number on, and lets the other process through. If that one has exited, its
  // exit code says why.
  void let_through(unsigned from) const {
    const auto end = static_cast<unsigned>(outside);
    if (from < end) must(::close_range(from, end - 1, 0), "close files");
    must(::close_range(end + 1, UINT_MAX, 0), "close files");
    std::signal(SIGPIPE, SIG_IGN);
    if (::write(outside, "", 1) != 1 && errno != EPIPE) give_up("let the bot start");
    ::close(outside);
  }
};

void step_down(const Orders& orders, int parent) {
  if (orders.is_root) become_user(orders.own);
  renounce_rights();
  must(::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "close its memory");
  die_with(parent);
}

// ---- The third process: the bot ----

[[noreturn]] void become_bot(const Orders& orders, mode_t mask) {
  if (orders.is_root) become_user(orders.bot);
  renounce_rights();
  if (orders.processes > 0) limit_processes(orders.processes);
  must(::chdir(orders.folder), "start in", orders.folder);
  ::setenv("PWD", orders.folder, 1);
  ::umask(mask);
  if (orders.first_stream > 0) {
    must(::dup2(orders.first_stream, STDIN_FILENO), "open the bot's input");
    must(::dup2(orders.first_stream + 1, STDOUT_FILENO), "open the bot's output");
  }
  must(::close_range(STDERR_FILENO + 1, UINT_MAX, 0), "close files");
  ::execv(*orders.program, orders.program);
  ::dprintf(STDERR_FILENO, "bot-jail: cannot start %s: %s\n", *orders.program, std::strerror(errno));
  ::_exit(kNotStarted);
}

// ---- The second process: the first in the bot's namespace ----

// A user without rights needs a user namespace to be allowed to mount. It is root there, as the kernel
// requires root for mounting terminals. The bot runs in a namespace inside that one, under its usual number,
// and so never has rights over the mounts.
class UserNamespaces {
 public:
  UserNamespaces(uid_t user, gid_t group)
      : user_(user),
        group_(group),
        process_(must(::open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC), "open", "/proc/self")) {
    become_owner(process_, 0, user, 0, group);
  }
  void enter_inner() const {
    must(::unshare(CLONE_NEWUSER), "make a user namespace for the bot");
    become_owner(process_, user_, 0, group_, 0);
  }

 private:
  uid_t user_;
  gid_t group_;
  int process_;
};

// The bot starts only when neither this process nor the one outside has any rights, or any files of the bot.
[[noreturn]] void be_first(const Orders& orders, uid_t user, gid_t group, int parent, const Gate& own) {
  die_with(parent);
  ::setpgid(0, 0);  // So that a signal of the bot to its own group reaches nothing outside.
  const mode_t mask = ::umask(0);
  must(::sethostname(orders.host_name, std::strlen(orders.host_name)), "name the machine");
  if (orders.is_root) {
    World world;
    build(orders, world);
    world.leave_machine();
  } else {
    const UserNamespaces namespaces(user, group);
    World world;
    build(orders, world);
    world.leave_machine();
    namespaces.enter_inner();
  }
  renounce_rights_of_programs();
  if (orders.filter >= 0) filter_system_calls(orders.filter);
  const Gate gate = Gate::open();
  const pid_t bot = must(::fork(), "start a process for", *orders.program);
  if (bot == 0) {
    ::close(own.outside);
    gate.wait();
    become_bot(orders, mask);
  }
  step_down(orders, parent);
  if (orders.processes > 0) limit_processes(orders.processes);
  own.wait();
  gate.let_through(0);
  ::_exit(wait_for(bot));
}

// ---- The first process ----

bool has_namespaces(const char* kind) {
  char file[64];
  std::snprintf(file, sizeof file, "/proc/self/ns/%s", kind);
  return ::access(file, F_OK) == 0;
}

int run(char** words) {
  const Orders orders = read_orders(words);
  ::prctl(PR_SET_NAME, "bot-jail", 0, 0, 0);
  must(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "forbid new rights");
  const uid_t user = ::getuid();
  const gid_t group = ::getgid();
  const int parent = handle_of(::getppid()), own = handle_of(::getpid());
  const Gate gate = Gate::open();
  unsigned long flags = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | SIGCHLD;
  if (has_namespaces("cgroup")) flags |= CLONE_NEWCGROUP;
  if (!orders.is_root) flags |= CLONE_NEWUSER;
  const auto first = static_cast<pid_t>(
      must(::syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr), "make namespaces"));
  if (first == 0) be_first(orders, user, group, own, gate);
  step_down(orders, parent);
  gate.let_through(STDERR_FILENO + 1);
  return wait_for(first);
}

}  // namespace
}  // namespace jail

int main(int count, char** words) {
  return count == 0 ? 1 : jail::run(words + 1);
}
