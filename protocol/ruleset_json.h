// Rulesets as JSON files, those that ship and a user's own (docs/rules.md, "Rulesets").
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "engine/ruleset.h"

namespace toptile {

// `where` begins every error, as in "my-rules.json: height: 12 is out of range". A field `based_on` names a
// shipped ruleset whose values hold for every field that is not given.
Result<Ruleset> parse_ruleset_json(std::string_view text, const std::string& where);
Result<Ruleset> ruleset_from_json(const Json& object, const JsonPlace& where);

// Gives every field and leaves none to a default.
Json ruleset_to_json(const Ruleset& rules);

// How many may play, such as "2 to 4 players".
std::string players_of(const RulesetFields& rules);

// The names are in alphabetical order.
std::vector<std::string> shipped_ruleset_names();
// An error names the rulesets that there are.
Result<Ruleset> shipped_ruleset(std::string_view name);

struct ShippedRuleset {
  std::string_view name;
  std::string_view json;
};

// The rulesets in the order of their files' names.
std::span<const ShippedRuleset> shipped_rulesets();

// The JSON Schema of a ruleset's file (draft 2020-12), for editors and scripts. ruleset_from_json has the
// last word on what a ruleset is.
std::string_view ruleset_schema();

}  // namespace toptile
