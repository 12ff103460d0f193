// Restores a league from a backup.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace toptile {

struct Restored {
  std::int64_t sets = 0;  // The sets that the league has now.
  std::string kept_at;    // Where the previous database is now; empty if there was none.
};

// Replaces the database at `address` (open_database), if there is one, with a copy of the file `backup`. The
// backup is checked first and stays as it is. The previous database is renamed to ADDRESS.replaced-N. Its
// write-ahead log and its journal move with it, or else SQLite would apply them to the restored file. It is
// an error if a process has the backup or the database open. If this process dies, `address` has the complete
// old league or the complete new one; on a file system without hard links it may have none, and the old one
// is then at ADDRESS.replaced-N. For PostgreSQL the error gives the pg_restore command.
Result<Restored> restore_league(const std::string& backup, const std::string& address);

}  // namespace toptile
