// The standings of a tournament: a row for each bot, the best first, and a table of every bot against every
// other. They are a pure function of the results.
#pragma once

#include <algorithm>
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
  // In games of three and four, a win is a sole first rank, and a tie is a shared first rank.
  int games = 0, wins = 0, ties = 0, losses = 0;
  int forfeits = 0;  // Games that this bot forfeited.
  // Games that this bot did not play because it was withdrawn; no other number includes them.
  int withdrawn = 0;
  // The sum over the games of the share of opponents that the bot beat, where a tie counts as half a win.
  double points = 0;
  int finished = 0;  // Games without a forfeit, over which the mean spread is taken.
  // The mean over finished games of the bot's points less the mean of the others' points; nullopt if no game
  // is finished.
  std::optional<double> mean_spread;
  PlayerRating rating;
  RankRange ranks;  // Ranks within the pool; the ranges of all bots hold together 95 times in 100.
};

struct CrossCell {
  int games = 0;
  double points = 0;  // The row's bot gets 1 if it ranks before the other, and 0.5 for a tie.
};

struct Standings {
  std::vector<Standing> rows;                 // Sorted by pool, then by rating, points and spread.
  std::vector<std::vector<CrossCell>> cross;  // Both indices are in the order of the rows.
  Ratings ratings;                            // Its players are the entrants.
  ModelFit model_fit;                         // Its players are the entrants, too.
  int games = 0;                              // The number of games that count.

  std::vector<std::string> names() const;  // The names in the order of the entrants.
};

// Maps the number of a set to that of an earlier set with which it shares chance. The earlier set is not
// itself a key.
using JoinedSets = std::map<std::uint32_t, std::uint32_t>;

// The value of GameResult::ranked, with the game's set as its cluster, or the set that its set is joined to.
RankedGame ranked_in(const JoinedSets& joined, const GameResult& result);

// The plan for which anytime-valid intervals are made.
struct LooksPlan {
  std::uint64_t games = 0;      // The number of games first planned.
  bool has_other_bots = false;  // Bots were added since, so that this number says nothing.
  EveryLook at(std::uint64_t played) const {
    if (has_other_bots) return EveryLook::after_plan();
    return EveryLook(double(played) / double(std::max(games, std::uint64_t{1})));
  }
};

// If `looks` is given, intervals and ranks are anytime-valid for that plan.
Standings standings_of(const std::vector<std::string>& names, std::vector<GameResult> results,
                       const JoinedSets& joined = {}, const std::optional<LooksPlan>& looks = {});

// For example "+12.5"; a dash for nullopt.
std::string mean_spread_text(std::optional<double> spread);
// The rows and the cross table as text, for a terminal of 80 columns or more.
std::string format_standings(const Standings& standings);
// The rows without ratings, for a match, which states the difference in strength separately.
std::string format_results(const Standings& standings);
// Notes of one sentence each: what moving first is worth, what the ratings cannot say, which bots forfeited.
std::vector<std::string> standings_notes(const Standings& standings);
// Only the notes about bots that forfeited or were withdrawn.
std::vector<std::string> fault_notes(const Standings& standings);
Json standings_to_json(const Standings& standings);

}  // namespace toptile
