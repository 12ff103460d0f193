#include "referee/processes/child.h"

#include <elf.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "referee/processes/event_loop.h"
#include "referee/processes/process_tree.h"
#include "referee/processes/stderr_log.h"
#include "tests/folder.h"
#include "tests/referee/puppet.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(child)

namespace {

namespace fs = std::filesystem;

constexpr auto kReadOnly = fs::perms::owner_read;

std::string why_not(const Launch& launch) {
  EventLoop loop;
  const Started<Child> child = Child::spawn(loop, launch);
  return child ? "it started" : child.error().message;
}

std::string why_not(const fs::path& program) {
  Launch launch;
  launch.argv = {program.string()};
  return why_not(launch);
}

// The beginning of a program for a processor this machine does not have.
std::string foreign_program() {
  Elf64_Ehdr header{};
  std::copy_n(ELFMAG, SELFMAG, header.e_ident);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_machine = EM_S390;
  return {reinterpret_cast<const char*>(&header), sizeof header};
}

bool has_no_children() {
  return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

// After this call, the process behaves as on a kernel without close_range.
void forbid_new_calls() {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{static_cast<unsigned short>(std::size(program)), program};
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) ::_exit(2);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_child_gets_its_arguments_as_they_are) {
  Stage stage({"say:", "say:two words", "say:*$HOME;\"'\\"});
  BOOST_TEST(stage.line() == "");
  BOOST_TEST(stage.line() == "two words");
  BOOST_TEST(stage.line() == "*$HOME;\"'\\");
  BOOST_TEST(stage.exit().words() == "exit code 0");
  BOOST_TEST(stage.exit().is_success());
}

BOOST_AUTO_TEST_CASE(an_empty_argument_is_an_argument) {
  Stage stage({"say:x", ""});
  BOOST_TEST(stage.exit().words() == "exit code 98");
  BOOST_TEST(stage.child.stderr_tail() == "puppet: no such act: \"\"\n");
}

BOOST_AUTO_TEST_CASE(a_program_without_a_slash_is_found_on_the_path) {
  Launch launch;
  launch.argv = {"sh", "-c", "echo from sh"};
  Stage stage(launch);
  BOOST_TEST(stage.line() == "from sh");
}

BOOST_AUTO_TEST_CASE(a_child_runs_in_its_folder_and_a_relative_program_counts_from_there) {
  const Folder folder;
  folder.write_program("bot", "#!/bin/sh\npwd -P\n");
  Launch launch;
  launch.argv = {"./bot"};
  launch.directory = folder.path();
  Stage stage(launch);
  BOOST_TEST(stage.line() == fs::canonical(folder.path()).string());
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_run_is_an_error_that_says_why) {
  const Folder folder;
  const std::string f = folder.path();
  struct Case {
    fs::path program;
    std::string error;
  };
  const std::vector<Case> cases = {
      {folder / "nobody", f + "/nobody does not exist"},
      {folder.path(), f + " is a folder: name the program in it"},
      {folder.write("text", "#!/bin/sh\n", kReadOnly),
       f + "/text is not executable: chmod +x " + f + "/text"},
      {folder.write_program("foreign", foreign_program()),
       f + "/foreign was built for another kind of processor: build it on this machine"},
      {folder.write_program("script", "#!/no/such/python -u\n"),
       f + "/script names the interpreter /no/such/python, which does not exist: install it, or correct the "
           "first line"},
      {folder.write_program("windows", "#!/bin/sh\r\n"),
       f + "/windows has Windows line ends, so its interpreter is not found: save it with Unix line ends"},
      {folder.write_program("plain", "print('hello')\n"),
       f + "/plain is neither a program nor a script with an interpreter: begin a script with a line such as "
           "#!/usr/bin/env python3"},
      {folder.write_program("empty", ""), f + "/empty is empty"},
      {"no-such-program-on-path",
       "\"no-such-program-on-path\" is not a program on PATH: give its full path, or "
       "./no-such-program-on-path "
       "for a file "
       "in the bot's folder"},
      {"", "\"\" is not a program on PATH: give its full path, or ./ for a file in the bot's folder"},
  };
  for (const Case& c : cases) BOOST_TEST(why_not(c.program) == c.error);
  BOOST_TEST(has_no_children());
}

BOOST_AUTO_TEST_CASE(a_program_that_is_still_being_written_is_an_error) {
  const Folder folder;
  fs::copy_file(kPuppet, folder / "busy");
  const UniqueDescriptor writer(::open((folder / "busy").c_str(), O_WRONLY | O_CLOEXEC));
  BOOST_TEST(why_not(folder / "busy") == folder / "busy" + " is being written: wait until that is done");
}

BOOST_AUTO_TEST_CASE(what_else_keeps_a_child_from_starting_is_an_error) {
  const Folder folder;
  BOOST_TEST(why_not(Launch{}) == "a bot's command is empty: name its program");

  Launch nowhere = puppet({});
  nowhere.directory = folder / "nowhere";
  BOOST_TEST(why_not(nowhere) ==
             folder / "nowhere" + ": a bot cannot start in this folder: No such file or directory");

  Launch unlogged = puppet({});
  unlogged.stderr_file = folder / "nowhere/stderr";
  BOOST_TEST(why_not(unlogged) ==
             folder / "nowhere/stderr" + ": cannot be opened for a bot's stderr: No such file or directory");

  Launch astray = puppet({});
  astray.cpu = 1023;
  BOOST_TEST(why_not(astray) == kPuppet + ": cannot be kept on processor 1023: Invalid argument");
  astray.cpu = -1;
  BOOST_TEST(why_not(astray) == "there is no processor -1");
  BOOST_TEST(has_no_children());
}

BOOST_AUTO_TEST_CASE(running_out_of_descriptors_is_an_error) {
  BOOST_TEST(holds_in_a_fork([] {
    EventLoop loop;
    while (::open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) continue;
    const Started<Child> child = Child::spawn(loop, puppet({}));
    return !child &&
           child.error().message ==
               "cannot open a pipe: Too many open files; allow more open files (ulimit -n) or play fewer "
               "games at once";
  }));
}

BOOST_AUTO_TEST_CASE(running_out_of_descriptors_at_any_moment_is_an_error_of_the_host) {
  for (int free = 0; free < 16; ++free) {
    const bool holds = holds_in_a_fork([free] {
      EventLoop loop;
      std::vector<int> taken;
      for (int number; (number = ::open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0;) taken.push_back(number);
      for (int i = 0; i < free; ++i) ::close(taken[static_cast<std::size_t>(i)]);
      const Started<Child> child = Child::spawn(loop, puppet({"hang"}));
      return child ? free > 8
                   : child.error().is_hosts && child.error().message.find("ulimit -n") != std::string::npos;
    });
    BOOST_TEST(holds, "with " << free << " descriptors");
  }
}

BOOST_AUTO_TEST_CASE(an_exit_is_told_in_words) {
  struct Case {
    std::string act;
    std::string words;
  };
  const std::vector<Case> cases = {
      {"exit:0", "exit code 0"},
      {"exit:3", "exit code 3"},
      {"raise:6", "killed by signal 6 (Aborted)"},
      {"raise:9", "killed by signal 9 (Killed)"},
      {"raise:11", "killed by signal 11 (Segmentation fault)"},
      {"raise:13", "killed by signal 13 (Broken pipe)"},
      {"raise:40", "killed by signal 40 (a real-time signal)"},
  };
  for (const Case& c : cases) {
    Stage stage({c.act});
    BOOST_TEST(stage.exit().words() == c.words);
    BOOST_TEST(stage.exit().is_success() == (c.act == "exit:0"));
  }
}

BOOST_AUTO_TEST_CASE(an_exit_tells_time_and_memory) {
  Stage stage({"allocate:100", "burn:150"});
  const ChildExit exit = stage.exit();
  BOOST_TEST((exit.processor_time >= 150ms));
  BOOST_TEST((exit.processor_time < 10s));
  BOOST_TEST(exit.peak_memory_bytes >= 100u << 20);
  BOOST_TEST(exit.peak_memory_bytes < 100ull << 30);
}

BOOST_AUTO_TEST_CASE(waiting_for_a_child_that_stays_ends_at_the_deadline) {
  Stage stage({"hang"});
  wait_to_deadline([&](Deadline deadline) { BOOST_TEST(!stage.child.wait_exit(deadline).has_value()); });
  BOOST_TEST(!stage.child.wait_exit(in(-1s)).has_value());
}

BOOST_AUTO_TEST_CASE(waiting_for_a_child_works_after_the_context_was_stopped) {
  Stage stage({"sleep:50", "exit:4"});
  stage.loop.context().stop();
  BOOST_TEST(stage.exit().words() == "exit code 4");
}

BOOST_AUTO_TEST_CASE(a_child_that_ignores_sigterm_or_stopped_itself_is_killed) {
  for (const std::vector<std::string>& acts : {std::vector<std::string>{"ignore:15", "say:ready", "hang"},
                                               {"ignore:15", "say:ready", "raise:19", "hang"}}) {
    Stage stage(acts);
    BOOST_TEST(stage.line() == "ready");
    ::kill(stage.child.pid(), SIGTERM);
    BOOST_TEST(!stage.child.wait_exit(in(50ms)).has_value());
    stage.child.kill();
    BOOST_TEST(stage.exit().words() == "killed by signal 9 (Killed)");
  }
}

BOOST_AUTO_TEST_CASE(killing_twice_or_after_the_end_does_nothing) {
  Stage stage({"exit:5"});
  stage.exit();
  stage.child.kill();
  stage.child.kill();
  BOOST_TEST(stage.exit().words() == "exit code 5");
}

BOOST_AUTO_TEST_CASE(the_group_dies_with_the_child_when_killed) {
  Stage stage({"grandchild", "hang"});
  const pid_t grandchild = std::stoi(stage.line());
  BOOST_TEST(!is_gone(grandchild));
  stage.child.kill();
  stage.exit();
  BOOST_TEST(is_soon_gone(grandchild));
}

BOOST_AUTO_TEST_CASE(the_group_dies_with_the_child_when_it_leaves_by_itself) {
  Stage stage({"grandchild", "exit:0"});
  const pid_t grandchild = std::stoi(stage.line());
  BOOST_TEST(stage.exit().words() == "exit code 0");
  BOOST_TEST(is_soon_gone(grandchild));
}

BOOST_AUTO_TEST_CASE(the_group_dies_when_the_child_is_dropped) {
  pid_t grandchild = 0;
  pid_t leader = 0;
  {
    Stage stage({"grandchild", "raise:19"});
    grandchild = std::stoi(stage.line());
    leader = stage.child.pid();
  }
  BOOST_TEST(is_soon_gone(grandchild));
  BOOST_TEST(is_gone(leader));
  BOOST_TEST(has_no_children());
}

BOOST_AUTO_TEST_CASE(a_child_cannot_join_the_group_of_another) {
  Stage host({"say:ready", "hang"});
  host.line();
  Stage guest({"join-group:" + std::to_string(host.child.pid()), "ids", "hang"});
  const std::string own = std::to_string(guest.child.pid());
  BOOST_TEST(guest.line() == own + " " + own);
}

BOOST_AUTO_TEST_CASE(a_child_leads_its_own_group) {
  Stage stage({"ids"});
  const std::string pid = std::to_string(stage.child.pid());
  BOOST_TEST(stage.line() == pid + " " + pid);
}

BOOST_AUTO_TEST_CASE(a_child_starts_with_default_signals) {
  sigset_t some;
  sigset_t before;
  ::sigemptyset(&some);
  ::sigaddset(&some, SIGTERM);
  ::sigaddset(&some, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &some, &before);
  const auto hangup_before = std::signal(SIGHUP, SIG_IGN);
  Stage stage({"signals"});
  std::signal(SIGHUP, hangup_before);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  BOOST_TEST(stage.line() == "signals 0000000000000000 0000000000000000");
}

BOOST_AUTO_TEST_CASE(starting_a_child_leaves_our_own_signals_unblocked) {
  sigset_t before;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
  Stage stage({"hang"});
  sigset_t after;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &after);
  for (int signal = 1; signal < SIGRTMIN; ++signal) {
    BOOST_TEST(::sigismember(&after, signal) == ::sigismember(&before, signal));
  }
}

BOOST_AUTO_TEST_CASE(an_ignored_sigchld_does_not_lose_the_exit) {
  BOOST_TEST(holds_in_a_fork([] {
    std::signal(SIGCHLD, SIG_IGN);
    Stage stage({"exit:7"});
    return stage.exit().words() == "exit code 7";
  }));
}

BOOST_AUTO_TEST_CASE(a_second_child_sees_nothing_but_its_standard_streams) {
  // This descriptor is not close-on-exec; a library may leave such a one open.
  const UniqueDescriptor stray(::open("/dev/null", O_RDONLY));
  Stage first({"echo"});
  Stage second({"descriptors"});
  BOOST_TEST(second.line() == "descriptors 0 1 2");
}

BOOST_AUTO_TEST_CASE(a_child_keeps_the_descriptors_named_for_it) {
  Pipe pipe = must(open_pipe());
  const int number = pipe.write_end.number();
  Launch launch = puppet({"descriptors", "to:" + std::to_string(number), "say:through"});
  launch.inherited = {number};
  Stage stage(launch);
  BOOST_TEST(stage.line() == "descriptors 0 1 2 " + std::to_string(number));
  char text[8] = {};
  BOOST_TEST(::read(pipe.read_end.number(), text, 7) == 7);
  BOOST_TEST(text == "through");
}

BOOST_AUTO_TEST_CASE(children_leave_no_descriptor_and_no_zombie_behind) {
  const Folder folder;
  EventLoop loop;
  // The first log makes the event loop open the descriptors that it needs for itself.
  { const StderrLog first = must(StderrLog::open(loop, std::move(must(open_pipe()).read_end), "", 0)); }
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 50; ++i) {
    Launch launch =
        puppet(i % 2 == 0 ? std::vector<std::string>{"echo"} : std::vector<std::string>{"exit:1"});
    launch.stderr_file = folder / "stderr";
    Child child = must(Child::spawn(loop, launch));
    if (i % 7 == 0) continue;  // Its pipes are not taken.
    LineChannel channel = must(LineChannel::open(loop, child.take_pipes()));
    if (i % 4 < 2) channel.receive(in(1ms));
    BOOST_TEST(why_not(folder / "nobody") != "it started");
  }
  BOOST_TEST(open_descriptors() == before);
  BOOST_TEST(has_no_children());
}

