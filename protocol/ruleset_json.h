// Rulesets as JSON files: the shipped ones and a user's own (docs/rules.md, "Rulesets").
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "engine/ruleset.h"

namespace toptile {

// `where` begins every error, as in "my-rules.json: height: 12 is out of range". The field `based_on` names a
// shipped ruleset that provides the values of all missing fields.
Result<Ruleset> parse_ruleset_json(std::string_view text, const std::string& where);
Result<Ruleset> ruleset_from_json(const Json& object, const JsonPlace& where);

// Writes every field, even those with default values.
Json ruleset_to_json(const Ruleset& rules);

// The allowed number of players, such as "2 to 4 players".
std::string players_of(const RulesetFields& rules);

// The names in alphabetical order.
std::vector<std::string> shipped_ruleset_names();
// An error lists the shipped rulesets.
Result<Ruleset> shipped_ruleset(std::string_view name);

struct ShippedRuleset {
  std::string_view name;
  std::string_view json;
};

// The rulesets, ordered by file name.
std::span<const ShippedRuleset> shipped_rulesets();

// The JSON Schema of a ruleset file (draft 2020-12), for editors and scripts. ruleset_from_json is
// authoritative.
std::string_view ruleset_schema();

}  // namespace toptile
