// The ratings of a list of games as a table, best first. A pure function of the games.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/result.h"
#include "protocol/json_fields.h"
#include "tournaments/ratings/certainty.h"
#include "tournaments/ratings/field_results.h"
#include "tournaments/ratings/game_list.h"
#include "tournaments/ratings/model_fit.h"
#include "tournaments/ratings/ratings.h"

namespace toptile {

// So many take some seconds, or minutes if nearly everybody met neighbours alone.
inline constexpr int kMostRatedPlayers = 20000;

struct NamedAnchor {
  std::string name;
  double elo = 0;
};

struct RatingRow {
  int player = 0;  // In the list and the ratings.
  std::string name;
  FieldResult field;
  PlayerRating rating;
  RankRange ranks;  // It holds with those of all others 95 times in 100.
};

// How far a row's player is above another's.
struct Distance {
  std::size_t row = 0, other = 0;
  RatingEstimate above;
  double superiority = 0;   // RatingFit says what it is.
  bool is_certain = false;  // Whether it is, with all other statements of who is above whom.
};

struct RatingTable {
  std::vector<RatingRow> rows;  // By pool, then rating, then points; by the list's order where all are equal.
  Ratings ratings;              // By player.
  int games = 0;
  int unfinished = 0;  // Games without a result, which do not count.

  std::shared_ptr<const Certainty> certainty;
  ModelFit model_fit;

  bool has_spread() const;
  std::vector<std::string> names() const;  // The players' order.
};

// An error says that there is no such anchor, that there are too many players, or that games of three and
// four are to be rated without a prior. `options` has no anchor of its own. Sorts the list by cluster.
Result<RatingTable> rate(GameList& list, RatingOptions options, const std::optional<NamedAnchor>& anchor);

// Of the row's player over the column's, both in the order of the rows; not a number across pools.
double superiority(const RatingTable& table, std::size_t row, std::size_t column);

// Nothing of two in different pools.
std::optional<Distance> distance(const RatingTable& table, std::size_t row, std::size_t other);
// How far each row is above the next one of its pool.
std::vector<Distance> distances_to_next(const RatingTable& table);
// How far all others of its pool are above one row.
std::vector<Distance> distances_to(const RatingTable& table, std::size_t other);

// What is told besides the table itself.
struct RatingExtras {
  bool superiority = false;            // Each over each.
  bool next = false;                   // How far each is above the next.
  std::optional<std::size_t> against;  // How far each is above that row.
};
Json rating_table_to_json(const RatingTable& table, const RatingExtras& extras);

}  // namespace toptile
