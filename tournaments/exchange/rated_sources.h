// Reads the games of runs and of result files into one list. Each game is in it once, and each player is one
// player, whatever the names are.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "ratings/tables/game_list.h"
#include "tournaments/exchange/player_names.h"
#include "tournaments/exchange/repeated_games.h"

namespace toptile {

struct RatedSources {
  GameList list;
  // The names of the runs' bots. The players of a file have the names that the file gives.
  PlayerNames names;
  std::vector<RepeatedGames> repeated;  // Sorted by source, then by the first game that is repeated.

  // Sentences about games that do not count and about players of the same name that are kept apart. `sources`
  // are the names of the sources.
  std::vector<std::string> notes(std::span<const std::string> sources) const;
};

// Whether the source is a folder, which must then be a run folder, and not a file. "-" is standard input.
bool is_run(const std::string& source);

// A run's bots are the players, and its sets are the clusters. A game with a forfeit has no spread.
//
// A game that several runs have (tournaments/exchange/game_keys.h) counts in the first of them. Different
// games of several runs that were dealt the same are one cluster, whichever bots played them. A result file
// does not say enough to recognize its games, so they all count, unless the file itself is named twice. A
// name in a file means the player that has exactly this name in `names`.
//
// An error names the source, and what in it cannot be read.
Result<RatedSources> read_sources(std::span<const std::string> sources);

}  // namespace toptile
