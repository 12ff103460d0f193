// toptile moves: prints every legal play of a position as a JSON line, the best first.
#include <fmt/format.h>

#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
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

  const auto most =
      arguments.best > 0 ? std::optional(static_cast<std::size_t>(arguments.best)) : std::nullopt;
  std::string output;
  for (const Json& play : legal_plays_to_json(position, rules, words.lexicon, most))
    output += json_text(play) + "\n";
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
