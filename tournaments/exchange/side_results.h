// The results of one player against another, counted from whatever holds games: what a log-likelihood ratio
// is computed from when the games were played before, or elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>

#include "engine/result.h"
#include "tournaments/matches/pentanomial.h"
#include "tournaments/ratings/game_list.h"
#include "tournaments/run/tournament.h"

namespace toptile {

struct SideResults {
  std::array<std::string, 2> names;  // The first is the side that is counted.
  // It goes by pairs where any two games share chance, by single games where none do.
  std::variant<Pentanomial, Trinomial> results;
  // Games of these two that do not count: without a result, or without a partner where others have one.
  std::uint64_t left_out = 0;
};

struct SidesWanted {
  std::string side, other;      // Empty: the first named of two, and the other one.
  bool counts_singles = false;  // Every game by itself, whatever it shares.
};

// One sentence where the two are not to be told among the players, where they did not meet, or where more
// than two of their games share chance.
Result<SideResults> side_results(const GameList& games, const SidesWanted& wanted);
Result<SideResults> side_results(const ReadRun& run, const SidesWanted& wanted);

}  // namespace toptile