BOOST_AUTO_TEST_CASE(a_moved_child_is_one_child) {
  Stage stage({"exit:2"});
  Child moved = std::move(stage.child);
  Child other = must(Child::spawn(stage.loop, puppet({"hang"})));
  const pid_t pid = other.pid();
  other = std::move(moved);
  BOOST_TEST(is_gone(pid));
  BOOST_TEST(other.wait_exit(in(kTimeout))->words() == "exit code 2");
}

BOOST_AUTO_TEST_CASE(a_child_dies_with_a_killed_referee) {
  Pipe pipe = must(open_pipe());
  const pid_t referee = ::fork();
  if (referee == 0) {
    Stage stage({"hang"});
    const pid_t pid = stage.child.pid();
    if (::write(pipe.write_end.number(), &pid, sizeof pid) != sizeof pid) ::_exit(1);
    while (true) ::pause();
  }
  pid_t bot = 0;
  BOOST_REQUIRE(::read(pipe.read_end.number(), &bot, sizeof bot) == sizeof bot);
  BOOST_TEST(!is_gone(bot));
  ::kill(referee, SIGKILL);
  ::waitpid(referee, nullptr, 0);
  BOOST_TEST(is_soon_gone(bot));
}

BOOST_AUTO_TEST_CASE(orphans_in_sessions_of_their_own_die_with_a_killed_referee) {
  Pipe pipe = must(open_pipe());
  const pid_t referee = ::fork();
  if (referee == 0) {
    Stage stage({"orphan", "hang"});
    const pid_t pid = std::stoi(stage.line());
    if (::write(pipe.write_end.number(), &pid, sizeof pid) != sizeof pid) ::_exit(1);
    while (true) ::pause();
  }
  pid_t orphan = 0;
  BOOST_REQUIRE(::read(pipe.read_end.number(), &orphan, sizeof orphan) == sizeof orphan);
  BOOST_TEST(!is_gone(orphan));
  ::kill(referee, SIGKILL);
  ::waitpid(referee, nullptr, 0);
  BOOST_TEST(is_soon_gone(orphan));
}

