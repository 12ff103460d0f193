// What is kept of a bot's processes from look to look: tested with real processes that start and end while
// nobody looks.
#include "referee/processes/watched_tree.h"

#include <poll.h>
#include <sys/prctl.h>

#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <ctime>
#include <functional>
#include <map>
#include <thread>

#include "referee/processes/process_tree.h"
#include "tests/referee/puppet.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(watched_tree)

namespace {

// A process that does one step of its part each time it is told to, and says when it is done.
class Actor {
 public:
  using Step = std::function<void()>;

  explicit Actor(const std::vector<Step>& part) : told_(must(open_pipe())), done_(must(open_pipe())) {
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    char byte = 0;
    for (const Step& step : part) {
      if (::read(told_.read_end.number(), &byte, 1) != 1) break;
      step();
      if (::write(done_.write_end.number(), &byte, 1) != 1) break;
    }
    while (true) ::pause();
  }
  ~Actor() {
    for (const pid_t pid : descendants_of(pid_)) ::kill(pid, SIGKILL);
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Actor(const Actor&) = delete;

  pid_t pid() const { return pid_; }
  void step() {
    char byte = 'x';
    BOOST_REQUIRE(::write(told_.write_end.number(), &byte, 1) == 1);
    BOOST_REQUIRE(::read(done_.read_end.number(), &byte, 1) == 1);
  }

 private:
  const Pipe told_, done_;
  pid_t pid_ = 0;
};

char state_in(const std::filesystem::path& file) {
  const std::string stat = text_of(file);
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string::npos ? '-' : stat.at(name_end + 2);
}

char state_of(pid_t pid) {
  return state_in("/proc/" + std::to_string(pid) + "/stat");
}

// Uses so much processor time, however busy the machine is.
void burn(std::chrono::milliseconds time) {
  timespec used{};
  do ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  while (std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec) < time);
}

// Rung by another process.
class Bell {
 public:
  void ring() const {
    const char byte = 'x';
    [[maybe_unused]] const ssize_t written = ::write(pipe_.write_end.number(), &byte, 1);
  }
  bool has_rung() const { return rings_within(0ms); }
  void await() const {
    char byte = 0;
    BOOST_REQUIRE(rings_within(kTimeout));
    BOOST_REQUIRE(::read(pipe_.read_end.number(), &byte, 1) == 1);
  }

 private:
  bool rings_within(std::chrono::milliseconds time) const {
    pollfd rung{pipe_.read_end.number(), POLLIN, 0};
    return ::poll(&rung, 1, static_cast<int>(time.count())) == 1;
  }

