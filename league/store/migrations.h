// The tables of a database, as a list of steps. Each version of the program may add steps at the end.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "league/store/database.h"

namespace toptile {

// A step from one version of the tables to the next. Versions count from 1, one by one. A step that was
// released is never changed.
struct Migration {
  int version = 0;
  std::string_view sql;  // Statements, parted by lines that hold nothing but ";".
};

// Does the steps that the database has not seen, each in a transaction of its own. If a step fails, the
// database stays as it was after the step before. Processes that do this at once do each step once. A
// database with more steps than these is of a newer program, and is refused.
Result<void> migrate(Database& database, std::span<const Migration> migrations);

}  // namespace toptile