BOOST_AUTO_TEST_CASE(an_orphan_in_a_session_of_its_own_dies_with_the_child) {
  for (const char* end : {"hang", "exit:3", "raise:11", "raise:19"}) {
    pid_t orphan = 0;
    {
      Stage stage({"orphan", end});
      orphan = std::stoi(stage.line());
      if (end == std::string("exit:3")) {
        const ChildExit exit = stage.exit();
        BOOST_TEST(exit.words() == "exit code 3");
        BOOST_TEST(exit.left_behind == 1);
        BOOST_TEST(is_gone(orphan));
      }
    }
    BOOST_TEST(is_gone(orphan));
  }
}

BOOST_AUTO_TEST_CASE(a_chain_of_a_hundred_sessions_dies_with_the_child) {
  pid_t keeper = 0;
  {
    Stage stage({"chain:100"});
    BOOST_TEST(stage.line() == "chained");
    keeper = stage.child.keeper();
    BOOST_TEST(descendants_of(keeper).size() == 101U);
  }
  BOOST_TEST(is_gone(keeper));
  BOOST_TEST(has_no_children());
}

BOOST_AUTO_TEST_CASE(a_child_does_not_depend_on_the_thread_that_started_it) {
  std::optional<Stage> stage;
  std::thread([&] { stage.emplace(std::vector<std::string>{"say:ready", "hang"}); }).join();
  BOOST_TEST(stage->line() == "ready");
  BOOST_TEST(!stage->child.wait_exit(in(50ms)).has_value());
  const pid_t pid = stage->child.pid();
  stage.reset();
  BOOST_TEST(is_gone(pid));
}

