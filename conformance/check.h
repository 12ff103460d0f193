// The conformance check (docs/check.md): every test in turn on one bot, with one budget of time for all. The
// tests that take long come last and share what is left.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "conformance/examination.h"
#include "conformance/finding.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile::conformance {

struct TestReport {
  std::string name;
  Finding finding;
  milliseconds taken{0};
  std::vector<std::string> lines;  // The last lines exchanged, if the verdict is a warning or a failure.
};

struct CheckReport {
  std::string id_name, id_author;  // The name and the author that the bot tells.
  std::vector<TestReport> tests;
  milliseconds taken{0};
  bool is_stopped = false;

  int count(Verdict verdict) const;
  // Whether every test had the time that it needed. Otherwise the check says nothing about some of them.
  bool is_complete() const;
};

inline constexpr milliseconds kUsualBudget{60'000};

struct CheckRequest {
  Examinee examinee;
  Ruleset rules;                  // The rules of most games. Some games use every ruleset that ships.
  Lexicon lexicon;                // A lexicon that was built for these rules.
  std::vector<std::string> only;  // Names of tests; empty: all.
  milliseconds budget = kUsualBudget;
};

// `on_test` gets every report as soon as there is one. An error means that the world failed and not the bot:
// there is no folder for the word lists.
Result<CheckReport> check_bot(const CheckRequest& request, std::stop_token stop,
                              const std::function<void(const TestReport&)>& on_test);

}  // namespace toptile::conformance
