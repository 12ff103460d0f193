// toptile check: tests whether a bot keeps to the protocol, and advises its author.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/json_fields.h"
#include "base/text_columns.h"
#include "base/utf8.h"
#include "bots/bot_entry.h"
#include "cli/flags/bot_argument.h"
#include "cli/flags/command.h"
#include "cli/flags/sandbox_flag.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "cli/verbs/check_host.h"
#include "conformance/check.h"
#include "conformance/tests.h"
#include "tournaments/plan/schemas.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using conformance::CheckReport;
using conformance::Finding;
using conformance::TestReport;
using conformance::Verdict;

constexpr std::string_view kHost = "host";  // In place of a bot, this means the machine.

struct CheckArguments {
  std::string bot;
  std::vector<std::string> only;
  WordsAndRules words_and_rules;
  std::optional<std::string> sandbox;
  int seconds = 60;  // For all tests together.
  bool lists = false;
  bool wants_schema = false;
  bool json = false;
  bool verbose = false;
  bool has_more_than_json = false;  // Another option than --json is given.
};

// The width of the longest name of a test.
std::size_t name_width() {
  std::size_t width = 0;
  for (const conformance::Test& test : conformance::tests()) width = std::max(width, test.name.size());
  return width;
}

// The lines, indented by a margin. The first line begins with `first` instead, because its margin already
// contains text.
std::string behind_margin(const std::string& text, std::size_t margin, std::string_view first) {
  return std::string(first) + wrapped(text, kColumns, margin + first.size()) + "\n";
}

std::string coloured(Verdict verdict) {
  const char* const no_colour = std::getenv("NO_COLOR");
  const std::string word(name_of(verdict));
  if (!is_terminal(STDOUT_FILENO) || (no_colour != nullptr && *no_colour != '\0')) return word;
  constexpr const char* kColours[] = {"32", "33", "31", "2"};
  return fmt::format("\x1b[{}m{}\x1b[0m", kColours[static_cast<int>(verdict)], word);
}

// The most characters of a text that may contain what a bot said.
constexpr int kMaxShown = 1000;

// Formats the reports. The same standard error is printed only once; later reports refer to it.
class ReportTexts {
 public:
  explicit ReportTexts(bool with_lines) : with_lines_(with_lines) {}
  std::string text_of(const TestReport& report);

 private:
  // The observation and the advice, without what was printed before.
  std::pair<std::string, std::string> told(const TestReport& report);
  std::vector<std::string> lines_of(const TestReport& report);

  const bool with_lines_;
  std::map<std::string, std::pair<std::string, std::string>> tests_;  // Test and advice, by the last line.
  std::map<std::vector<std::string>, std::string> stderrs_;           // The test, by the end of stderr.
};

std::pair<std::string, std::string> ReportTexts::told(const TestReport& report) {
  const Finding& finding = report.finding;
  const std::size_t mark = finding.seen.find(conformance::kLastLineMark);
  if (mark == finding.seen.npos) return {finding.seen, finding.advice};
  const std::string line = finding.seen.substr(mark + conformance::kLastLineMark.size());
  const auto [first, is_new] = tests_.emplace(line, std::pair(report.name, finding.advice));
  if (is_new) return {finding.seen, finding.advice};
  const auto& [test, advice] = first->second;
  return {fmt::format("{}; stderr as in {}", finding.seen.substr(0, mark), test),
          finding.advice == advice ? "" : finding.advice};
}

std::vector<std::string> ReportTexts::lines_of(const TestReport& report) {
  std::vector<std::string> lines = report.lines;
  const auto is_exchanged = [](const std::string& line) { return !line.starts_with("! "); };
  const auto words = std::ranges::find_if(lines.rbegin(), lines.rend(), is_exchanged).base();
  std::vector<std::string> said(words, lines.end());
  if (said.empty()) return lines;
  const auto [first, is_new] = stderrs_.emplace(std::move(said), report.name);
  if (is_new) return lines;
  lines.erase(words, lines.end());
  lines.push_back(fmt::format("! as in {}", first->second));
  return lines;
}

std::string ReportTexts::text_of(const TestReport& report) {
  const std::size_t margin = name_width() + 10;
  std::string text =
      fmt::format("  {:<{}}  {}  ", report.name, name_width(), coloured(report.finding.verdict));
  const auto [seen, advice] = told(report);
  text += behind_margin(printable(seen, kMaxShown), margin, "");
  if (!advice.empty())
    text += std::string(margin, ' ') + behind_margin(printable(advice, kMaxShown), margin, "> ");
  if (!with_lines_) return text;
  for (const std::string& line : lines_of(report)) text += "    " + line + "\n";
  return text;
}

std::string what_is_missing(const CheckReport& report) {
  std::vector<std::string> late;
  for (const TestReport& test : report.tests)
    if (test.finding.is_out_of_time) late.push_back(test.name);
  if (!late.empty()) {
    return wrapped(fmt::format("not everything was tested: {} ran out of time; --time gives the check more",
                               fmt::join(late, ", ")),
                   kColumns) +
           "\n";
  }
  return report.count(Verdict::skip) > 0 ? "not everything was tested\n" : "";
}

std::string summary_of(const CheckReport& report, const std::string& bot) {
  std::string who = bot;
  if (!report.id_name.empty()) who += ", which calls itself " + printable(report.id_name);
  if (!report.id_author.empty()) who += " by " + printable(report.id_author);
  return "\n" +
         wrapped(fmt::format("{}: {} passed, {} warned, {} failed, {} skipped in {:.1f} s", who,
                             report.count(Verdict::pass), report.count(Verdict::warn),
                             report.count(Verdict::fail), report.count(Verdict::skip),
                             std::chrono::duration<double>(report.taken).count()),
                 kColumns) +
         "\n" + what_is_missing(report);
}

