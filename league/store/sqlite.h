// SQLite: a database in one file, for processes of one machine. The file is kept in WAL mode, so readers and
// the one writer do not wait for each other. After a loss of power the last second may be missing, but what
// is there is consistent. A file is never put in the place of another one by hand, because the log of the old
// one would be written into it: see league/store/restore.h.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"
#include "league/store/database.h"

namespace toptile {

// Opens the file, or makes it for its owner only. A file that another program made is refused and stays as it
// is. The folder must be writable, because SQLite keeps FILE-wal and FILE-shm beside the file.
// `patience` is for others who write.
Result<std::unique_ptr<Database>> open_sqlite(const std::string& file,
                                              std::chrono::milliseconds patience = kDatabasePatience);

}  // namespace toptile