BOOST_AUTO_TEST_CASE(descendants_have_their_time_to_end_by_themselves) {
  Launch launch;
  launch.argv = {"sh", "-c", "sleep 0.1 & exit 0"};
  launch.afterlife = kTimeout;
  {
    Stage patient(launch);
    BOOST_TEST(patient.exit().left_behind == 0);
  }
  launch.afterlife = 0ms;
  Stage stern(launch);
  BOOST_TEST(stern.exit().left_behind == 1);
}

BOOST_AUTO_TEST_CASE(a_child_that_kills_its_keeper_is_gone_with_it) {
  Stage stage({"kill-parent", "hang"});
  BOOST_TEST(stage.exit().words() == "killed by signal 9 (Killed)");
  BOOST_TEST(is_soon_gone(stage.child.pid()));
}

// The keeper may be killed so early that it has not sent anything yet.
BOOST_AUTO_TEST_CASE(a_child_that_kills_its_keeper_at_once_was_started_all_the_same) {
  for (int times = 0; times < 100; ++times) {
    Stage stage({"kill-parent", "hang"});
    BOOST_TEST(stage.exit().words() == "killed by signal 9 (Killed)");
  }
}

BOOST_AUTO_TEST_CASE(a_child_that_stops_its_keeper_is_killed_all_the_same) {
  Stage stage({"stop-parent", "say:done", "hang"});
  BOOST_TEST(stage.line() == "done");
  stage.child.kill();
  BOOST_TEST(stage.exit().words() == "killed by signal 9 (Killed)");
}

