// Deeds with signals, process groups, sessions and priorities.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "tests/hostile_bots/exhibit/exhibit.h"

namespace toptile {

namespace {

Then stop_itself(Exhibit&) {
  std::raise(SIGSTOP);
  return Then::goes_on;
}

Then ignore_all_signals(Exhibit&) {
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_IGN);
  return Then::goes_on;
}

Then stay(Exhibit&) {
  std::signal(SIGTERM, SIG_IGN);
  hang();
}

Then kill_group(Exhibit&) {
  ::kill(0, SIGKILL);
  hang();
}

// Waits with its answer until the parent has ended: a parent that waits for a processor lives on for a while.
Then kill_parent(Exhibit&) {
  const pid_t parent = ::getppid();
  ::kill(parent, SIGKILL);
  for (int i = 0; i < 2000 && ::getppid() == parent; ++i) ::usleep(1000);
  ::usleep(100'000);
  return Then::goes_on;
}

Then stop_parent(Exhibit&) {
  ::kill(::getppid(), SIGSTOP);
  return Then::goes_on;
}

Then change_group(Exhibit&) {
  ::setpgid(0, ::getpgid(::getppid()));
  return Then::goes_on;
}

Then outlive_parent(Exhibit& bot) {
  ::prctl(PR_SET_PDEATHSIG, 0);
  return kill_parent(bot);
}

Then kill_group_of_parent(Exhibit& bot) {
  change_group(bot);
  return kill_group(bot);
}

Then change_session(Exhibit&) {
  ::setsid();
  return Then::goes_on;
}

Then be_nice(Exhibit&) {
  ::setpriority(PRIO_PROCESS, 0, 19);
  ::setpriority(PRIO_PROCESS, 0, -20);
  return Then::goes_on;
}

}  // namespace

Deeds signals() {
  return {
      {"stops-itself", Moment::go, stop_itself},
      {"ignores-signals-and-quit", Moment::quit, stay},
      {"ignores-all-signals", Moment::go, ignore_all_signals},
      {"kills-its-group", Moment::go, kill_group},
      {"kills-its-parent", Moment::go, kill_parent},
      {"stops-its-parent", Moment::go, stop_parent},
      {"outlives-its-parent", Moment::go, outlive_parent},
      {"kills-its-parents-group", Moment::go, kill_group_of_parent},
      {"changes-group", Moment::go, change_group},
      {"changes-session", Moment::go, change_session},
      {"changes-priority", Moment::go, be_nice},
  };
}

}  // namespace toptile
