// The words that people know, from the file that the build puts beside the bots.
#pragma once

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile {

// The text of the list beside this program; empty, and said so, when it is not there.
inline std::string common_words() {
  const auto file = std::filesystem::canonical("/proc/self/exe").replace_filename("common-words.txt");
  std::ifstream stream(file);
  if (!stream) std::cerr << file.string() << " is missing: every word of the lexicon is taken for known\n";
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Those words of the lexicon that are common. Where they are fewer than one in twenty, the list is missing or
// the lexicon is of another language, and all words are known.
inline Lexicon known_words(const std::string& common, const Ruleset& rules, const Lexicon& lexicon) {
  const auto listed = build_lexicon("common", common, rules.alphabet(), rules.size);
  if (!listed) return lexicon;
  std::string list;
  listed.value().lexicon.for_each_word([&](const Word& word) {
    if (lexicon.contains(word)) list += rules.alphabet().spell(word) + '\n';
  });
  auto known = build_lexicon("known", list, rules.alphabet(), rules.size);
  if (!known || known.value().lexicon.words() < lexicon.words() / 20) return lexicon;
  return std::move(known).value().lexicon;
}

}  // namespace toptile
