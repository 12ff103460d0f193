// What the results of a tournament come to: a row for each bot, the best first, and a table of every bot
// against every other. It is a pure function of the results.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "ratings/fit/ratings.h"
#include "ratings/results/game_result.h"
#include "ratings/tables/certainty.h"
#include "ratings/tables/model_fit.h"

namespace toptile {

struct Standing {
  int entrant = 0;
  std::string name;
  // In games of three and four, a win is the first place alone, and a tie is a shared first place.
  int games = 0, wins = 0, ties = 0, losses = 0;
  int forfeits = 0;   // Games that this bot forfeited.
  int withdrawn = 0;  // Games that this bot did not play because it was withdrawn; no other number has them.
  // The sum over the games: the share of the opponents that the bot beat, a tie counting as half a win.
  double points = 0;
  int finished = 0;  // Games that nobody forfeited: those of the mean spread.
  // The bot's points in a game less the mean of the others', on average; nothing if no game is finished.
  std::optional<double> mean_spread;
  PlayerRating rating;
  RankRange ranks;  // Ranks within the pool; the ranges of all bots are right together, 95 times in 100.
};

struct CrossCell {
  int games = 0;
  double points = 0;  // The row's bot gets 1 if it is placed before the other, and 0.5 for a tie.
};

struct Standings {
  std::vector<Standing> rows;                 // Sorted by pool, then by rating, points and spread.
  std::vector<std::vector<CrossCell>> cross;  // Both indices are in the order of the rows.
  Ratings ratings;                            // Its players are the entrants.
  ModelFit model_fit;                         // Its players are the entrants, too.
  int games = 0;                              // Games that count.

  std::vector<std::string> names() const;  // The names in the order of the entrants.
};

// Maps the number of a set to that of an earlier set with which it shares chance. The earlier set is not
// itself a key.
using JoinedSets = std::map<std::uint32_t, std::uint32_t>;

// The game from GameResult::ranked. Its cluster is its set, or the set that its set is joined to.
RankedGame ranked_in(const JoinedSets& joined, const GameResult& result);

// If `planned` is given, intervals and ranks hold at every look at a tournament of that many games.
Standings standings_of(const std::vector<std::string>& names, std::vector<GameResult> results,
                       const JoinedSets& joined = {}, std::optional<std::uint64_t> planned = {});

// For example "+12.5"; a dash if there is none.
std::string mean_spread_text(std::optional<double> spread);
// The rows and the cross table as text, for a terminal of 80 columns or more.
std::string format_standings(const Standings& standings);
// The rows without ratings, for a match, which says how far one is above the other.
std::string format_results(const Standings& standings);
// Notes of a sentence each: what moving first is worth, what the ratings cannot say, which bots forfeited.
std::vector<std::string> standings_notes(const Standings& standings);
// Those of them that say who forfeited or was withdrawn.
std::vector<std::string> fault_notes(const Standings& standings);
Json standings_to_json(const Standings& standings);

}  // namespace toptile
