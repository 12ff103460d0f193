// Addresses of PostgreSQL servers, which may contain passwords.
#pragma once

#include <string>

#include "base/result.h"

namespace toptile {

struct PostgresAddress {
  std::string connection;  // For libpq, with time limits; may contain a password.
  std::string name;        // The same address without a password. pg_dump accepts it.
};

// Parses postgresql://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE. An error shows no part of the
// address, because libpq may take a part of a password for something else.
Result<PostgresAddress> read_postgres_address(const std::string& address);

}  // namespace toptile
