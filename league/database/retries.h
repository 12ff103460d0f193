// Retries for transient problems, such as a restarting server or a full disk: a league process reports them,
// tries again after longer and longer pauses, and gives up after some minutes.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "base/result.h"

namespace toptile {

// Waits for this time, or until a stop is requested.
void pause_for(std::chrono::milliseconds time, const std::stop_token& stop);

struct RetryTerms {
  // The maximum sum of the pauses in one series of failures.
  std::chrono::milliseconds patience = std::chrono::minutes(15);
  // A stop ends a pause at once and prevents further tries.
  std::stop_token stop = {};
  // Receives a sentence for each failure, with the time until the next try, and one when the task succeeds
  // after a pause.
  std::function<void(const std::string&)> report = [](const std::string&) {};
  // Tests replace it, so that they need not wait.
  std::function<void(std::chrono::milliseconds, const std::stop_token&)> pause = pause_for;
};

inline constexpr std::chrono::milliseconds kFirstPause{250};
inline constexpr std::chrono::milliseconds kMaxPause{30'000};

// Retries the tasks of one thread. Pauses double from kFirstPause to kMaxPause.
class Retries {
 public:
  explicit Retries(RetryTerms terms) : terms_(std::move(terms)) {}

  // Repeats `work` until it succeeds. Returns its last error if a stop is requested, or if the patience is
  // used up. `work` may itself use this object for a part of its task, with a patience of its own. When
  // the patience of a part or of a whole task is used up, this object retries nothing any more.
  template <class Work>
  auto persist(const Work& work) -> decltype(work()) {
    Series failures;
    while (true) {
      auto done = work();
      if (done) {
        note_success(failures);
        return done;
      }
      if (auto error = pause_after(done.error(), failures)) return *std::move(error);
    }
  }

 private:
  // Failures without a success between them.
  struct Series {
    std::chrono::milliseconds next_pause = kFirstPause;
    std::chrono::milliseconds total_pause{0};
  };

  void note_success(const Series& failures) const;
  // Waits before the next try, or returns the error if there is no next try.
  std::optional<Error> pause_after(const Error& error, Series& failures);

  const RetryTerms terms_;
  bool has_given_up_ = false;
};

}  // namespace toptile
