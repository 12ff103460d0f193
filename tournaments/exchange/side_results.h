// Counts the results of one player against another, in a list of games or in a run. They are the input of a
// log-likelihood ratio for games that were played before or elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>

#include "base/result.h"
#include "ratings/matches/pentanomial.h"
#include "ratings/tables/game_list.h"
#include "tournaments/run/tournament.h"

namespace toptile {

struct SideResults {
  std::array<std::string, 2> names;  // The first is the side that is counted.
  // Pairs are counted if any two games share chance, otherwise single games.
  std::variant<Pentanomial, Trinomial> results;
  // Games of these two that do not count: they have no result, or no partner although other games have one.
  std::uint64_t left_out = 0;
};

struct SidesWanted {
  std::string side, other;      // If empty, the first of the two players, and the other one.
  bool counts_singles = false;  // Every game counts by itself, even if it shares chance.
};

// Fails if it is not clear which two players are meant, if they did not meet, or if more than two of their
// games share chance. An error is one sentence.
Result<SideResults> side_results(const GameList& games, const SidesWanted& wanted);
Result<SideResults> side_results(const ReadRun& run, const SidesWanted& wanted);

}  // namespace toptile
