#include "league/work/examination.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "conformance/check.h"
#include "league/intake/own_paths.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

namespace {

using conformance::CheckReport;
using conformance::TestReport;
using conformance::Verdict;

constexpr int kMaxShown = 1000;
const Error kStopped{"the examination was stopped", true};

// A log for the author, step by step.
class AuthorsLog {
 public:
  void head(std::string_view step) { text_ += fmt::format("== {}\n", step); }
  // Adds lines that a bot or its build wrote.
  void add(std::string_view lines) {
    text_ += clean_text(lines, 512 << 10);
    if (!text_.ends_with('\n')) text_ += '\n';
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void add_test(AuthorsLog& log, const TestReport& report) {
  log.add(fmt::format("{}  {}  {}", name_of(report.finding.verdict), report.name,
                      printable(report.finding.seen, kMaxShown)));
  if (!report.finding.advice.empty()) log.add("  > " + printable(report.finding.advice, kMaxShown));
  for (const std::string& line : report.lines) log.add("    " + line);
}

// Why it did not pass the tests, or nullopt.
std::optional<std::string> failure_of(const CheckReport& report) {
  for (const TestReport& test : report.tests) {
    if (test.finding.verdict != Verdict::fail) continue;
    const std::string seen = printable(test.finding.seen, 300);
    const bool has_end = seen.ends_with('.') || seen.ends_with('?') || seen.ends_with('!');
    return fmt::format("it failed the test {}: {}{} {}", test.name, seen, has_end ? "" : ".",
                       printable(test.finding.advice, 300));
  }
  for (const TestReport& test : report.tests) {
    if (!test.finding.is_out_of_time) continue;
    return fmt::format(
        "its check was not complete: the test {} had not ended after {} s for all tests; answer "
        "faster, above all where a limit is given",
        test.name, std::chrono::round<std::chrono::seconds>(report.taken).count());
  }
  return std::nullopt;
}

// Why it may not play after its match with itself, or nullopt.
std::optional<std::string> forfeit_of(const SetRecords& records, AuthorsLog& log) {
  std::optional<std::string> reason;
  for (const GameRecord& record : records.games) {
    log.add(fmt::format("game {}: {} : {} after {} turns, {}", (record.id - 1) % 2 + 1, record.scores[0],
                        record.scores[1], record.turns.size(), name_of(record.end)));
    for (const ForfeitRecord& forfeit : record.forfeits) {
      const std::string what = fmt::format("{}: {}", name_of(forfeit.kind), printable(forfeit.text, 300));
      log.add("  forfeited by seat " + fmt::format("{}: {}", forfeit.seat, what));
      for (const std::string& line : forfeit.evidence.lines) log.add("    " + line);
      if (!forfeit.evidence.stderr_tail.empty())
        log.add("  on standard error:\n" + forfeit.evidence.stderr_tail);
      if (!reason)
        reason =
            fmt::format("it forfeited game {} of a match with itself: {}", (record.id - 1) % 2 + 1, what);
    }
  }
  return reason;
}

}  // namespace

Result<ExaminationResult> examine(const BotVersion& version, const Stock::PackedFiles& packed_files,
                                  Stock& stock, const SetPlayer& player, int lane,
                                  const std::stop_token& stop, const OnStep& on_step) {
  const LeagueTerms& terms = player.terms();
  AuthorsLog log;
  std::vector<std::filesystem::path> folders;
  const auto ended = [&](bool is_accepted, const std::string& reason) {
    return ExaminationResult{is_accepted, without_own_paths(reason, folders),
                             without_own_paths(log.text(), folders)};
  };
  const auto refused = [&](const std::string& reason) { return ended(false, reason); };

  if (!on_step(VersionState::building)) return kStopped;
  log.head("build");
  const auto stocked = stock.take(version, packed_files, stop);
  if (!stocked && !stocked.error().is_bots_own) return Error{stocked.error().message};
  if (!stocked) {
    log.add(stocked.error().log.empty() ? stocked.error().message : stocked.error().log);
    return refused(stocked.error().message);
  }
  const StockedBot& bot = *stocked.value();
  folders = bot.folders;
  log.add(bot.entry.build.empty() ? "there is nothing to build" : "it was built");

  if (!on_step(VersionState::checking)) return kStopped;
  log.head("check");
  const BotSpec spec = bot.frozen.spec_of(Entrant{0}, 0, player.sandbox(), terms.plan.limits, {});
  const conformance::CheckRequest request{
      .examinee = {version.label(), spec.launch, spec.options, spec.confinement},
      .rules = terms.plan.rules,
      .lexicon = player.lexicon(),
      .only = {},
      .budget = std::chrono::seconds(terms.submissions.check_seconds)};
  TOPTILE_TRY(const auto report,
              conformance::check_bot(request, stop, [&](const TestReport& test) { add_test(log, test); }));
  if (report.is_stopped) return kStopped;
  if (auto failure = failure_of(report)) return refused(*failure);

  if (!on_step(VersionState::trying)) return kStopped;
  log.head("a match with itself");
  const std::array<TableBot, 2> both = {
      {{stocked.value(), version.label()}, {stocked.value(), version.label() + "-twin"}}};
  // The set's number is far beyond those of a league's games, so that no bot sees a bag in advance.
  const SetNumber set{kMaxGames / 2 - static_cast<std::uint64_t>(version.id)};
  std::optional<SetRecords> records;
  TOPTILE_TRY_TO(
      player.play(both, {{set, seed_of_set(terms, set)}}, {lane}, stop, [&](SetNumber, SetRecords&& played) {
        records = std::move(played);
        return true;
      }));
  if (!records) return kStopped;
  if (auto forfeit = forfeit_of(*records, log)) return refused(*forfeit);
  return ended(true, "");
}

}  // namespace toptile
