#include "conformance/check.h"

#include <algorithm>

#include "base/temporary_folder.h"
#include "conformance/tables.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

using std::chrono::duration_cast;
using std::chrono::steady_clock;

Finding run(const Test& test, Examination& examination) {
  if (examination.stop.stop_requested()) return skip("stopped");
  if (examination.is_over() && !test.is_summary) return out_of_time();
  if (examination.hopeless) return skip("the bot does not get that far; see " + examination.hopeless_in);
  if (test.is_summary && !examination.has_started) return skip("no test that starts the bot was chosen");
  return test.run(examination);
}

TestReport report_on(const Test& test, Examination& examination) {
  const Instant begin = steady_clock::now();
  examination.evidence.clear();
  TestReport report;
  report.name = test.name;
  report.finding = run(test, examination);
  if (examination.hopeless && examination.hopeless_in.empty()) examination.hopeless_in = test.name;
  if (examination.has_open_batch && examination.batches_hopeless_in.empty())
    examination.batches_hopeless_in = test.name;
  report.taken = duration_cast<milliseconds>(steady_clock::now() - begin);
  const bool is_case = report.finding.verdict == Verdict::warn || report.finding.verdict == Verdict::fail;
  if (is_case) report.lines = examination.evidence.lines();
  return report;
}

// The long tests come last and share the remaining time, so that none of them uses up the time of another.
Deadline end_of(const Test& test, std::ptrdiff_t long_ones_left, Deadline end) {
  if (!test.is_long) return end;
  const Instant now = steady_clock::now();
  return now + (end - now) / long_ones_left;
}

bool is_chosen(const Test& test, const std::vector<std::string>& only) {
  return only.empty() || std::ranges::find(only, test.name) != only.end();
}

}  // namespace

bool CheckReport::is_complete() const {
  return !is_stopped &&
         std::ranges::none_of(tests, [](const TestReport& test) { return test.finding.is_out_of_time; });
}

int CheckReport::count(Verdict verdict) const {
  return static_cast<int>(
      std::ranges::count_if(tests, [&](const TestReport& test) { return test.finding.verdict == verdict; }));
}

Result<CheckReport> check_bot(const CheckRequest& request, std::stop_token stop,
                              const std::function<void(const TestReport&)>& on_test) {
  const Instant begin = steady_clock::now();
  TOPTILE_TRY(auto folder, TemporaryFolder::make());
  const std::filesystem::path words = folder.path() / "words";
  std::filesystem::create_directory(words);
  Examinee examinee = request.examinee;
  Confinement& confinement = examinee.confinement;
  const bool has_places = !confinement.is_off() && confinement.sandbox->has_own_places();
  TOPTILE_TRY(auto tables,
              Tables::make(request.rules, request.lexicon, words, has_places ? kWordsPlace : words));
  if (has_places) {
    confinement.mounted.push_back({words, kWordsPlace});
  } else {
    confinement.readable.push_back(words);
  }
  examinee.launch.stderr_file = folder.path() / "stderr";
  const Deadline end = begin + request.budget;
  Examination examination{examinee, tables, end, stop};
  CheckReport report;
  auto long_ones_left = std::ranges::count_if(
      tests(), [&](const Test& test) { return test.is_long && is_chosen(test, request.only); });
  for (const Test& test : tests()) {
    if (!is_chosen(test, request.only)) continue;
    examination.end = end_of(test, long_ones_left, end);
    long_ones_left -= test.is_long;
    report.tests.push_back(report_on(test, examination));
    on_test(report.tests.back());
  }
  report.id_name = examination.id_name;
  report.id_author = examination.id_author;
  report.kit = examination.kit;
  report.games_offered = examination.games_offered.value_or(1);
  report.taken = duration_cast<milliseconds>(steady_clock::now() - begin);
  report.is_stopped = stop.stop_requested();
  return report;
}

}  // namespace toptile::conformance
