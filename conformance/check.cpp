#include "conformance/check.h"

#include <algorithm>

#include "conformance/tables.h"
#include "conformance/tests.h"
#include "protocol/temporary_folder.h"

namespace toptile::conformance {

namespace {

using std::chrono::duration_cast;
using std::chrono::steady_clock;

Finding run(const Test& test, Examination& examination) {
  if (examination.stop.stop_requested()) return skip("stopped");
  if (examination.is_over() && !test.is_summary) return skip("the time for the whole check was over");
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
  report.taken = duration_cast<milliseconds>(steady_clock::now() - begin);
  const bool is_case = report.finding.verdict == Verdict::warn || report.finding.verdict == Verdict::fail;
  if (is_case) report.lines = examination.evidence.lines();
  return report;
}

bool is_chosen(const Test& test, const std::vector<std::string>& only) {
  return only.empty() || std::ranges::find(only, test.name) != only.end();
}

}  // namespace

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
  Examination examination{examinee, tables, begin + request.budget, stop};
  CheckReport report;
  for (const Test& test : tests()) {
    if (!is_chosen(test, request.only)) continue;
    report.tests.push_back(report_on(test, examination));
    on_test(report.tests.back());
  }
  report.id_name = examination.id_name;
  report.id_author = examination.id_author;
  report.taken = duration_cast<milliseconds>(steady_clock::now() - begin);
  report.is_stopped = stop.stop_requested();
  return report;
}

}  // namespace toptile::conformance
