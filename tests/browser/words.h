// The few words of the tests of pages.
#pragma once

#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile {

inline const char* const kWords =
    "NOT\nTON\nNOTE\nTONE\nSTONE\nSTONES\nON\nNO\nTO\nEN\nONE\nONES\nSET\nSETS\nTEN\nNET\nNEST\nNETS\n";

inline Lexicon words_for(const Ruleset& rules) {
  return build_lexicon("words", kWords, rules.alphabet(), rules.size).value().lexicon;
}

}  // namespace toptile
