// Short names for tests with real processes. The puppet of tests/hostile_bots does what its arguments say.
#pragma once

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "referee/processes/child.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/line_channel.h"
#include "referee/sandbox/sandbox.h"
#include "tests/places.h"
#include "tests/timeout.h"

namespace toptile {

using namespace std::chrono_literals;

inline const std::string kPuppet = built_file("tests/hostile_bots/puppet");
inline Deadline in(std::chrono::milliseconds time) {
  return std::chrono::steady_clock::now() + time;
}

// Waits until a deadline that comes soon. The wait must not end before it, and must end by itself.
template <class Wait>
void wait_to_deadline(Wait wait) {
  const Watchdog watchdog;
  const Deadline deadline = in(100ms);
  wait(deadline);
  BOOST_TEST((std::chrono::steady_clock::now() >= deadline));
}

inline Launch puppet(std::vector<std::string> acts) {
  Launch launch;
  launch.argv = std::move(acts);
  launch.argv.insert(launch.argv.begin(), kPuppet);
  return launch;
}

template <class T, class E, class Policy>
T must(boost::outcome_v2::basic_result<T, E, Policy> result) {
  if (!result) BOOST_FAIL(result.error().message);
  return std::move(result.value());
}

// A running puppet with its channel, and the event loop that both use.
struct Stage {
  explicit Stage(const Launch& launch, const LineLimits& limits = {}, std::stop_token stop = {})
      : child(must(Child::spawn(loop, launch))),
        channel(must(LineChannel::open(loop, child.take_pipes(), limits, std::move(stop)))) {}
  explicit Stage(std::vector<std::string> acts) : Stage(puppet(std::move(acts))) {}

  std::string line() {
    const Reception reception = channel.receive(in(kTimeout));
    BOOST_REQUIRE(reception.outcome == Received::line);
    return std::string(reception.text);
  }

  ChildExit exit() {
    const std::optional<ChildExit> exit = child.wait_exit(in(kTimeout));
    BOOST_REQUIRE(exit.has_value());
    return *exit;
  }

  EventLoop loop;
  Child child;
  LineChannel channel;
};

// Keeps the calling thread, and the processes it starts, on one processor.
class OnOneProcessor {
 public:
  OnOneProcessor() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    int first = 0;
    while (!CPU_ISSET(static_cast<std::size_t>(first), &before_)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(first), &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  ~OnOneProcessor() { ::sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_;
};

// The text of a file. A process's file in /proc may end early, if the process ends while it is read.
inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  return text.str();
}

// Whether the process does not exist, or is dead and waits for its parent to reap it.
inline bool is_gone(pid_t pid) {
  const std::string status = text_of("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = status.rfind(')');
  return name_end == std::string::npos || status.at(name_end + 2) == 'Z';
}

inline bool is_soon_gone(pid_t pid) {
  return comes_true([pid] { return is_gone(pid); });
}

// Runs the scene in a copy of this process, where it may change things that a test must not. Returns what the
// scene returns.
template <class Scene>
bool holds_in_a_fork(Scene scene) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(scene() ? 0 : 1);
  int status = -1;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

inline std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

// What this machine can enforce.
inline std::shared_ptr<const Sandbox> the_sandbox() {
  static const auto sandbox = Sandbox::open(SandboxMode::automatic).value();
  return sandbox;
}

// A precondition of tests that need all of the sandbox.
inline boost::test_tools::assertion_result has_sandbox(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result answer(the_sandbox()->host().is_enough());
  answer.message() << "this machine has no sandbox: " << the_sandbox()->host().first_missing().why_not;
  return answer;
}

}  // namespace toptile