  const Pipe pipe_ = must(open_pipe());
};

[[noreturn]] void burn_and_ring(std::chrono::milliseconds time, const Bell& bell) {
  burn(time);
  bell.ring();
  while (true) ::pause();
}

// Starts a process that computes, rings, and then waits forever.
void start_burner(std::chrono::milliseconds time, const Bell& bell) {
  if (::fork() == 0) burn_and_ring(time, bell);
}

// Starts a process that starts a burner and ends.
void start_orphan(std::chrono::milliseconds time, const Bell& bell) {
  const pid_t parent = ::fork();
  if (parent == 0) {
    start_burner(time, bell);
    ::_exit(0);
  }
  ::waitpid(parent, nullptr, 0);
}

void look_until_size(WatchedTree& tree, std::size_t size) {
  BOOST_REQUIRE(comes_true([&] {
    if (tree.size() == size) return true;
    tree.look();
    return false;
  }));
}

// Looks until something has run. A process that still runs since it was woken may show later.
void look_until_changed(WatchedTree& tree) {
  BOOST_REQUIRE(comes_true([&] { return tree.look(); }));
}

bool is_any_thread_ready(pid_t pid) {
  std::error_code error;
  for (const auto& thread : std::filesystem::directory_iterator(fmt::format("/proc/{}/task", pid), error)) {
    const char state = state_in(thread.path() / "stat");
    if (state == 'R' || state == 'D') return true;
  }
  return false;
}

// Looks until no process below `root` wants to run, and none has run since the last look.
void look_until_still(WatchedTree& tree, pid_t root) {
  BOOST_REQUIRE(comes_true(
      [&] { return std::ranges::none_of(descendants_of(root), is_any_thread_ready) && !tree.look(); }));
}

void look_until_stopped(WatchedTree& tree) {
  BOOST_REQUIRE(comes_true([&] {
    if (tree.is_stopped()) return true;
    tree.look();
    return false;
  }));
}

BOOST_AUTO_TEST_CASE(a_tree_in_which_nothing_runs_has_not_changed) {
  Stage stage({"grandchild", "say:ready", "swallow:1", "say:done", "hang"});
  while (stage.line() != "ready") continue;
  WatchedTree tree(stage.child.keeper());
  BOOST_TEST(tree.size() == 2U);
  look_until_still(tree, stage.child.keeper());
  const auto before = tree.used();
  BOOST_TEST(!tree.look());
  BOOST_TEST((tree.used() == before));
  stage.channel.send("\n", in(kTimeout));
  while (stage.line() != "done") continue;
  look_until_changed(tree);
  BOOST_TEST((tree.used() > before));
}

BOOST_AUTO_TEST_CASE(whoever_is_started_between_looks_is_found_wherever_it_is) {
  const Bell bell;
  const std::map<std::string, Actor::Step> starts = {
      {"child", [&] { start_burner(60ms, bell); }},
      {"orphan", [&] { start_orphan(60ms, bell); }},
      {"child of a thread that is gone", [&] { std::thread([&] { start_burner(60ms, bell); }).join(); }},
      {"child of a thread that lives",
       [&] {
         std::thread([&] {
           start_burner(60ms, bell);
           while (true) ::pause();
         }).detach();
       }},
      {"child in a session of its own",
       [&] {
         if (::fork() != 0) return;
         ::setsid();
         start_burner(60ms, bell);
         while (true) ::pause();
       }},
  };
  for (const auto& [who, start] : starts) {
    Actor actor({start});
    WatchedTree tree(actor.pid());
    BOOST_TEST(tree.size() == 0U);
    actor.step();
    bell.await();
    look_until_size(tree, who == "child in a session of its own" ? 2 : 1);
    look_until_still(tree, actor.pid());
    BOOST_TEST((tree.used() >= 60ms), who);
    BOOST_TEST((tree.used() < 120ms), who);
  }
}

// More than have files that are kept open.
BOOST_AUTO_TEST_CASE(many_processes_come_are_stopped_and_go) {
  constexpr std::size_t kMany = 40;
  const Bell bell;
  const std::size_t descriptors = open_descriptors();
  Actor actor({[&] {
                 for (std::size_t i = 0; i < kMany; ++i) start_burner(5ms, bell);
               },
               [] {
                 for (const pid_t pid : descendants_of(::getpid())) ::kill(pid, SIGKILL);
                 while (::waitpid(-1, nullptr, 0) > 0) continue;
               }});
  WatchedTree tree(actor.pid());
  actor.step();
  tree.look();
  BOOST_TEST(tree.size() == kMany);
  BOOST_TEST(open_descriptors() < descriptors + 30);
  BOOST_TEST(tree.signal(SIGSTOP).size() == kMany);
  look_until_stopped(tree);
  const auto used = tree.used();
  actor.step();
  look_until_size(tree, 0);
  BOOST_TEST((tree.used() >= used));
  // Their ends take time, too, but nothing is counted twice.
  BOOST_TEST((tree.used() < used + kMany * 2ms));
}

// A parent that has waited for a child runs on, so its own clock may be behind when the child is already
// gone.
BOOST_AUTO_TEST_CASE(children_that_end_between_looks_are_counted_once) {
  constexpr int kChildren = 30;
  const Bell bell;
  Actor actor({[&] {
    if (::fork() != 0) return;
    for (int i = 0; i < kChildren; ++i) {
      const pid_t child = ::fork();
      if (child == 0) {
        burn(20ms);
        ::_exit(0);
      }
      ::waitpid(child, nullptr, 0);
      burn(2ms);
    }
    bell.ring();
    while (true) ::pause();
  }});
  WatchedTree tree(actor.pid());
  actor.step();
  while (!bell.has_rung()) tree.look();
  look_until_still(tree, actor.pid());
  BOOST_TEST((tree.used() >= kChildren * 20ms));
  BOOST_TEST((tree.used() < kChildren * 26ms));
}

BOOST_AUTO_TEST_CASE(a_process_that_waits_to_be_reaped_is_no_news) {
  Actor actor({[] {
    if (::fork() == 0) ::_exit(0);
  }});
  WatchedTree tree(actor.pid());
  actor.step();
  look_until_size(tree, 1);
  look_until_still(tree, actor.pid());
  BOOST_TEST(tree.size() == 1U);
  BOOST_TEST(tree.is_stopped());
}

BOOST_AUTO_TEST_CASE(one_thread_that_runs_is_enough_not_to_be_stopped) {
  Actor actor({[] {
    if (::fork() != 0) return;
    std::thread([] {
      while (true) continue;
    }).detach();
    while (true) ::pause();
  }});
  WatchedTree tree(actor.pid());
  actor.step();
  look_until_size(tree, 1);
  const pid_t child = descendants_of(actor.pid()).at(0);
  BOOST_REQUIRE(comes_true([&] { return state_of(child) == 'S'; }));
  BOOST_TEST(!tree.is_stopped());
  BOOST_TEST((tree.signal(SIGSTOP) == std::set<pid_t>{child}));
  look_until_stopped(tree);
  look_until_still(tree, actor.pid());
}

// Makes Linux give the number of a process that ended to the next one.
bool reuse(pid_t pid) {
  std::ofstream last("/proc/sys/kernel/ns_last_pid");
  last << pid - 1 << std::flush;
  return last.good();
}

boost::test_tools::assertion_result can_reuse_numbers(boost::unit_test::test_unit_id) {
  const std::string last = text_of("/proc/sys/kernel/ns_last_pid");
  boost::test_tools::assertion_result answer(!last.empty() && reuse(std::stoi(last) + 1));
  answer.message() << "this user cannot choose the numbers of processes";
  return answer;
}

BOOST_AUTO_TEST_CASE(who_gets_the_number_of_one_that_ended_is_told_from_it,
                     *boost::unit_test::precondition(can_reuse_numbers)) {
  const Bell bell;
  Actor actor({[&] { start_burner(100ms, bell); },
               [] {
                 const pid_t child = descendants_of(::getpid()).at(0);
                 ::kill(child, SIGKILL);
                 ::waitpid(child, nullptr, 0);
               }});
  WatchedTree tree(actor.pid());
  actor.step();
  const pid_t ended = descendants_of(actor.pid()).at(0);
  bell.await();
  look_until_size(tree, 1);
  look_until_still(tree, actor.pid());
  actor.step();
  // Others may take the number first, as the machine is not ours alone.
  constexpr int kAttempts = 20;
  pid_t stranger = 0;
  for (int attempt = 0; attempt < kAttempts && stranger != ended; ++attempt) {
    if (stranger != 0) {
      ::kill(stranger, SIGKILL);
      ::waitpid(stranger, nullptr, 0);
    }
    reuse(ended);
    stranger = ::fork();
    if (stranger == 0) burn_and_ring(300ms, bell);
    bell.await();
  }
  if (stranger == ended) {
    tree.look();
    BOOST_TEST(tree.size() == 0U);
    BOOST_TEST((tree.used() < 150ms));
    BOOST_TEST(tree.signal(SIGSTOP).empty());
  }
  ::kill(stranger, SIGKILL);
  ::waitpid(stranger, nullptr, 0);
}

BOOST_AUTO_TEST_CASE(time_counts_threads_children_and_children_that_nobody_waits_for) {
  for (const char* act :
       {"burn:400", "burn-in-child:400", "burn-in-thread:400", "burn-in-lost-children:400"}) {
    Stage stage({"say:ready", "swallow:1", act, "say:burnt", "hang"});
    stage.line();
    WatchedTree tree(stage.child.keeper());
    stage.channel.send("\n", in(kTimeout));
    stage.line();  // The line is "swallowed 1".
    while (stage.channel.receive(in(5ms)).outcome != Received::line) tree.look();
    tree.look();
    const auto used = tree.used();
    BOOST_TEST((used >= 300ms), act);
    BOOST_TEST((used < 600ms), act);
    tree.look();
    BOOST_TEST((tree.used() - used < 20ms));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
