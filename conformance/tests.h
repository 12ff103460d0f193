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
  bool is_long = false;     // It takes seconds, or many seconds if a bot is slow.
  bool is_summary = false;  // It asks the bot nothing, but sums up observations of the other tests.
};

std::span<const Test> tests();

}  // namespace toptile::conformance
