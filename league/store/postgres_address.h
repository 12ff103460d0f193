// Addresses of PostgreSQL servers, which may contain passwords.
#pragma once

#include <string>

#include "base/result.h"

namespace toptile {

struct PostgresAddress {
  std::string connection;  // What libpq takes; it may contain a password. Waits have ends.
  std::string name;        // The same place as an address without any password. pg_dump takes it.
};

// Reads postgresql://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE. An error shows nothing of the address,
// because libpq may take a part of a password for something else.
Result<PostgresAddress> read_postgres_address(const std::string& address);

}  // namespace toptile
