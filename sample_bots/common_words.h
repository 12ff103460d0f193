// Words that people know, from the file that the build puts beside the bots.
#pragma once

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include <toptile/engine/lexicon.h>
#include <toptile/engine/ruleset.h>

namespace toptile {

// The text of the word list beside this program. If the list is missing, prints a message and returns an
// empty text.
inline std::string common_words() {
  const auto file = std::filesystem::canonical("/proc/self/exe").replace_filename("common-words.txt");
  std::ifstream stream(file);
  if (!stream) std::cerr << file.string() << " is missing, so the bot knows every word of the lexicon\n";
  return {std::istreambuf_iterator<char>(stream), {}};
}

// The common words of the lexicon. If they are fewer than one in twenty, because the list is missing or the
// lexicon is in another language, all words count as known.
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
