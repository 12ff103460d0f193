// What each player did against everyone it met, with errors from the spread between clusters of games.
#pragma once

#include <optional>
#include <vector>

#include "tournaments/ratings/game_list.h"

namespace toptile {

// The 95 % interval is value - error … value + error, by Student's t with one degree of freedom fewer than
// there are clusters.
struct MeanEstimate {
  double value = 0;
  double error = 0;
};

struct FieldResult {
  int games = 0, wins = 0, ties = 0, losses = 0;
  // A game: the share of the others that it beat, half of one for a tie. Of games of three and four a win is
  // the first place alone, and a tie the first place shared.
  double points = 0;
  // The score less a half, in standard deviations of one game, times 800/ln 10 as fishtest has it. The
  // deviation of a game is that by which clusters spread: of pairs √2 of that of a pair's mean, so that luck
  // which both games share does not count. It is taken as known. Nothing where the clusters do not spread, or
  // there is but one.
  std::optional<MeanEstimate> normalized_elo;
  // Own points less the other's, or the mean of the others', a game; of the games whose points are known.
  // Nothing with fewer than two clusters of them.
  std::optional<MeanEstimate> spread;
};

// By player. The list is sorted by cluster.
std::vector<FieldResult> field_results(const GameList& list);

}  // namespace toptile
