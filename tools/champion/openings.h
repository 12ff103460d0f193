// Forced first plays: the same first rack makes several of its first plays, and each game is played to its
// end by the static player on both sides, with the same bag. What differs then is the first play, and not the
// luck of the rack.
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
  std::function<void(int)> tell;  // Hears now and then how many are begun.
};

struct Openings {
  std::int64_t racks = 0;  // Some have no first play.

  // The best first play by static value that lays so many tiles, against the best of all.
  struct OfLaid {
    GameResults outcome;  // It is the first seat's.
    Sum points;
    Sum behind;                // Its game ended worse by this than that of the best play of another number.
    Sum value_behind;          // The same as static values tell, in hundredths of a point.
    std::int64_t is_best = 0;  // How often it was the best of all.
  };
  std::array<OfLaid, kMaxBoardSize + 1> by_laid{};
  // First plays that are worse by so much in static value, in steps, and by how much their games ended worse.
  static constexpr std::array<Value, 6> kSteps{50,  100, 200,
                                               400, 800, INT32_MAX};  // Each step ends below its number.
  std::array<Sum, kSteps.size()> behind_by_step{}, value_by_step{};

  void add(const Openings& other);
};

Openings compare_openings(const Ruleset& rules, const Lexicon& lexicon, const Weights& weights,
                          const OpeningsPlan& plan);

Json facts_of(const Openings& openings, const Ruleset& rules);

}  // namespace toptile::champion
