// toptile judge: reads JSON lines {"position","move"}, and answers with JSON lines
// {"legal","points","words","reason","text"}.
#include <fmt/format.h>

#include <iostream>

#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "protocol/play_json.h"

namespace toptile {

namespace {

Result<MoveVerdict> judge_line(const std::string& line, const std::string& where, const Judge& judge,
                               const Ruleset& rules) {
  TOPTILE_TRY(auto question, parse_json(line, where));
  FieldReader reader(question, where);
  return judge_asked(reader, judge, rules);
}

// The exit code says whether every move was legal. Invalid lines are answered, too, so that the answers are
// in the order of the questions.
Result<int> judge_lines(const WordsAndRules& wanted) {
  TOPTILE_TRY(auto loaded, load(wanted));
  const auto& [rules, words] = loaded;
  const Judge judge(rules, words.lexicon);
  int code = kDone;
  std::string line;
  for (int number = 1; std::getline(std::cin, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto verdict = judge_line(line, fmt::format("line {}", number), judge, rules);
    if (verdict) {
      if (verdict.value().refusal) code = std::max(code, kNo);
      print(json_line(verdict_to_json(verdict.value())));
    } else {
      code = kWrongUse;
      print(json_line(verdict_to_json({0, {}, Refusal{Reason::syntax, verdict.error().message}})));
    }
  }
  return code;
}

}  // namespace

Action declare_judge(Command& command) {
  auto arguments = std::make_shared<WordsAndRules>();
  arguments->declare(command);
  command.add_needless_json();
  return [arguments] { return judge_lines(*arguments); };
}

}  // namespace toptile
