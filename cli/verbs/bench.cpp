// toptile bench signature | speed.
#include <fmt/format.h>

#include <list>
#include <map>

#include "base/files.h"
#include "base/json_fields.h"
#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/verbs/speed.h"
#include "engine/lexicon_image.h"
#include "engine/signature.h"
#include "protocol/ruleset_json.h"
#include "tournaments/run/machine.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

struct BenchArguments {
  WordsAndRules words_and_rules;
  int games = 24;
  double seconds = 4;
  bool json = false;
};

// One word list for all rulesets. Standard input is read only once, and the lexicon is built only once for
// the same board and tiles.
class WordsForAll {
 public:
  explicit WordsForAll(std::string name_or_file) : name_or_file_(std::move(name_or_file)) {}

  // An error if the list is a built lexicon, which has the tiles of one ruleset and is useless for the
  // others.
  Result<void> check() {
    std::error_code closed;
    if (name_or_file_ == "-") {
      TOPTILE_TRY(auto text, read_file("-"));
      text_ = std::move(text);
    } else if (fs::is_regular_file(name_or_file_, closed)) {
      TOPTILE_TRY(auto beginning, read_beginning(name_or_file_, kLexiconMagic.size()));
      text_ = std::move(beginning);
    }
    if (!text_.starts_with(std::string_view(kLexiconMagic.data(), kLexiconMagic.size()))) return success();
    return Error{
        fmt::format("{}: this is a built lexicon, for one ruleset's tiles, but the signature needs every "
                    "ruleset; give the text list that it was built from",
                    name_or_file_)};
  }

  Result<const Lexicon*> words_for(const Ruleset& rules) {
    for (const Lexicon& built : built_) {
      if (built.max_length() == rules.size && built.alphabet() == rules.alphabet()) return &built;
    }
    TOPTILE_TRY(auto lexicon, build_for(rules));
    built_.push_back(std::move(lexicon));
    return &built_.back();
  }

 private:
  Result<Lexicon> build_for(const Ruleset& rules) const {
    if (name_or_file_ == "-") {
      TOPTILE_TRY(auto built, build_lexicon("standard-input", text_, rules.alphabet(), rules.size));
      return std::move(built).lexicon;
    }
    TOPTILE_TRY(auto loaded, open_lexicon(name_or_file_, rules, fs::current_path(), shipped_files()));
    return std::move(loaded).lexicon;
  }

  const std::string name_or_file_;
  std::string text_;  // The whole list from standard input, or the beginning of a file.
  std::list<Lexicon> built_;
};

Result<void> print_signature(const BenchArguments& arguments) {
  WordsForAll words(arguments.words_and_rules.lexicon);
  if (const auto checked = words.check(); !checked) return in_context("--lexicon", checked.error());
  std::map<std::string, const Lexicon*> lexicons;  // Complete before the first line is printed.
  for (const std::string& name : shipped_ruleset_names()) {
    const auto lexicon = words.words_for(shipped_ruleset(name).value());
    if (!lexicon) return in_context("--lexicon, for the ruleset " + name, lexicon.error());
    lexicons[name] = lexicon.value();
  }
  std::string parts;
  for (const auto& [name, lexicon] : lexicons) {
    const Ruleset rules = shipped_ruleset(name).value();
    const Signature part = signature_of(rules, *lexicon, arguments.games);
    print(fmt::format("{:<17} {:016x} {:>7} positions {:>9} plays\n", name, part.value, part.positions,
                      part.plays));
    parts += fmt::format("{} {:016x}\n", name, part.value);
  }
  print(fmt::format("signature {:016x}\n", seed_from_text(parts)));
  return success();
}

Json to_json(const Speed& speed, const LoadedWordsAndRules& loaded, double load_ms) {
  return {{"processor", this_machine().processor},
          {"rules", loaded.rules.name},
          {"lexicon", loaded.words.lexicon.name()},
          {"words", loaded.words.lexicon.words()},
          {"threads", 1},
          {"load_ms", load_ms},
          {"all_plays", speed.all_plays},
          {"best_play", speed.best_play},
          {"has_play", speed.has_play},
          {"greedy_games", speed.greedy_games}};
}

std::string table_of(const Speed& speed, const LoadedWordsAndRules& loaded, double load_ms) {
  std::string text =
      fmt::format("{}, one thread\nrules {}, {} words of {}\n\n", this_machine().processor, loaded.rules.name,
                  loaded.words.lexicon.words(), loaded.words.lexicon.name());
  const auto add = [&](std::string_view what, double value, int digits, std::string_view unit) {
    text += fmt::format("  {:<17}{:>12.{}f} {}\n", what, value, digits, unit);
  };
  add("all plays", speed.all_plays, 0, "positions a second");
  add("the best play", speed.best_play, 0, "positions a second");
  add("is there a play", speed.has_play, 0, "positions a second");
  add("greedy games", speed.greedy_games, 0, "games a second");
  add("loading the words", load_ms, 1, "ms");
  return text;
}

Result<void> print_speed(const BenchArguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  TOPTILE_TRY(const auto loaded, load(arguments.words_and_rules));
  const std::chrono::duration<double, std::milli> loading = std::chrono::steady_clock::now() - begin;
  TOPTILE_TRY(const auto speed, measure_speed(loaded.rules, loaded.words.lexicon,
                                              std::chrono::duration<double>(arguments.seconds)));
  print(arguments.json ? json_line(to_json(speed, loaded, loading.count()))
                       : table_of(speed, loaded, loading.count()));
  return success();
}

}  // namespace

Action declare_bench(Command& command) {
  auto arguments = std::make_shared<BenchArguments>();
  Command signature = command.add_command("signature", "What the engine does, as one number",
                                          "toptile bench signature --lexicon words.txt");
  signature
      .add_option("--lexicon NAME|FILE", arguments->words_and_rules.lexicon,
                  "A shipped word list (english, common) or a text list with one word a line")
      .shows_default();
  signature.add_option("--games N", arguments->games, "Games to play by each shipped ruleset")
      .check(in_range(1, 1'000'000))
      .shows_default();
  signature.set_action([arguments] { return print_signature(*arguments); });

  Command speed = command.add_command("speed", "How fast the engine is on this machine",
                                      "toptile bench speed --rules classic --seconds 10");
  arguments->words_and_rules.declare(speed);
  speed.add_option("--seconds S", arguments->seconds, "How long to measure, 0.01 to 3600")
      .check(number_in_range(0.01, 3600))
      .shows_default();
  speed.add_flag("--json", arguments->json, "Print JSON");
  speed.set_action([arguments] { return print_speed(*arguments); });
  return {};
}

}  // namespace toptile
