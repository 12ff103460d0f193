// The flags --rules and --lexicon, the same for every verb that has them.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/lexicon.h"
#include "engine/position.h"
#include "engine/ruleset.h"
#include "tournaments/plan/plan.h"

namespace toptile {

class Command;

struct WordsAndRules {
  std::string rules = "hasbro";
  std::string lexicon = "english";

  void declare(Command& command);
};

struct LoadedWordsAndRules {
  Ruleset rules;
  LoadedLexicon words;
};

Result<Ruleset> load_rules(const WordsAndRules& wanted);
Result<LoadedWordsAndRules> load(const WordsAndRules& wanted);

// The value of --position: a position line, or "-" for the first line of standard input.
Result<Position> read_position(const std::string& argument, const Ruleset& rules);

// Where the shipped bots and lexicons are, which differs between a build folder and an installation.
ShippedFiles shipped_files();

}  // namespace toptile
