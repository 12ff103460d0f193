// What is kept of a bot's processes from look to look: tested with real processes that start and end while
// nobody looks.
#include "referee/watched_tree.h"

#include <sys/prctl.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <ctime>
#include <functional>
#include <map>
#include <thread>

#include "referee/process_tree.h"
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

char state_of(pid_t pid) {
  const std::string stat = text_of("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string::npos ? '-' : stat.at(name_end + 2);
}

// Uses so much processor time, however busy the machine is.
void burn(std::chrono::milliseconds time) {
  timespec used{};
  do ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  while (std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec) < time);
}

// Starts a process that computes, and then waits for ever.
void start_burner(std::chrono::milliseconds time) {
  if (::fork() != 0) return;
  burn(time);
  while (true) ::pause();
}

// Starts a process that starts a burner and ends.
void start_orphan(std::chrono::milliseconds time) {
  const pid_t parent = ::fork();
  if (parent == 0) {
    start_burner(time);
    ::_exit(0);
  }
  ::waitpid(parent, nullptr, 0);
}

void look_until_size(WatchedTree& tree, std::size_t size) {
  for (const Deadline deadline = in(kPlenty); tree.size() != size; tree.look())
    BOOST_REQUIRE(std::chrono::steady_clock::now() < deadline);
}

// Looks until something has run. A process that still runs since it was woken may show later.
void look_until_changed(WatchedTree& tree) {
  for (const Deadline deadline = in(kPlenty); !tree.look();)
    BOOST_REQUIRE(std::chrono::steady_clock::now() < deadline);
}

// Looks until nothing has run for a while.
void look_until_still(WatchedTree& tree) {
  int times_still = 0;
  for (const Deadline deadline = in(kPlenty); times_still < 20;) {
    BOOST_REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(2ms);
    times_still = tree.look() ? 0 : times_still + 1;
  }
}

BOOST_AUTO_TEST_CASE(a_tree_in_which_nothing_runs_has_not_changed) {
  Stage stage({"grandchild", "say:ready", "swallow:1", "say:done", "hang"});
  while (stage.line() != "ready") continue;
  WatchedTree tree(stage.child.keeper());
  BOOST_TEST(tree.size() == 2U);
  look_until_still(tree);
  const auto before = tree.used();
  BOOST_TEST(!tree.look());
  BOOST_TEST((tree.used() == before));
  stage.channel.send("\n", in(kPlenty));
  while (stage.line() != "done") continue;
  look_until_changed(tree);
  BOOST_TEST((tree.used() > before));
}

BOOST_AUTO_TEST_CASE(whoever_is_started_between_looks_is_found_wherever_it_is) {
  const std::map<std::string, Actor::Step> starts = {
      {"child", [] { start_burner(60ms); }},
      {"orphan", [] { start_orphan(60ms); }},
      {"child of a thread that is gone", [] { std::thread([] { start_burner(60ms); }).join(); }},
      {"child of a thread that lives",
       [] {
         std::thread([] {
           start_burner(60ms);
           while (true) ::pause();
         }).detach();
       }},
      {"child in a session of its own",
       [] {
         if (::fork() != 0) return;
         ::setsid();
         start_burner(60ms);
         while (true) ::pause();
       }},
  };
  for (const auto& [who, start] : starts) {
    Actor actor({start});
    WatchedTree tree(actor.pid());
    BOOST_TEST(tree.size() == 0U);
    actor.step();
    look_until_size(tree, who == "child in a session of its own" ? 2 : 1);
    look_until_still(tree);
    BOOST_TEST((tree.used() >= 60ms), who);
    BOOST_TEST((tree.used() < 120ms), who);
  }
}

// More than have files that are kept open.
BOOST_AUTO_TEST_CASE(many_processes_come_are_stopped_and_go) {
  constexpr std::size_t kMany = 40;
  const std::size_t descriptors = open_descriptors();
  Actor actor({[] {
                 for (std::size_t i = 0; i < kMany; ++i) start_burner(1ms);
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
  for (const Deadline deadline = in(kPlenty); !tree.is_stopped(); tree.look())
    BOOST_REQUIRE(std::chrono::steady_clock::now() < deadline);
  const auto used = tree.used();
  actor.step();
  look_until_size(tree, 0);
  BOOST_TEST((tree.used() >= used));
  BOOST_TEST((tree.used() < used + 20ms));
}

BOOST_AUTO_TEST_CASE(a_process_that_waits_to_be_reaped_is_no_news) {
  Actor actor({[] {
    if (::fork() == 0) ::_exit(0);
  }});
  WatchedTree tree(actor.pid());
  actor.step();
  look_until_size(tree, 1);
  look_until_still(tree);
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
  for (const Deadline deadline = in(kPlenty); state_of(child) != 'S';)
    BOOST_REQUIRE(std::chrono::steady_clock::now() < deadline);
  BOOST_TEST(!tree.is_stopped());
  BOOST_TEST((tree.signal(SIGSTOP) == std::set<pid_t>{child}));
  for (const Deadline deadline = in(kPlenty); !tree.is_stopped(); tree.look())
    BOOST_REQUIRE(std::chrono::steady_clock::now() < deadline);
  look_until_still(tree);
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
  Actor actor({[] { start_burner(100ms); },
               [] {
                 const pid_t child = descendants_of(::getpid()).at(0);
                 ::kill(child, SIGKILL);
                 ::waitpid(child, nullptr, 0);
               }});
  WatchedTree tree(actor.pid());
  actor.step();
  const pid_t ended = descendants_of(actor.pid()).at(0);
  look_until_size(tree, 1);
  look_until_still(tree);
  actor.step();
  // Others may take the number first, as the machine is not ours alone.
  std::array<char, 1> spoken{};
  const Pipe pipe = must(open_pipe());
  pid_t stranger = 0;
  for (int attempt = 0; attempt < kAttempts && stranger != ended; ++attempt) {
    if (stranger != 0) {
      ::kill(stranger, SIGKILL);
      ::waitpid(stranger, nullptr, 0);
    }
    reuse(ended);
    stranger = ::fork();
    if (stranger == 0) {
      burn(300ms);
      [[maybe_unused]] const ssize_t written = ::write(pipe.write_end.number(), spoken.data(), 1);
      while (true) ::pause();
    }
    BOOST_REQUIRE(::read(pipe.read_end.number(), spoken.data(), 1) == 1);
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
    stage.channel.send("\n", in(kPlenty));
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
