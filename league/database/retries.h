// Retries for problems that may pass, such as a restarting server or a full disk: a process of a league
// reports them, tries again after growing pauses, and gives up only after minutes.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "base/result.h"

namespace toptile {

// Waits, and returns at once when a stop is requested.
void pause_for(std::chrono::milliseconds time, const std::stop_token& stop);

struct RetryTerms {
  // The maximum sum of all pauses in a row of failures.
  std::chrono::milliseconds patience = std::chrono::minutes(15);
  // A stop ends a pause at once and prevents further tries.
  std::stop_token stop = {};
  // Receives a sentence about what failed and when it is tried again, and one when it works again.
  std::function<void(const std::string&)> report = [](const std::string&) {};
  // Replaced by tests, which do not wait.
  std::function<void(std::chrono::milliseconds, const std::stop_token&)> pause = pause_for;
};

inline constexpr std::chrono::milliseconds kFirstPause{250};
inline constexpr std::chrono::milliseconds kMaxPause{30'000};

// Tries again for one thread. Pauses double from kFirstPause to kMaxPause.
class Retries {
 public:
  explicit Retries(RetryTerms terms) : terms_(std::move(terms)) {}

  // Repeats `work` until it succeeds. Returns its last error if a stop is requested, or if the patience is
  // used up. `work` may itself use this object for a part of its task: that part has a patience of its own,
  // and when it is used up, the whole task is not tried again.
  template <class Work>
  auto persist(const Work& work) -> decltype(work()) {
    Row troubles;
    while (true) {
      auto done = work();
      if (done) {
        note_success(troubles);
        return done;
      }
      if (auto error = pause_after(done.error(), troubles)) return *std::move(error);
    }
  }

 private:
  // Failures in a row.
  struct Row {
    std::chrono::milliseconds next_pause = kFirstPause;
    std::chrono::milliseconds paused{0};  // In all.
  };

  void note_success(const Row& troubles) const;
  // Waits before the next try, or returns the error if there is none.
  std::optional<Error> pause_after(const Error& error, Row& troubles);

  const RetryTerms terms_;
  bool has_given_up_ = false;
};

}  // namespace toptile
