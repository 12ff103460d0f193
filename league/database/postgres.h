// PostgreSQL (12 or newer): a database on a server, for processes on many machines. Everything is in the
// schema "toptile", so others may use the same database.
//
// Every statement and every wait has a time limit. Connecting is given up after 10 s unless the address says
// otherwise, and a connection is closed if an answer takes longer than PostgresTerms::answer. The server ends
// a statement after 10 minutes, a read transaction that is idle for 30 s, and a write transaction that is
// idle for PostgresTerms::idle, so that a machine that is gone or suspended does not keep the others waiting.
//
// check() reads every row completely, and asks the server for invalid indexes and constraints. A server with
// checksums detects damaged pages this way; its tool pg_amcheck also checks the contents of indexes.
// back_up() only says how to use pg_dump, which handles passwords, server versions and restoring.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "league/database/database.h"
#include "league/database/retries.h"

namespace toptile {

// Whether this is the address of a PostgreSQL database.
bool is_postgres_address(std::string_view address);

struct PostgresTerms {
  std::chrono::milliseconds patience = kDatabasePatience;      // Waiting for other writers.
  RetryTerms settling = {.patience = kDatabasePatience};       // For a server that is lost during a commit.
  std::chrono::milliseconds answer = std::chrono::minutes(5);  // Waiting for an answer, except to check().
  std::chrono::milliseconds idle = std::chrono::seconds(10);   // How long a write transaction may be idle.
};

// Connects to a server, by an address as PostgreSQL's own tools accept it:
// postgresql://USER:PASSWORD@HOST:PORT/DATABASE, all parts of which are optional, with parameters after a ?.
// A password may also be in the environment or in ~/.pgpass. Creates the schema if necessary.
Result<std::unique_ptr<Database>> open_postgres(const std::string& address, const PostgresTerms& terms = {});

}  // namespace toptile
