#include "cli/flags/words_and_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/files.h"
#include "cli/flags/command.h"
#include "protocol/position_line.h"
#include "protocol/ruleset_json.h"

namespace toptile {

namespace fs = std::filesystem;

void WordsAndRules::declare(Command& command) {
  command
      .add_option(
          "--rules NAME|FILE", rules,
          fmt::format("A shipped ruleset ({}) or a JSON file", fmt::join(shipped_ruleset_names(), ", ")))
      .shows_default();
  command
      .add_option(
          "--lexicon NAME|FILE", lexicon,
          "A shipped word list (english, common), a text list with one word a line, or a built lexicon")
      .shows_default();
}

Result<Ruleset> load_rules(const WordsAndRules& wanted) {
  auto rules = find_ruleset(wanted.rules, fs::current_path());
  if (!rules) return in_context("--rules", rules.error());
  return rules;
}

Result<LoadedWordsAndRules> load(const WordsAndRules& wanted) {
  TOPTILE_TRY(auto rules, load_rules(wanted));
  auto words = open_lexicon(wanted.lexicon, rules, fs::current_path(), shipped_files());
  if (!words) return in_context("--lexicon", words.error());
  return LoadedWordsAndRules{std::move(rules), std::move(words).value()};
}

Result<Position> read_position(const std::string& argument, const Ruleset& rules) {
  if (argument != "-") return parse_position(argument, rules, UnknownKeys::refuse);
  TOPTILE_TRY(const auto text, read_file("-"));
  const std::size_t end = text.find_first_of("\r\n");
  if (end != text.npos && text.find_first_not_of(" \t\r\n", end) != text.npos)
    return Error{"--position -: standard input has more than one line; give one position"};
  return parse_position(text.substr(0, end), rules, UnknownKeys::refuse);
}

}  // namespace toptile
