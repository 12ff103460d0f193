// Plausible words: a word with a common English prefix or suffix, whether or not dictionaries have it. RERUN
// is in all of them, RESIT in some and REBARK in none, but hardly anybody is sure of that.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <toptile/engine/lexicon.h>
#include <toptile/engine/ruleset.h>

namespace toptile {

inline constexpr std::array<std::string_view, 2> kBeginnings = {"RE", "UN"};
inline constexpr std::array<std::string_view, 4> kEndings = {"S", "ED", "ER", "ING"};

// BAKE with ED is BAKED.
inline std::string with_ending(std::string_view stem, std::string_view ending) {
  if (stem.back() == 'E' && ending != "S") stem.remove_suffix(1);
  return std::string(stem).append(ending);
}

// WALKED is not a stem, because nobody would believe WALKEDING. Two-letter words are not stems either.
inline bool is_stem(std::string_view word) {
  const auto begins = [&](std::string_view beginning) { return word.starts_with(beginning); };
  const auto ends = [&](std::string_view ending) { return word.ends_with(ending); };
  return word.size() > 2 && std::ranges::none_of(kBeginnings, begins) && std::ranges::none_of(kEndings, ends);
}

// The words of a lexicon, and every stem among the known words with each prefix and each suffix.
inline Lexicon with_inflections(const Lexicon& lexicon, const Lexicon& known, const Ruleset& rules) {
  std::string list = lexicon.text();
  known.for_each_word([&](const Word& word) {
    const std::string stem = rules.alphabet().spell(word);
    if (!is_stem(stem)) return;
    for (const std::string_view beginning : kBeginnings) list.append(beginning).append(stem) += '\n';
    for (const std::string_view ending : kEndings) list.append(with_ending(stem, ending)) += '\n';
  });
  return build_lexicon(lexicon.name(), list, rules.alphabet(), rules.size).value().lexicon;
}

}  // namespace toptile