Json to_json(const CheckReport& report, const std::string& bot, bool with_lines) {
  Json tests = Json::array();
  for (const TestReport& test : report.tests) {
    tests.push_back({{"name", test.name},
                     {"verdict", name_of(test.finding.verdict)},
                     {"seen", test.finding.seen},
                     {"advice", test.finding.advice},
                     {"ms", test.taken.count()}});
    if (with_lines) tests.back()["lines"] = test.lines;
  }
  Json totals = Json::object();
  for (const Verdict verdict : {Verdict::pass, Verdict::warn, Verdict::fail, Verdict::skip})
    totals[std::string(name_of(verdict))] = report.count(verdict);
  return {{"bot", bot},
          {"id", report.id_name},
          {"author", report.id_author},
          {"kit", report.kit},
          {"games", report.games_offered},
          {"tests", tests},
          {"totals", totals},
          {"complete", report.is_complete()},
          {"ms", report.taken.count()}};
}

Json listed_as_json() {
  Json tests = Json::array();
  for (const conformance::Test& test : conformance::tests())
    tests.push_back({{"name", test.name}, {"asks", test.asks}});
  return {{"tests", tests}};
}

void print_tests() {
  for (const conformance::Test& test : conformance::tests())
    print(fmt::format("{:<{}}  ", test.name, name_width()) +
          behind_margin(std::string(test.asks), name_width() + 2, ""));
}

Result<void> check_test_names(const std::vector<std::string>& only) {
  std::vector<std::string> names;
  for (const conformance::Test& test : conformance::tests()) names.emplace_back(test.name);
  for (const std::string& name : only) {
    if (std::ranges::find(names, name) != names.end()) continue;
    return Error{fmt::format("--only: there is no test \"{}\"{}; see: toptile check --list", printable(name),
                             meant_name(name, names))};
  }
  return success();
}

Result<int> check(const CheckArguments& arguments) {
  if (arguments.wants_schema) {
    print(bot_schema());
    return kDone;
  }
  if (arguments.lists) {
    if (arguments.json) {
      print(json_line(listed_as_json()));
    } else {
      print_tests();
    }
    return kDone;
  }
  if (arguments.bot.empty())
    return Error{"check: a bot should follow, as in: toptile check ./my-bot; see: toptile check --help"};
  if (arguments.bot == kHost) {
    if (arguments.has_more_than_json)
      return Error{
          "check host looks at this machine and takes no option except --json; for a bot of that name, write "
          "./host"};
    return check_host(arguments.json ? Format::json : Format::text);
  }
  const InterruptWatch interrupts;
  TOPTILE_TRY_TO(check_test_names(arguments.only));
  TOPTILE_TRY(auto sandbox, open_sandbox(arguments.sandbox));
  auto bot = ready_bot_argument(arguments.bot, sandbox, interrupts.token());
  if (!bot) return interrupts.stopped_or(bot.error());
  TOPTILE_TRY(auto loaded, load(arguments.words_and_rules));
  const BotSpec spec = bot.value().frozen.spec_of(Entrant{0}, 0, sandbox, {}, {});
  if (const std::string& sight = bot.value().sight; !sight.empty() && !arguments.json)
    print(wrapped(spec.name + " " + sight, kColumns) + "\n");
  const conformance::CheckRequest request{{spec.name, spec.launch, spec.options, spec.confinement},
                                          std::move(loaded.rules),
                                          std::move(loaded.words.lexicon),
                                          arguments.only,
                                          std::chrono::seconds(arguments.seconds)};
  ReportTexts texts(arguments.verbose);
  const auto report = conformance::check_bot(request, interrupts.token(), [&](const TestReport& test) {
    if (!arguments.json) print(texts.text_of(test));
  });
  if (!report) return report.error();
  print(arguments.json ? json_line(to_json(report.value(), spec.name, arguments.verbose))
                       : summary_of(report.value(), spec.name));
  if (report.value().is_stopped) return kInterrupted;
  return report.value().count(Verdict::fail) > 0 || !report.value().is_complete() ? kNo : kDone;
}

}  // namespace

Action declare_check(Command& command) {
  auto arguments = std::make_shared<CheckArguments>();
  const Option bot = command.add_option(
      "bot BOT", arguments->bot,
      "A shipped bot, a program, a bot's folder, or \"program arguments\"; or host, for what this "
      "machine's sandbox can do");
  command.add_option("--only TEST", arguments->only, "Run only this test; can be given several times")
      .repeated();
  command
      .add_option("--time SECONDS", arguments->seconds,
                  "The seconds that all tests together may take (default: 60); a check that does not end is "
                  "no success")
      .check(in_range(10, 3600));
  arguments->words_and_rules.declare(command);
  declare_sandbox(command, arguments->sandbox);
  const Option list = command.add_flag("--list", arguments->lists, "List the tests and what each asks");
  command.add_flag("--json", arguments->json, "Print JSON");
  command.add_flag("--schema", arguments->wants_schema, "Print the JSON schema of a bot.json")
      .excludes(list)
      .excludes(bot);
  command.add_flag("--verbose", arguments->verbose, "Show the last lines exchanged if a test does not pass");
  return [arguments, command] {
    arguments->has_more_than_json = std::ranges::any_of(command.options(), [](const Option& option) {
      return option.is_given() && option.name() != "bot" && option.name() != "--json";
    });
    return check(*arguments);
  };
}

}  // namespace toptile
