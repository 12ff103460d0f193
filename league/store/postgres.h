// PostgreSQL (12 or newer): a database on a server, for processes of many machines. Everything is kept in the
// schema "toptile", so others may use the same database.
//
// No statement and no wait is without end: connecting ends after 10 s if the address says nothing else, and a
// connection whose answer does not come ends after the time below. The server ends a statement after 10
// minutes, a transaction that reads and does nothing for 30 s, and one that writes earlier, so that a machine
// which is gone or stands still does not keep the others waiting.
//
// check() reads every row with all that is in it, and asks the server for indexes and rules that do not hold.
// A server with checksums finds damaged pages so; its tool pg_amcheck also looks into the indexes.
// back_up() only says how to use pg_dump, which knows passwords, versions of servers and how to restore.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "league/store/database.h"
#include "league/store/retries.h"

namespace toptile {

// Whether an address is one of PostgreSQL.
bool is_postgres_address(std::string_view address);

struct PostgresTerms {
  std::chrono::milliseconds patience = kDatabasePatience;      // For others who write.
  RetryTerms settling = {.patience = kDatabasePatience};       // For a server that is gone during a commit.
  std::chrono::milliseconds answer = std::chrono::minutes(5);  // For an answer, except to check().
  std::chrono::milliseconds idle = std::chrono::seconds(10);  // How long a transaction that writes may pause.
};

// Connects to a server, by an address as PostgreSQL's own tools take it:
// postgresql://USER:PASSWORD@HOST:PORT/DATABASE, all parts of which may be left out, with parameters after a
// ?. A password may also be in the environment or in ~/.pgpass. Makes the schema if it is not there.
Result<std::unique_ptr<Database>> open_postgres(const std::string& address, const PostgresTerms& terms = {});

}  // namespace toptile
