// Short names for tests with real processes. The puppet of tests/bots does what its arguments say.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "referee/child.h"
#include "referee/line_channel.h"
#include "tests/places.h"

namespace toptile {

using namespace std::chrono_literals;

inline const std::string kPuppet = built_file("tests/bots/puppet");
inline constexpr auto kSlack = 250ms;  // How much longer than its deadline a wait may take on a busy machine.
inline constexpr auto kPlenty = 120s;  // The deadline of a wait that is to end before it.

inline Deadline in(std::chrono::milliseconds time) {
  return std::chrono::steady_clock::now() + time;
}

// Attempts before something is called slow: a busy machine may hold up some of them, but not all.
inline constexpr int kAttempts = 20;

// Whether a wait that has to reach its deadline ends there.
template <class Wait>
bool ends_at_deadline(std::chrono::milliseconds time, Wait wait) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const Deadline deadline = in(time);
    wait(deadline);
    BOOST_TEST((std::chrono::steady_clock::now() >= deadline));
    if (std::chrono::steady_clock::now() < deadline + kSlack) return true;
  }
  return false;
}

template <class Act>
std::chrono::milliseconds time_of(Act act) {
  const auto begin = std::chrono::steady_clock::now();
  act();
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
}

// Whether `measure`, which returns how long something took, returns less than this.
template <class Measure>
bool is_within(std::chrono::milliseconds time, Measure measure) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (measure() < time) return true;
  }
  return false;
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
      : child(must(Child::spawn(context, launch))),
        channel(must(LineChannel::open(context, child.take_pipes(), limits, std::move(stop)))) {}
  explicit Stage(std::vector<std::string> acts) : Stage(puppet(std::move(acts))) {}

  std::string line() {
    const Reception reception = channel.receive(in(kPlenty));
    BOOST_REQUIRE(reception.outcome == Received::line);
    return std::string(reception.text);
  }

  ChildExit exit() {
    const std::optional<ChildExit> exit = child.wait_exit(in(kPlenty));
    BOOST_REQUIRE(exit.has_value());
    return *exit;
  }

  boost::asio::io_context context{1};
  Child child;
  LineChannel channel;
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
  for (const Deadline deadline = in(kPlenty); std::chrono::steady_clock::now() < deadline;) {
    if (is_gone(pid)) return true;
    ::usleep(1000);
  }
  return false;
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

}  // namespace toptile
