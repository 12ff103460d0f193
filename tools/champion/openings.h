// Compares forced first plays: several first plays are made from the same rack, and the static player
// finishes each game on both sides, with the same bag. The games then differ by the first play, and not by
// the luck of the rack.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "base/json_fields.h"
#include "champion/simulation.h"
#include "champion/weights.h"
#include "tools/champion/sums.h"

namespace toptile::champion {

struct OpeningsPlan {
  std::uint64_t seed = 1;
  int racks = 50'000;
  int threads = 1;
  std::function<void(int)> tell;  // Called from time to time with the number of racks started.
};

struct Openings {
  std::int64_t racks = 0;  // Some have no first play.

  // The best first play by static value that lays a given number of tiles, compared with the best of all.
  struct OfLaid {
    GameResults outcome;  // The first seat's.
    Sum points;
    Sum behind;  // By how much worse its game ended than that of the best play with another number of tiles.
    Sum value_behind;          // The same by static value, in hundredths of a point.
    std::int64_t is_best = 0;  // How often it was the best of all.
  };
  std::array<OfLaid, kMaxBoardSize + 1> by_laid{};
  // First plays grouped by how much worse they are in static value, and how much worse their games ended.
  static constexpr std::array<Value, 6> kSteps{50,  100, 200,
                                               400, 800, INT32_MAX};  // Each step ends below its number.
  std::array<Sum, kSteps.size()> behind_by_step{}, value_by_step{};

  void add(const Openings& other);
};

Openings compare_openings(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights,
                          const OpeningsPlan& plan);

Json facts_of(const Openings& openings, const Ruleset& rules);

}  // namespace toptile::champion
