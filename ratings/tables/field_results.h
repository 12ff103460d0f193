// The results of each player against all players it met, with errors from the spread between clusters of
// games.
#pragma once

#include <optional>
#include <vector>

#include "ratings/tables/game_list.h"

namespace toptile {

// The 95% interval is value - error … value + error, by Student's t. The degrees of freedom are the number of
// clusters, less one for each set of clusters that are compared with each other.
struct MeanEstimate {
  double value = 0;
  double error = 0;
};

struct FieldResult {
  int games = 0, wins = 0, ties = 0, losses = 0;
  // A game counts as the share of the other players that the player beat, where a tie counts half. In games
  // of three and four, a win is the first rank alone, and a tie is a shared first rank.
  double points = 0;
  // The score less a half, in standard deviations of one game, times 800/ln 10 as in fishtest. The deviation
  // of a game comes from the spread of clusters: for pairs, it is √2 times that of a pair's mean, so that
  // luck that both games share does not count. It is treated as known exactly. Empty if the clusters do not
  // spread, or if there is only one.
  std::optional<MeanEstimate> normalized_elo;
  // The player's points less the other's, or less the mean of the others', per game; only games whose points
  // are known count. Empty if these form fewer than two clusters.
  std::optional<MeanEstimate> spread;
  int finished = 0;  // The number of games whose points are known: those that no player forfeited.
};

// The results of each player. The list must be sorted by cluster.
std::vector<FieldResult> field_results(const GameList& list);

}  // namespace toptile
