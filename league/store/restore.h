// Restores a league from a backup.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace toptile {

struct Restored {
  std::int64_t sets = 0;  // The sets that the league has now.
  std::string kept;       // The path of the previous database; empty if there was none.
};

// Replaces the database at `address` (open_database) by a copy of the file `backup`. The backup is checked
// first and stays as it is. The previous database is kept under another name beside it, with its write-ahead
// log, which would otherwise be written into the restored file. It is an error if a process uses either of
// them. If this process dies, the league is complete, either old or new. For PostgreSQL, an error says how to
// restore with its own tool.
Result<Restored> restore_league(const std::string& backup, const std::string& address);

}  // namespace toptile
