// toptile moves: prints every legal play of a position as a JSON line, the best first.
#include <fmt/format.h>

#include "base/assert.h"
#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "engine/movegen.h"
#include "protocol/play_json.h"

namespace toptile {

namespace {

struct MovesArguments {
  WordsAndRules words_and_rules;
  std::string position;
  int best = 0;
};

Result<void> list_moves(const MovesArguments& arguments) {
  TOPTILE_TRY(auto loaded, load(arguments.words_and_rules));
  const auto& [rules, words] = loaded;
  TOPTILE_TRY(auto position, read_position(arguments.position, rules));

  std::vector<ScoredPlay> plays;
  MoveGenerator(rules, words.lexicon).generate(position.board, position.rack, plays);
  sort_best_first(plays, rules.alphabet());
  if (arguments.best > 0 && plays.size() > static_cast<std::size_t>(arguments.best))
    plays.resize(static_cast<std::size_t>(arguments.best));
  const Judge judge(rules, words.lexicon);
  std::string output;
  for (const ScoredPlay& scored : plays) {
    const auto play = judge.judge(position.board, position.rack, scored.placement);
    TOPTILE_ASSERT(play && play.value().points == scored.points);
    output += json_text(play_to_json(play.value(), rules.alphabet())) + "\n";
  }
  print(output);
  return success();
}

}  // namespace

Action declare_moves(Command& command) {
  auto arguments = std::make_shared<MovesArguments>();
  arguments->words_and_rules.declare(command);
  command
      .add_option("--position P", arguments->position,
                  "A position line: board B rack R …; - reads it from standard input")
      .required();
  command.add_option("--best N", arguments->best, "List only this many plays, the best ones")
      .check(in_range(1, 1'000'000));
  command.add_needless_json();
  return [arguments] { return list_moves(*arguments); };
}

}  // namespace toptile
