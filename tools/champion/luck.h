// Measures how much of a game is luck: players of different strength meet in pairs of games, with the same
// bag and swapped seats, and their luck of the draw is evaluated (docs/ladder.md, "How much is luck").
#pragma once

#include <array>
#include <functional>
#include <string>

#include "base/json_fields.h"
#include "champion/simulation.h"
#include "champion/weights.h"
#include "tools/champion/sums.h"

namespace toptile::champion {

// A player without look-ahead: its weights, the share of plays that it sees (champion/levels.h), and the
// words that it knows: all words if `knows` is empty. A player that does not know all words sees all plays.
struct LuckPlayer {
  Weights weights;
  double seen = 1;
  std::function<bool(const Word&)> knows{};
};

struct LuckPlan {
  std::uint64_t seed = 1;
  int pairs = 10'000;
  int threads = 1;
  // A draw is compared with this many random draws; 0 turns this off.
  int draws = 0;
  std::function<void(int)> tell;  // Called from time to time with the number of pairs started.
};

struct Luck {
  // The first player's results of pairs, from 0 to 4 quarters of the match points.
  std::array<std::int64_t, 5> pairs{};
  GameResults outcome;  // The first player's, in all games.
  // The first player's spread when it started, and when the other player started, on the same bag.
  CrossSum spreads;
  // The first seat's luck of the draw and its spread, with the first player in that seat, and then with the
  // other. Luck is in hundredths of a point.
  std::array<CrossSum, 2> luck_and_spread;

  void add(const Luck& other);
};

Luck measure_luck(const Ruleset& rules, const Lexicon& lexicon, const LuckPlayer& first,
                  const LuckPlayer& second, const LuckPlan& plan);

Json facts_of(const Luck& luck);

}  // namespace toptile::champion
