// What the results of a tournament come to: a row a bot, best first, and who did what against whom. A pure
// function of the results.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json_fields.h"
#include "tournaments/ratings/certainty.h"
#include "tournaments/ratings/model_fit.h"
#include "tournaments/ratings/ratings.h"
#include "tournaments/results/game_result.h"

namespace toptile {

struct Standing {
  int entrant = 0;
  std::string name;
  // Of games of three and four a win is the first place alone, and a tie the first place shared.
  int games = 0, wins = 0, ties = 0, losses = 0;
  int forfeits = 0;   // Of the losses.
  int withdrawn = 0;  // Games not played because this bot had been withdrawn; in none of the other numbers.
  double points = 0;  // A game: the share of the others that it beat, half of one for a tie.
  double mean_spread = 0;  // Own points in the game less the mean of the others'; without forfeited games.
  PlayerRating rating;
  RankRange ranks;  // Within the pool; those of all bots hold at once, 95 times in 100.
};

struct CrossCell {
  int games = 0;
  double points = 0;  // Of the row's bot: 1 where it was before the other, a half a tie.
};

struct Standings {
  std::vector<Standing> rows;  // By rating within pools; by points and spread where ratings are equal.
  std::vector<std::vector<CrossCell>> cross;  // In the order of the rows.
  Ratings ratings;                            // By entrant.
  ModelFit model_fit;                         // Likewise.
  int games = 0;                              // That count.

  std::vector<std::string> names() const;  // The entrants' order.
};

// Sets that share chance with another one, by their numbers, to that other one, which shares it with no
// third.
using JoinedSets = std::map<std::uint32_t, std::uint32_t>;

// The game as GameResult::ranked has it, in the cluster of its set or of the set which that is joined to.
RankedGame ranked_in(const JoinedSets& joined, const GameResult& result);

// `planned`: intervals and ranks are to hold at every look at a tournament of so many games.
Standings standings_of(const std::vector<std::string>& names, std::vector<GameResult> results,
                       const JoinedSets& joined = {}, std::optional<std::uint64_t> planned = {});

// For a terminal of 80 columns or more: the rows and the cross table.
std::string format_standings(const Standings& standings);
// A sentence each: what first seats won, what the ratings cannot say, faults.
std::vector<std::string> standings_notes(const Standings& standings);
Json standings_to_json(const Standings& standings);

}  // namespace toptile
