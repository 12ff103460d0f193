// toptile verify: plays every record of a run, or of a file, again by the rules.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/tournament_text.h"
#include "protocol/ruleset_json.h"
#include "tournaments/plan/schemas.h"
#include "tournaments/run/verified_run.h"

namespace toptile {

namespace {

struct VerifyArguments {
  std::vector<std::string> runs;
  std::optional<std::string> rules, lexicon;
  bool json = false, wants_schema = false;
};

constexpr std::size_t kMaxTold = 100;  // A stranger's log may differ in millions of lines.

struct Verified : VerifiedRun {
  std::vector<std::string> differences;  // The first kMaxTold differences.
};

// Collects the first differences of a log.
class Differences {
 public:
  explicit Differences(const std::string& file) : file_(shown_path(file)) {}

  std::function<void(std::uint64_t, const std::string&)> taker() {
    return [this](std::uint64_t line, const std::string& what) {
      if (told_.size() < kMaxTold) told_.push_back(fmt::format("{}: line {}: {}", file_, line, what));
    };
  }
  std::vector<std::string> take() { return std::move(told_); }

 private:
  const std::string file_;
  std::vector<std::string> told_;
};

Result<Verified> verify_run(const RunPaths& paths) {
  TOPTILE_TRY(const auto plan, read_run_plan(paths));
  print_notes_on_run(paths, plan);
  Differences differences(paths.games().string());
  RunVisitor visitor;
  visitor.on_fault = differences.taker();
  TOPTILE_TRY(const auto run, toptile::verify_run(paths, plan, visitor));
  return Verified{run, differences.take()};
}

// The rulesets and lexicons of records, each looked up once: those of the flags, or else the shipped ones of
// the names in the record.
class TermsByName {
 public:
  TermsByName(std::optional<std::string> rules, std::optional<std::string> lexicon)
      : rules_(std::move(rules)), lexicon_(std::move(lexicon)) {}

  Result<RecordTerms> terms_of(const GameRecord& record) {
    const auto key = std::pair(rules_.value_or(record.rules), lexicon_.value_or(record.lexicon_name));
    auto known = loaded_.find(key);
    if (known == loaded_.end()) {
      TOPTILE_TRY(auto loaded, load_named(record));
      known = loaded_.emplace(key, std::move(loaded)).first;
    }
    return RecordTerms{known->second.rules, known->second.words.lexicon, !rules_};
  }

 private:
  // A stranger wrote the record, so a name in it is that of a shipped file, and never a path.
  Result<LoadedWordsAndRules> load_named(const GameRecord& record) const {
    if (!rules_ && !shipped_ruleset(record.rules))
      return Error{fmt::format("the ruleset \"{}\" does not ship; give it with --rules FILE", record.rules)};
    TOPTILE_TRY(auto rules, rules_ ? load_rules({*rules_}) : shipped_ruleset(record.rules));
    if (lexicon_) {
      auto words = open_lexicon(*lexicon_, rules, std::filesystem::current_path(), shipped_files());
      if (!words) return in_context("--lexicon", words.error());
      return LoadedWordsAndRules{std::move(rules), std::move(words).value()};
    }
    const ShippedFiles shipped = shipped_files();
    const auto names = shipped_lexicon_names(shipped);
    if (std::ranges::find(names, record.lexicon_name) == names.end()) {
      return Error{
          fmt::format("the lexicon \"{}\" does not ship; give it with --lexicon FILE", record.lexicon_name)};
    }
    TOPTILE_TRY(auto words, open_lexicon(record.lexicon_name, rules, shipped.lexicons / "none", shipped));
    return LoadedWordsAndRules{std::move(rules), std::move(words)};
  }

  const std::optional<std::string> rules_, lexicon_;
  std::map<std::pair<std::string, std::string>, LoadedWordsAndRules> loaded_;
};

Result<Verified> verify_file(const std::string& file, TermsByName& terms) {
  Differences differences(file);
  TOPTILE_TRY(const auto verified, verify_records(
                                       file, [&](const GameRecord& record) { return terms.terms_of(record); },
                                       differences.taker()));
  return Verified{verified, differences.take()};
}

std::string as_json(const std::string& folder, const Verified& verified) {
  return json_line(Json{{"run", folder},
                        {"games", verified.games},
                        {"turns", verified.turns},
                        {"differing", verified.differing},
                        {"differences", verified.differences}});
}

std::string as_text(const std::string& folder, const Verified& verified) {
  const auto& [games, turns, differing] = static_cast<const VerifiedRun&>(verified);
  const std::vector<std::string>& differences = verified.differences;
  if (differing == 0)
    return fmt::format("{}: {}, {}, all as the rules say\n", shown_path(folder), counted(games, "game"),
                       counted(turns, "turn"));
  std::string text;
  for (const std::string& difference : differences) text += difference + "\n";
  if (differing > differences.size())
    text += fmt::format("... and {} more\n", differing - differences.size());
  // An unreadable game does not count as read.
  return text + fmt::format("{}: {} of {} {}\n", shown_path(folder), differing,
                            counted(std::max<std::uint64_t>(games, differing), "game"),
                            differing == 1 ? "differs" : "differ");
}

}  // namespace

Action declare_verify(Command& command) {
  auto arguments = std::make_shared<VerifyArguments>();
  const Option runs =
      command.add_option("runs RUN|FILE", arguments->runs,
                         "The folders of runs, or files with records, as a game in a browser gives them");
  command.add_option("--rules NAME|FILE", arguments->rules,
                     "The ruleset of the files' records (default: the shipped one that the record names)");
  command.add_option("--lexicon NAME|FILE", arguments->lexicon,
                     "The words of the files' records (default: the shipped list that the record names)");
  command.add_flag("--json", arguments->json, "Print JSON, a line a run");
  command.add_flag("--schema", arguments->wants_schema, "Print the JSON schema of a record").excludes(runs);
  return [arguments]() -> Result<int> {
    if (arguments->wants_schema) {
      print(game_record_schema());
      return kDone;
    }
    if (arguments->runs.empty())
      return Error{
          "verify: a run or a file with records should follow, as in: toptile verify runs/mine; see: toptile "
          "verify --help"};
    int code = kDone;
    TermsByName terms(arguments->rules, arguments->lexicon);
    for (const std::string& run : arguments->runs) {
      std::error_code error;
      const bool is_file = std::filesystem::is_regular_file(run, error);
      if (!is_file && (arguments->rules || arguments->lexicon)) {
        return Error{fmt::format("{}: {} is a run, which has its own; the flag is for files with records",
                                 arguments->rules ? "--rules" : "--lexicon", shown_path(run))};
      }
      TOPTILE_TRY(const auto verified, is_file ? verify_file(run, terms) : verify_run(RunPaths{run}));
      if (verified.differing > 0) code = kNo;
      print(arguments->json ? as_json(run, verified) : as_text(run, verified));
    }
    return code;
  };
}

}  // namespace toptile
