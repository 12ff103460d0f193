// The files of the folder rulesets/, compiled in.
#pragma once

#include <span>
#include <string_view>

namespace toptile {

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
