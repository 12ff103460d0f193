// A page on which people play (docs/play.md, "In a browser"): what it is written with.
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

// The page with these rulesets, the first of which is chosen. The lexicon must fit the largest of their
// boards. `wish` is what the form shows at first: the keys of `Wish` in web/src/table/data.ts, all optional.
std::string playing_page(std::span<const Ruleset> rulesets, const Lexicon& lexicon, Json wish);

}  // namespace toptile
