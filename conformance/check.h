// The conformance check (docs/check.md): every test in turn on one bot, with one time budget for all. The
// long tests come last and share the time that is left.
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
  std::string id_name, id_author, kit;  // The name, the author and the kit, as the bot gives them.
  int games_offered = 1;                // How many games at once the bot offers to play.
  std::vector<TestReport> tests;
  milliseconds taken{0};
  bool is_stopped = false;

  int count(Verdict verdict) const;
  // Whether every test had the time that it needed. Otherwise some of them have no result.
  bool is_complete() const;
};

inline constexpr milliseconds kUsualBudget{60'000};

struct CheckRequest {
  Examinee examinee;
  Ruleset rules;                  // The rules of most games. Some games use every ruleset that ships.
  Lexicon lexicon;                // Built for these rules.
  std::vector<std::string> only;  // Names of tests; empty: all.
  milliseconds budget = kUsualBudget;
};

// `on_test` gets every report as soon as it is ready. An error means that the machine failed and not the bot:
// there is no folder for the word lists.
Result<CheckReport> check_bot(const CheckRequest& request, std::stop_token stop,
                              const std::function<void(const TestReport&)>& on_test);

}  // namespace toptile::conformance