BOOST_AUTO_TEST_CASE(a_child_is_kept_on_its_processor) {
  cpu_set_t allowed;
  BOOST_REQUIRE(::sched_getaffinity(0, sizeof allowed, &allowed) == 0);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(static_cast<std::size_t>(cpu), &allowed)) continue;
    Launch launch = puppet({"processors"});
    launch.cpu = cpu;
    Stage stage(launch);
    BOOST_TEST(stage.line() == "processors " + std::to_string(cpu));
  }
}

BOOST_AUTO_TEST_CASE(a_kernel_without_the_newer_calls_does_too) {
  BOOST_TEST(holds_in_a_fork([] {
    forbid_new_calls();
    const int stray = ::open("/dev/null", O_RDONLY);
    Stage stage({"descriptors", "exit:3"});
    const bool is_closed = stage.line() == "descriptors 0 1 2";
    const bool is_told = stage.exit().words() == "exit code 3";
    Stage held_open({"grandchild", "exit:4"});
    const bool is_seen = held_open.exit().words() == "exit code 4";
    Stage hanging({"hang"});
    const bool stays = !hanging.child.wait_exit(in(50ms)).has_value();
    return stray >= 0 && is_closed && is_told && is_seen && stays;
  }));
  BOOST_TEST(has_no_children());
}

