// Values for the SQL statements of a league's store, and rows of its tables, for all parts of the store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "league/database/database.h"
#include "league/store/bot_version.h"
#include "league/store/league_store.h"
#include "league/store/league_terms.h"

namespace toptile {

SqlValue sql_text(std::string_view value);
SqlValue sql_number(std::int64_t value);
SqlValue sql_number(SetNumber set);
SqlValue sql_number(VersionId version);
SqlValue sql_word(VersionState state);
// The state of this name; kLastVersionState if the name is unknown.
VersionState state_named(std::string_view name);

// The text to put after SELECT so that version_of can read the rows.
inline constexpr const char* kVersionColumns =
    "versions.id, bots.name, versions.number, versions.author, versions.state, versions.sha256, "
    "versions.said_author, versions.said_version, versions.language, versions.handed_in, versions.changed, "
    "versions.reason FROM versions JOIN bots ON bots.id = versions.bot ";

BotVersion version_of(const SqlRow& row);

// Holds for the versions that wait to be examined, and that no worker has.
inline constexpr std::string_view kWaitsUnclaimed =
    "versions.state IN ('received', 'building', 'checking', 'trying') AND versions.worker = ''";

// The columns of the table `played` that played_of reads.
inline constexpr const char* kPlayedColumns =
    "set_number, seq, one, other, block, first_game, second_game, ended, took, program";
inline constexpr int kPlayedColumnCount = 10;

// An error if its results are invalid.
Result<PlayedSet> played_of(const SqlRow& row);

// The number in the first row and column, or nullopt if there is no row or it is NULL.
Result<std::optional<std::int64_t>> find_number(Database& database, std::string_view sql,
                                                const SqlValues& values);
// One more than the largest number in the column, or 1.
Result<std::int64_t> next_number(Database& database, std::string_view table, std::string_view column);

// Rows that are inserted into a table, many with one statement.
class RowsToInsert {
 public:
  // `into` ends with VALUES; `after` is what follows the values. Each row has this many columns.
  RowsToInsert(std::string_view into, int columns, std::string_view after = "")
      : into_(into), after_(after), columns_(columns) {}
  // May insert the rows so far.
  Result<void> add(Database& database, SqlValues row);
  // Inserts the rest.
  Result<void> finish(Database& database);
  // The statement that inserts the rest; empty if there is none.
  SqlStatement take_rest();

 private:
  const std::string_view into_, after_;
  const int columns_;
  SqlValues values_;
};

// A list of placeholders, "$2, $3", for this many values.
std::string placeholders(std::size_t first, std::size_t count);

// The text of a league's setting, or nullopt if it is not set.
Result<std::optional<std::string>> find_setting(Database& database, std::string_view key);
Result<void> set_setting(Database& database, std::string_view key, const std::string& value);
// A number kept as a setting; 0 if it is not set.
Result<std::int64_t> find_count(Database& database, std::string_view key);

// The terms of the league; an error if there is no league.
Result<LeagueTerms> kept_terms(Database& database);

// Stores packed files or word lists under their hashes. Content that exists already stays as it is.
Result<void> keep_content(Database& database, const std::string& sha256, std::uint64_t bytes,
                          const std::string& packed);
// An error if there is no such content.
Result<std::string> find_content(Database& database, const std::string& sha256);

struct ForfeitCount {
  int games = 0, forfeited = 0;
};
// The games of the version that ended at that time or later, in milliseconds since 1970.
Result<ForfeitCount> count_forfeits(Database& database, VersionId version, std::int64_t since);

}  // namespace toptile
