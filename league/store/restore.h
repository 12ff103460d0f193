// Puts a backup of a league in its place again.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace toptile {

struct Restored {
  std::int64_t sets = 0;  // That the league has now.
  std::string kept;       // Where the database is that was there before; empty if there was none.
};

// Puts a copy of the file `backup` in the place of the database at `address` (open_database). The backup is
// checked first and stays as it is. What is there now, with its write-ahead log, is kept under another name
// beside it; a log that stayed would be written into the backup. It is an error if a process uses either of
// them. If this process dies, the league is whole, either old or new. An error for a PostgreSQL says how its
// own tool does it.
Result<Restored> restore_league(const std::string& backup, const std::string& address);

}  // namespace toptile
