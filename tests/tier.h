// The two tiers of the C++ tests. A suite that simulates much is small in the usual tier, and large with
// TOPTILE_LONG=1, which CTest sets for its tests with the label "long" (tests/CMakeLists.txt).
#pragma once

#include <cmath>
#include <cstdlib>
#include <string_view>

namespace toptile {

inline bool is_long_tier() {
  const char* const value = std::getenv("TOPTILE_LONG");
  return value != nullptr && std::string_view(value) == "1";
}

// How much is simulated: `usual`, or `large` in the long tier.
template <class Count>
Count count_for(Count usual, Count large) {
  return is_long_tier() ? large : usual;
}

// The addition to a bound on a share that leaves three standard deviations of `large` samples to
// chance, so that it leaves those of `count` samples.
inline double more_chance(double share, double count, double large) {
  return 3 * std::sqrt(share * (1 - share)) * (1 / std::sqrt(count) - 1 / std::sqrt(large));
}

}  // namespace toptile
