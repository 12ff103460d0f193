#include "cli/words_and_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "protocol/files.h"
#include "protocol/position_line.h"
#include "protocol/ruleset_json.h"

namespace toptile {

namespace fs = std::filesystem;

void WordsAndRules::declare(CLI::App& command) {
  command
      .add_option(
          "--rules", rules,
          fmt::format("A shipped ruleset ({}) or a JSON file", fmt::join(shipped_ruleset_names(), ", ")))
      ->type_name("NAME|FILE")
      ->capture_default_str();
  command
      .add_option("--lexicon", lexicon,
                  "A shipped word list (english, common), a text list, one word a line, or a built lexicon")
      ->type_name("NAME|FILE")
      ->capture_default_str();
}

Result<Ruleset> load_rules(const WordsAndRules& wanted) {
  auto rules = find_ruleset(wanted.rules, fs::current_path());
  if (!rules) return in_context("--rules", rules.error());
  return rules;
}

Result<LoadedWordsAndRules> load(const WordsAndRules& wanted) {
  auto rules = load_rules(wanted);
  if (!rules) return rules.error();
  auto words = open_lexicon(wanted.lexicon, rules.value(), fs::current_path(), shipped_files());
  if (!words) return in_context("--lexicon", words.error());
  return LoadedWordsAndRules{std::move(rules).value(), std::move(words).value()};
}

Result<Position> read_position(const std::string& argument, const Ruleset& rules) {
  if (argument != "-") return parse_position(argument, rules, UnknownKeys::refuse);
  auto text = read_file("-");
  if (!text) return text.error();
  return parse_position(text.value().substr(0, text.value().find_first_of("\r\n")), rules,
                        UnknownKeys::refuse);
}

ShippedFiles shipped_files() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = program.parent_path();
  if (fs::is_directory(folder / "bots")) return {folder / "bots", folder / "lexicons", folder};
  return {(folder / TOPTILE_BOTS_FROM_PROGRAM).lexically_normal(),
          (folder / TOPTILE_LEXICONS_FROM_PROGRAM).lexically_normal(),
          (folder / TOPTILE_PACKAGE_FROM_PROGRAM).lexically_normal()};
}

}  // namespace toptile
