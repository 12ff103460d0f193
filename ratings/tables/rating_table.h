// The ratings of a list of games as a table, best first: a pure function of the games.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "ratings/fit/ratings.h"
#include "ratings/tables/certainty.h"
#include "ratings/tables/field_results.h"
#include "ratings/tables/game_list.h"
#include "ratings/tables/model_fit.h"

namespace toptile {

// Rating this many players takes some seconds, or minutes if nearly all met only their neighbours.
inline constexpr int kMaxRatedPlayers = 20000;

// The values of Anchoring as users write them.
inline const std::vector<std::string> kAnchorings = {"fixed", "measured"};

struct NamedAnchor {
  std::string name;
  double elo = 0;
};

struct RatingRow {
  int player = 0;  // The player's number in the list and the ratings.
  std::string name;
  FieldResult field;
  PlayerRating rating;
  RankRange ranks;  // The ranges of all players hold together 95 times in 100.
};

// How far the player of one row is above that of another.
struct Distance {
  std::size_t row = 0, other = 0;
  RatingEstimate above;
  double superiority = 0;   // The chance that RatingFit::superiority defines.
  bool is_certain = false;  // Whether it is certain together with all other such statements (certainty.h).
};

struct RatingTable {
  std::vector<RatingRow> rows;  // Sorted by pool, rating, points, and the list's order.
  Ratings ratings;              // The ratings by player.
  int games = 0;
  int unfinished = 0;                      // Games without a result, which do not count.
  Anchoring anchoring = Anchoring::fixed;  // The value from the options.

  std::shared_ptr<const Certainty> certainty;
  ModelFit model_fit;

  bool has_spread() const;
  // Whether players are measured from more than one given rating.
  bool has_several_anchors() const;
  std::vector<std::string> names() const;  // The names in the order of the players.
};

// An error if an anchor is named twice, or if fixed anchors are too far apart.
std::optional<Error> anchors_fault(const std::vector<NamedAnchor>& anchors, Anchoring anchoring);

// Rates the games, with the anchors used as `options.anchoring` says. It is an error if an anchor is unknown
// or named twice, if fixed anchors are too far apart, if there are too many players, or if games of three and
// four are to be rated without a prior. `options` must not have anchors. The list is sorted by cluster.
Result<RatingTable> rate(GameList& list, RatingOptions options, const std::vector<NamedAnchor>& anchors);

// The ratings alone, by player, without the pairings of a table, which take much longer. The same errors.
Result<Ratings> rate_players(GameList& list, RatingOptions options, const std::vector<NamedAnchor>& anchors);

// The superiority of the row's player over the column's, both as indices of rows. Not a number if they are in
// different pools.
double superiority(const RatingTable& table, std::size_t row, std::size_t column);

// How far one row is above another; nullopt if both are the same, or in different pools.
std::optional<Distance> distance(const RatingTable& table, std::size_t row, std::size_t other);
// How far each row is above the next one of its pool.
std::vector<Distance> distances_to_next(const RatingTable& table);
// How far each other row of its pool is above this row.
std::vector<Distance> distances_to(const RatingTable& table, std::size_t other);

// The optional parts that are written besides the table itself.
struct RatingExtras {
  bool superiority = false;            // The superiority of each player over each other one.
  bool next = false;                   // How far each row is above the next.
  std::optional<std::size_t> against;  // How far each row is above that one.
};
Json rating_table_to_json(const RatingTable& table, const RatingExtras& extras);

}  // namespace toptile
