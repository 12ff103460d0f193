// The data of a page on which people play (docs/play.md, "In a browser"), and the page as one file.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile {

// The chosen ruleset, and then the shipped ones with the same tiles.
std::vector<Ruleset> rulesets_beside(const Ruleset& chosen);

// What a page must know of its lexicon before it opens it.
struct LexiconOfPage {
  std::string name, sha256;
  int words = 0;
};

// `TableData` in web/src/table/data.ts: the page has these rulesets, the first of which is chosen. `wish` is
// what the form shows at first, with the keys of `Wish` there, all optional.
Json playing_data(std::span<const Ruleset> rulesets, const LexiconOfPage& lexicon, Json wish);

// The page as one file. The lexicon must fit the largest board of the rulesets.
std::string playing_page(std::span<const Ruleset> rulesets, const Lexicon& lexicon, Json wish);

}  // namespace toptile
