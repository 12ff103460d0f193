// The files of the folder rulesets/, compiled in.
#pragma once

#include <span>
#include <string_view>

namespace toptile {

struct ShippedRuleset {
  std::string_view name;
  std::string_view json;
};

// In alphabetical order.
std::span<const ShippedRuleset> shipped_rulesets();

// JSON Schema of a ruleset's file (draft 2020-12), for editors and scripts. What is a ruleset,
// ruleset_from_json says.
std::string_view ruleset_schema();

}  // namespace toptile
