// Games of runs and of files of results, read into one list: each game once, and players who are one player
// each, whatever their names.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/result.h"
#include "tournaments/exchange/player_names.h"
#include "tournaments/exchange/repeated_games.h"
#include "tournaments/ratings/game_list.h"

namespace toptile {

struct RatedSources {
  GameList list;
  PlayerNames names;  // The runs' bots have them. A file's players are called as the file calls them.
  std::vector<RepeatedGames> repeated;  // Sorted by source, then by the first game that is repeated.

  // A sentence each on what is not counted or kept apart, by the sources' names.
  std::vector<std::string> notes(std::span<const std::string> sources) const;
};

// Whether it names a folder, which is to be that of a run, and not a file; "-" is standard input.
bool is_run(const std::string& source);

// A run's bots are players, its sets clusters, and games have no spread where somebody forfeited.
//
// A game that several runs have (tournaments/exchange/game_keys.h) counts in the first of them. Games that
// were dealt the same in several runs and went another way are one cluster, whoever played them. A file of
// results does not say so much of its games: they are taken as others, unless the file itself is named twice.
// Without a hash a name in a file is the player whom the runs call so.
//
// An error names the source, and what in it cannot be read.
Result<RatedSources> read_sources(std::span<const std::string> sources);

}  // namespace toptile
