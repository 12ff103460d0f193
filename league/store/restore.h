// Backs up a league, and restores it from a backup.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "league/store/league_store.h"

namespace toptile {

// Writes a copy of the league's database into a new file, and its record files, if it has any, into the
// folder for them beside this file (record_folder_of), while others continue to use the league. Files that
// are there already, from an earlier backup, stay. The database gets its name last. An error if a record file
// is missing or damaged. For PostgreSQL the error gives the pg_dump command.
Result<void> back_up_league(LeagueStore& store, const std::string& to);

struct Restored {
  std::int64_t sets = 0;  // The sets that the league has now.
  std::string kept_at;    // Where the previous database is now; empty if there was none.
};

// Replaces the database at `address` (open_database), if there is one, with a copy of the file `backup`. The
// backup is checked first and stays as it is. Record files of the league that are missing beside the database
// are copied from beside the backup. The previous database is renamed to ADDRESS.replaced-N, and the record
// files get a second name beside it. Its write-ahead log and its journal move with it, or else SQLite would
// apply them to the restored file. It is an error if a process has the backup or the database open. If this
// process dies, `address` has the complete old league or the complete new one; on a file system without hard
// links it may have none, and the old one is then at ADDRESS.replaced-N. For PostgreSQL the error gives the
// pg_restore command.
Result<Restored> restore_league(const std::string& backup, const std::string& address);

}  // namespace toptile
