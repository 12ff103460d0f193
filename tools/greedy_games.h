// Shared by the benchmarks of the engine: the ruleset, the word list (the shipped one, or the file that
// TOPTILE_BENCH_LEXICON names), and greedy games.
#pragma once

#include <cstdlib>
#include <filesystem>

#include "engine/greedy_game.h"
#include "protocol/lexicon_file.h"
#include "protocol/ruleset_json.h"
#include "tools/value_or_exit.h"

namespace toptile {

inline const Ruleset& bench_rules() {
  static const Ruleset rules = value_or_exit(shipped_ruleset("hasbro"));
  return rules;
}

inline std::filesystem::path bench_list() {
  const char* file = std::getenv("TOPTILE_BENCH_LEXICON");
  return file != nullptr ? file : TOPTILE_SOURCE_DIR "/lexicons/english.txt";
}

inline const Lexicon& bench_lexicon() {
  static const Lexicon lexicon = value_or_exit(load_lexicon(bench_list(), bench_rules())).lexicon;
  return lexicon;
}

template <class Visit>
void play_greedy_game(std::uint64_t seed, Visit visit) {
  play_greedy_game(bench_rules(), bench_lexicon(), seed, visit);
}

}  // namespace toptile
