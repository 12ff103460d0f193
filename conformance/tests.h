// The tests of a bot (docs/check.md), in the order in which they run. Each is a function, in a file about its
// subject. Scripts read the names, so they do not change.
#pragma once

#include <span>
#include <string_view>

#include "conformance/examination.h"
#include "conformance/finding.h"

namespace toptile::conformance {

struct Test {
  std::string_view name;
  std::string_view asks;  // A question that a bot should answer with yes.
  Finding (*run)(Examination& examination);
  bool is_long = false;     // It takes seconds, and many of them if a bot is slow.
  bool is_summary = false;  // It asks nothing, but says what was noticed during the others.
};

std::span<const Test> tests();

}  // namespace toptile::conformance
