// toptile rules: lists the shipped rulesets, describes a ruleset in words or as JSON with every field, or
// prints the schema of a ruleset file.
#include <fmt/format.h>

#include "base/text_columns.h"
#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "protocol/ruleset_json.h"

namespace toptile {

namespace {

std::string described_board(const Ruleset& rules) {
  return fmt::format("{0} × {0} squares, stacks of up to {1}", rules.size, counted(rules.height, "tile"));
}

std::string described_players(const Ruleset& rules) {
  const std::string who = players_of(rules);
  return rules.players_max == 1
             ? who
             : fmt::format("{}; {}", who,
                           rules.first == FirstSeat::draw ? "a draw decides who starts"
                                                          : "in a tournament, each starts equally often");
}

std::string described_points(const Ruleset& rules) {
  std::string points = fmt::format(
      "{} for each tile of a word without stacks, {} for each tile of any other word, with those below "
      "others",
      rules.flat_points, rules.stacked_points);
  if (rules.qu() && rules.qu_bonus > 0)
    points += fmt::format("; {} more for QU in a word without stacks", rules.qu_bonus);
  if (rules.all_tiles_bonus > 0)
    points += fmt::format("; {} more for a whole rack in one turn", rules.all_tiles_bonus);
  return points + fmt::format("; {} less for each tile that is left at the end", rules.left_over);
}

std::string described_words(const Ruleset& rules) {
  std::string words = rules.has_challenges() ? "any word stands until somebody challenges it"
                                             : "a word that is not in the lexicon is refused";
  if (rules.plural_face()) words += "; no play may only add an S to a word";
  return words;
}

std::string described_exchanges(const Ruleset& rules) {
  return rules.free_exchanges == 0 ? "one tile, as a turn"
                                   : counted(rules.free_exchanges, "tile") + " in a game, at no cost";
}

std::string described_end(const Ruleset& rules) {
  std::string end = rules.end == EndRule::first_out ? "when the bag and a rack are empty"
                                                    : "when the bag and all racks are empty";
  end += fmt::format(", or after {} of passes", counted(rules.pass_rounds, "full round"));
  if (rules.scoreless_rounds > 0)
    end += fmt::format(", or after {} without points", counted(rules.scoreless_rounds, "full round"));
  return end;
}

std::string described_tiles(const Ruleset& rules) {
  std::string tiles = counted(rules.tiles().size(), "tile") + ":";
  const Alphabet& alphabet = rules.alphabet();
  for (int face = 0; face < alphabet.size(); ++face) {
    tiles += fmt::format(" {}×{}{}", alphabet.text(static_cast<Face>(face)),
                         rules.tiles().count(static_cast<Face>(face)), face + 1 < alphabet.size() ? "," : "");
  }
  return tiles;
}

std::string described(const Ruleset& rules) {
  constexpr std::size_t kMargin = 11;
  std::string text = fmt::format("{}: {}\n", rules.name, rules.edition);
  const auto add = [&](const char* what, const std::string& words) {
    text += fmt::format("{:<{}}{}\n", what, kMargin, wrapped(words, kColumns, kMargin));
  };
  add("players", described_players(rules));
  add("board", described_board(rules));
  add("rack", counted(rules.rack, "tile"));
  add("bag", described_tiles(rules));
  add("points", described_points(rules));
  add("words", described_words(rules));
  add("exchange", described_exchanges(rules));
  add("end", described_end(rules));
  return text;
}

std::string listed() {
  std::string text;
  for (const std::string& name : shipped_ruleset_names())
    text += fmt::format("{:<18} {}\n", name, shipped_ruleset(name).value().edition);
  return text;
}

std::string listed_as_json() {
  Json list = Json::array();
  for (const std::string& name : shipped_ruleset_names())
    list.push_back({{"name", name}, {"edition", shipped_ruleset(name).value().edition}});
  return json_line(Json{{"rulesets", list}});
}

}  // namespace

Action declare_rules(Command& command) {
  auto name = std::make_shared<std::string>();
  auto wants_schema = std::make_shared<bool>(false);
  const Option ruleset = command.add_option("ruleset NAME|FILE", *name, "A shipped ruleset or a JSON file");
  command.add_flag("--schema", *wants_schema, "Print the JSON schema of a ruleset's file").excludes(ruleset);
  auto wants_json = std::make_shared<bool>(false);
  command.add_flag("--json", *wants_json, "Print JSON: a ruleset with every field, as a file has it");
  return [name, wants_schema, wants_json]() -> Result<int> {
    if (*wants_schema) {
      print(std::string(ruleset_schema()));
      return kDone;
    }
    if (name->empty()) {
      print(*wants_json ? listed_as_json() : listed());
      return kDone;
    }
    TOPTILE_TRY(const auto rules, find_ruleset(*name, std::filesystem::current_path()));
    print(*wants_json ? json_text(ruleset_to_json(rules), 2) + "\n" : described(rules));
    return kDone;
  };
}

}  // namespace toptile
