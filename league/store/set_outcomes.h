// The outcomes of sets, and how many sets of two versions had which outcome. Ratings need no more than these
// counts, which are kept beside the sets and change in the same transactions. They can always be counted
// again from the sets.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "base/result.h"
#include "league/database/database.h"
#include "league/store/bot_version.h"
#include "league/store/league_connection.h"
#include "league/store/stored_sets.h"

namespace toptile {

class RowsToInsert;

// How a game of two versions ended, apart from its points. The lower version is the one with the lower id.
struct GameOutcome {
  std::size_t seat_of_lower = 0;
  double score_of_lower = 0;  // 1, 0.5 or 0.
  bool lower_forfeited = false, upper_forfeited = false;
  bool is_forfeited() const { return lower_forfeited || upper_forfeited; }
};

// How the two games of a set ended, as a small number. The order of the games does not matter.
enum SetOutcome : std::int64_t {};

SetOutcome outcome_of(const PlayedSet& set);
// The games of any number's lowest bits are valid, so that a damaged database cannot lead astray.
std::array<GameOutcome, 2> games_of(SetOutcome outcome);

// The sets of two versions that had the same outcome.
struct CountedSets {
  VersionId lower{}, upper{};
  SetOutcome outcome{};
  std::int64_t sets = 0;
  // A set's spread is the sum of the lower version's points less the upper one's in games without a forfeit.
  // These are the sums of the sets' spreads, and of their squares.
  std::int64_t spread = 0;
  double squared_spread = 0;
  bool operator==(const CountedSets&) const = default;
};
// The set alone. The spread of at most 2^28 has an exact square.
CountedSets counted(const PlayedSet& set);

// Adds the sets in the transaction that stores them, and takes one off in the transaction that deletes it.
Result<void> count_outcomes(Database& database, std::span<const PlayedSet> sets);
// The same, but the caller inserts the rest of the rows.
Result<RowsToInsert> outcome_rows(Database& database, std::span<const PlayedSet> sets);
Result<void> take_off_outcome(Database& database, const PlayedSet& set);

class StoredOutcomes : StoredPart {
 public:
  explicit StoredOutcomes(LeagueConnection& connection) : StoredPart(connection) {}

  // Visits all counts, including those of removed versions, sorted by their versions, and returns the order
  // of the last set that they include. It is an error if they do not have as many sets as the league.
  Result<std::uint64_t> for_each(const std::function<void(const CountedSets&)>& visit);
  // How many counts are not what the sets give. `for_each` finds only a wrong number of sets.
  Result<std::uint64_t> wrong();
  // Counts all sets again.
  Result<void> recount();
};

// The statement that gives all counts from the sets, in the order of the table's columns. It is part of a
// migration, so it cannot change.
extern const std::string_view kAllCounts;

}  // namespace toptile
