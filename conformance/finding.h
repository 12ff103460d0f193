// The result of a conformance test, in words for the bot's author.
#pragma once

#include <boost/outcome/basic_result.hpp>
#include <string>
#include <string_view>

namespace toptile::conformance {

enum class Verdict {
  pass,
  warn,  // The protocol allows it, or nearly; the author should know.
  fail,  // The protocol forbids it: a referee would end the game, or could not play at all.
  skip,  // The test did not run; `seen` says why.
};

constexpr std::string_view name_of(Verdict verdict) {
  constexpr std::string_view kNames[] = {"pass", "warn", "fail", "skip"};
  return kNames[static_cast<int>(verdict)];
}

struct Finding {
  Verdict verdict = Verdict::pass;
  std::string seen;    // What the bot did.
  std::string advice;  // For a warning or a failure, one sentence that says what to do.
  // The test was skipped, or not run to its end, because the check had no more time.
  bool is_out_of_time = false;
};

// Precedes the bot's last line on standard error, which stands at the end of `seen`.
inline constexpr std::string_view kLastLineMark = "; its last line on stderr: ";

inline Finding pass(std::string seen) {
  return {Verdict::pass, std::move(seen), {}, false};
}
inline Finding warn(std::string seen, std::string advice) {
  return {Verdict::warn, std::move(seen), std::move(advice), false};
}
inline Finding fail(std::string seen, std::string advice) {
  return {Verdict::fail, std::move(seen), std::move(advice), false};
}
inline Finding skip(std::string seen) {
  return {Verdict::skip, std::move(seen), {}, false};
}

inline Finding out_of_time() {
  return {Verdict::skip, "the time for it was over", {}, true};
}

// Keeps the graver of two findings of one test; if they are equally grave, the first one.
inline void worsen(Finding& finding, Finding other) {
  const bool is_graver = other.verdict != Verdict::skip && other.verdict > finding.verdict;
  if (is_graver) finding = std::move(other);
}

// A T, or the finding that kept the test from getting it.
template <class T>
using Tried = boost::outcome_v2::basic_result<T, Finding, boost::outcome_v2::policy::terminate>;
using Done = Tried<void>;

inline auto done() {
  return boost::outcome_v2::success();
}

}  // namespace toptile::conformance
