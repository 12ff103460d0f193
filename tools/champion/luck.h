// How much of a game is luck: players of different strength meet in pairs of games, with the same bag and
// swapped seats, and what they draw is weighed (docs/ladder.md, "How much is luck").
#pragma once

#include <array>
#include <functional>
#include <string>

#include "base/json_fields.h"
#include "champion/simulation.h"
#include "champion/weights.h"
#include "tools/champion/sums.h"

namespace toptile::champion {

// A player without look-ahead: the weights that it has, the share of plays that it sees (champion/levels.h),
// and the words that it knows, which are all if nothing is told. A player with less than all words sees all
// plays.
struct LuckPlayer {
  Weights weights;
  double seen = 1;
  std::function<bool(const Word&)> knows{};
};

struct LuckPlan {
  std::uint64_t seed = 1;
  int pairs = 10'000;
  int threads = 1;
  // A draw is weighed against so many others; 0 weighs no draws.
  int draws = 0;
  std::function<void(int)> tell;  // Hears now and then how many pairs are begun.
};

struct Luck {
  // What pairs came to for the first player: from 0 to 4 quarters of the points.
  std::array<std::int64_t, 5> pairs{};
  GameResults outcome;  // It is the first player's, in all games.
  // The first player's spread when it began, and when the other one did, on the same bag.
  CrossSum spreads;
  // The first seat's luck of the draw and its spread, with the first player and then the other one in it.
  // Luck is in hundredths of a point.
  std::array<CrossSum, 2> luck_and_spread;

  void add(const Luck& other);
};

Luck measure_luck(const Ruleset& rules, const Lexicon& lexicon, const LuckPlayer& first,
                  const LuckPlayer& second, const LuckPlan& plan);

Json facts_of(const Luck& luck);

}  // namespace toptile::champion
