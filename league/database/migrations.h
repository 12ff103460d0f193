// Migrations: the tables of a database as a list of steps. Each version of the program may add steps at the
// end.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "league/database/database.h"

namespace toptile {

// A step from one version of the tables to the next. Versions are numbered from 1 without gaps. A released
// step is never changed.
struct Migration {
  int version = 0;
  std::string_view sql;  // Statements, separated by lines that contain only ";".
};

// Runs the steps that the database does not have yet, each in a transaction of its own. If a step fails, the
// database stays as it was after the step before. If several processes migrate at once, each step runs once.
// A database with more steps than these comes from a newer program, and is refused.
Result<void> migrate(Database& database, std::span<const Migration> migrations);

// An error if a database with this many steps comes from a newer program.
Result<void> check_known(const Database& database, std::int64_t steps, std::span<const Migration> migrations);
// How many steps the database has, as an SQL expression.
inline constexpr std::string_view kSteps = "(SELECT coalesce(max(version), 0) FROM schema_versions)";

}  // namespace toptile
