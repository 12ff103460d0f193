// The only upper bound in the C++ tests on time that passes. It is there to end a test that hangs: a test
// waits for an event and not for time, and where it is about speed, it measures CPU time or repeats what a
// busy machine may spoil.
#pragma once

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <string>

namespace toptile {

inline constexpr std::chrono::seconds kTimeout{300};

// Tries again until an attempt succeeds, at most until the timeout. Returns whether one did.
template <class Attempt>
bool succeeds_in_time(Attempt attempt) {
  const auto end = std::chrono::steady_clock::now() + kTimeout;
  while (!attempt()) {
    if (std::chrono::steady_clock::now() >= end) return false;
  }
  return true;
}

// Looks every millisecond until the condition holds, at most until the timeout. Returns whether it held.
template <class Condition>
bool comes_true(Condition condition) {
  return succeeds_in_time([&] {
    if (condition()) return true;
    ::usleep(1000);
    return false;
  });
}

// Ends the program if this object lives for twice the timeout: waits with a deadline end before that, and can
// still be reported. A wait that must end by itself stands under it.
class Watchdog {
 public:
  Watchdog() {
    report() = boost::unit_test::framework::current_test_case().full_name() + " hangs\n";
    std::signal(SIGALRM, [](int) {
      [[maybe_unused]] const auto written = ::write(STDERR_FILENO, report().data(), report().size());
      ::_exit(1);
    });
    ::alarm(2 * static_cast<unsigned>(kTimeout.count()));
  }
  ~Watchdog() { ::alarm(0); }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  static std::string& report() {
    static std::string text;
    return text;
  }
};

}  // namespace toptile
