// toptile judge: reads JSON lines {"position","move"}, and answers with JSON lines
// {"legal","points","words","reason","text"}.
#include <fmt/format.h>

#include <iostream>

#include "base/json_fields.h"
#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "engine/position_judge.h"
#include "protocol/position_line.h"

namespace toptile {

namespace {

std::string line_of(const MoveVerdict& verdict) {
  Json line = {{"legal", !verdict.refusal},
               {"points", verdict.points},
               {"words", verdict.words},
               {"reason", nullptr},
               {"text", nullptr}};
  if (verdict.refusal) {
    line["reason"] = name_of(verdict.refusal->reason);
    line["text"] = verdict.refusal->text;
  }
  return json_line(line);
}

Result<MoveVerdict> judge_line(const std::string& line, const std::string& where, const Judge& judge,
                               const Ruleset& rules) {
  TOPTILE_TRY(auto object, parse_json(line, where));
  std::string position_text, move_text;
  FieldReader reader(object, where);
  reader.require("position").read("position", position_text).require("move").read("move", move_text);
  TOPTILE_TRY_TO(reader.finish());
  auto position = parse_position(position_text, rules, UnknownKeys::refuse);
  if (!position) return in_context(where, position.error());
  const auto move = parse_move(move_text, rules.alphabet());
  if (!move) return MoveVerdict{0, {}, move.error()};
  return judge_move(position.value(), move.value(), judge, rules);
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
      print(line_of(verdict.value()));
    } else {
      code = kWrongUse;
      print(line_of({0, {}, Refusal{Reason::syntax, verdict.error().message}}));
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
