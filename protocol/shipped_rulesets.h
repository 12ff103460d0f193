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

}  // namespace toptile