BOOST_AUTO_TEST_CASE(a_referee_without_standard_streams_starts_children_too) {
  BOOST_TEST(holds_in_a_fork([] {
    for (int number = 0; number <= 2; ++number) ::close(number);
    Stage stage({"descriptors", "echo"});
    const bool is_sound = stage.line() == "descriptors 0 1 2";
    stage.channel.send("hello\n", in(kTimeout));
    return is_sound && stage.line() == "hello";
  }));
}

BOOST_AUTO_TEST_CASE(stderr_is_appended_to_the_file_and_its_end_kept) {
  const Folder folder;
  folder.write("stderr", "before\n");
  Launch launch = puppet({"to:2", "say:hello", "lines:5000", "say:last words", "raise:6"});
  launch.stderr_file = folder / "stderr";
  Stage stage(launch);
  BOOST_TEST(stage.exit().words() == "killed by signal 6 (Aborted)");
  const std::string text = text_of(folder / "stderr");
  BOOST_TEST(text.starts_with("before\nhello\ninfo line\n"));
  BOOST_TEST(text.ends_with("info line\nlast words\n"));
  const std::string tail = stage.child.stderr_tail();
  BOOST_TEST(tail.size() == 2048u);
  BOOST_TEST(text.ends_with(tail));
}

BOOST_AUTO_TEST_CASE(the_end_of_stderr_has_what_the_event_loop_has_not_read_yet) {
  EventLoop loop;
  Child child = must(Child::spawn(loop, puppet({"to:2", "say:words", "to:1", "say:done", "hang"})));
  const ChildPipes pipes = child.take_pipes();
  pollfd output{pipes.output.number(), POLLIN, 0};
  BOOST_REQUIRE(::poll(&output, 1, static_cast<int>(std::chrono::milliseconds(kTimeout).count())) == 1);
  BOOST_TEST(child.stderr_tail() == "words\n");
}

BOOST_AUTO_TEST_CASE(a_flood_on_stderr_ends_in_the_file_but_not_for_the_bot) {
  const Folder folder;
  Launch launch = puppet({"to:2", "lines:3000000", "to:1", "say:done", "to:2", "say:last words"});
  launch.stderr_file = folder / "stderr";
  launch.stderr_limit_bytes = 100'000;
  const std::string note =
      "\n[toptile: this file has reached 100000 bytes; later output on stderr is dropped]\n";
  for (int i = 0; i < 2; ++i) {
    Stage stage(launch);
    BOOST_TEST(stage.line() == "done");
    stage.exit();
    BOOST_TEST(stage.child.stderr_tail().ends_with("info line\nlast words\n"));
    const std::string text = text_of(folder / "stderr");
    BOOST_TEST(text.size() == 100'000 + note.size());
    BOOST_TEST(text.ends_with(note));
  }
}

BOOST_AUTO_TEST_CASE(an_endless_flood_on_stderr_does_not_hold_up_the_game) {
  const Folder folder;
  Launch flood = puppet({"to:2", "endless"});
  flood.stderr_file = folder / "stderr";
  flood.stderr_limit_bytes = 1'000'000;
  Stage stage(flood);
  wait_to_deadline([&](Deadline deadline) {
    BOOST_TEST((stage.channel.receive(deadline).outcome == Received::timed_out));
  });
  BOOST_TEST(fs::file_size(folder / "stderr") < 1'001'000u);
}

BOOST_AUTO_TEST_CASE(a_grandchild_that_left_the_group_and_floods_cannot_hold_up_the_burial) {
  Launch launch;
  launch.argv = {"sh", "-c", "setsid " + kPuppet + " to:2 endless & echo $!; sleep 0.05; exit 6"};
  pid_t escaped = 0;
  {
    const Watchdog watchdog;
    Stage stage(launch);
    escaped = std::stoi(stage.line());
    BOOST_TEST(stage.exit().words() == "exit code 6");
  }
  BOOST_TEST(is_gone(escaped));
}

BOOST_AUTO_TEST_SUITE_END()
