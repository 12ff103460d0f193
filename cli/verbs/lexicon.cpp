// toptile lexicon build | info | find.
#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"

namespace toptile {

namespace {

struct LexiconArguments {
  WordsAndRules words_and_rules;
  std::string list;
  std::string out;
  std::string name;
  std::vector<std::string> wanted;
  bool json = false;
};

std::string dropped_text(const DroppedWords& dropped) {
  std::string text;
  const auto add = [&](int count, std::string_view why) {
    if (count > 0) text += fmt::format("  {:>7} left out: {}\n", count, why);
  };
  add(dropped.capital, "written with a capital (names)");
  add(dropped.sign, "a hyphen, an apostrophe, a period or another sign");
  add(dropped.unspellable, "the tiles cannot spell them");
  add(dropped.one_letter, "one tile only");
  add(dropped.too_long, "longer than the board");
  add(dropped.repeated, "repeated");
  return text;
}

Json to_json(const Lexicon& lexicon, const DroppedWords& dropped) {
  return {{"name", lexicon.name()},
          {"words", lexicon.words()},
          {"max_length", lexicon.max_length()},
          {"sha256", hexadecimal(lexicon.sha256())},
          {"nodes", lexicon.nodes()},
          {"edges", lexicon.edges()},
          {"bytes", lexicon.image().size()},
          {"dropped",
           {{"capital", dropped.capital},
            {"sign", dropped.sign},
            {"unspellable", dropped.unspellable},
            {"one_letter", dropped.one_letter},
            {"too_long", dropped.too_long},
            {"repeated", dropped.repeated}}}};
}

void describe(const Lexicon& lexicon, const DroppedWords& dropped, bool as_json) {
  if (as_json) return print(json_line(to_json(lexicon, dropped)));
  print(fmt::format(
      "{}: {} of 2 to {} tiles\n  {:>7} nodes, {} edges, {} bytes as a built file\n  sha256 {}\n{}",
      lexicon.name(), counted(lexicon.words(), "word"), lexicon.max_length(), lexicon.nodes(),
      lexicon.edges(), lexicon.image().size(), hexadecimal(lexicon.sha256()), dropped_text(dropped)));
}

Result<void> build(const LexiconArguments& arguments) {
  TOPTILE_TRY(auto rules, load_rules(arguments.words_and_rules));
  TOPTILE_TRY(auto loaded, load_lexicon(arguments.list, rules));
  const std::filesystem::path out = !arguments.out.empty() ? std::filesystem::path(arguments.out)
                                    : arguments.list == "-"
                                        ? std::filesystem::path("standard-input.lexicon")
                                        : std::filesystem::path(arguments.list).replace_extension(".lexicon");
  Lexicon lexicon = std::move(loaded.lexicon);
  if (!arguments.name.empty()) {
    TOPTILE_TRY(auto renamed, build_lexicon(arguments.name, lexicon.text(), rules.alphabet(), rules.size,
                                            Capitals::mean_nothing));
    lexicon = std::move(renamed).lexicon;
  }
  TOPTILE_TRY_TO(save_lexicon(lexicon, out));
  describe(lexicon, loaded.dropped, arguments.json);
  if (!arguments.json) print(fmt::format("  built: {}\n", out.string()));
  return success();
}

Result<void> inform(const LexiconArguments& arguments) {
  TOPTILE_TRY(auto loaded, load(arguments.words_and_rules));
  describe(loaded.words.lexicon, loaded.words.dropped, arguments.json);
  return success();
}

// In a pattern, ? stands for one letter and * for any number of letters.
bool matches(std::string_view pattern, std::string_view word) {
  while (!pattern.empty() && pattern[0] != '*') {
    if (word.empty()) return false;
    const auto wanted = take_character(pattern), letter = take_character(word);
    if (wanted != U'?' && wanted != letter) return false;
  }
  if (pattern.empty()) return word.empty();
  pattern.remove_prefix(1);
  while (!matches(pattern, word)) {
    if (word.empty()) return false;
    take_character(word);
  }
  return true;
}

// Returns whether everything was found.
Result<bool> find(const LexiconArguments& arguments) {
  TOPTILE_TRY(auto loaded, load(arguments.words_and_rules));
  const Lexicon& lexicon = loaded.words.lexicon;
  bool is_all_found = true;
  for (const std::string& wanted : arguments.wanted) {
    const std::string upper = upper_case(wanted);
    std::vector<std::string> found;
    if (upper.find_first_of("?*") == std::string::npos) {
      const auto word = lexicon.alphabet().parse_word(upper);
      if (word && lexicon.contains(*word)) found.push_back(upper);
    } else {
      lexicon.for_each_word([&](const Word& word) {
        std::string spelled = lexicon.alphabet().spell(word);
        if (matches(upper, spelled)) found.push_back(std::move(spelled));
      });
    }
    is_all_found = is_all_found && !found.empty();
    std::string output;
    if (arguments.json) {
      output = json_line(Json{{"wanted", wanted}, {"found", found}});
    } else if (found.empty()) {
      output = fmt::format("{}: not in {}\n", printable(upper), lexicon.name());
    } else {
      for (const std::string& word : found) output += word + "\n";
    }
    print(output);
  }
  return is_all_found;
}

}  // namespace

Action declare_lexicon(Command& command) {
  auto arguments = std::make_shared<LexiconArguments>();
  Command build_command =
      command.add_command("build", "Build a text list, one word a line, into a file that loads at once",
                          "toptile lexicon build words.txt --out words.lexicon");
  build_command.add_option("list LIST", arguments->list, "The text list; - is standard input").required();
  build_command.add_option("--out FILE", arguments->out,
                           "The built file (default: the list's name with the ending .lexicon)");
  build_command.add_option("--name NAME", arguments->name, "The lexicon's name (default: the file's)");
  build_command
      .add_option("--rules NAME|FILE", arguments->words_and_rules.rules,
                  "The ruleset that says which words fit")
      .shows_default();
  build_command.set_action([arguments] { return build(*arguments); });

  Command info_command = command.add_command("info", "Say what a word list holds and what was left out of it",
                                             "toptile lexicon info words.txt --rules classic");
  info_command
      .add_option("lexicon NAME|FILE", arguments->words_and_rules.lexicon,
                  "A shipped name, a text list or a built lexicon")
      .shows_default();
  info_command
      .add_option("--rules NAME|FILE", arguments->words_and_rules.rules,
                  "The ruleset that says which words fit")
      .shows_default();
  info_command.set_action([arguments] { return inform(*arguments); });

  Command find_command =
      command.add_command("find", "Look up words; ? stands for one letter, * for any number",
                          "toptile lexicon find quiz 'z?' '*ology'");
  find_command.add_option("words WORD", arguments->wanted, "Words or patterns").required();
  arguments->words_and_rules.declare(find_command);
  find_command.set_action([arguments]() -> Result<int> {
    TOPTILE_TRY(const bool is_all_found, find(*arguments));
    return is_all_found ? kDone : kNo;
  });
  for (Command each : {build_command, info_command, find_command})
    each.add_flag("--json", arguments->json, "Print JSON");
  return {};
}

}  // namespace toptile
