// SQLite: a database in one file, for processes on one machine. The file is in WAL mode, so readers and the
// one writer do not wait for each other. Commits are on the disk when they return, so that a loss of power
// takes nothing back. A network disk is refused (league/database/network_disk.h). Never replace the file by
// hand, because the log of the old one would be written into the new one: see league/store/restore.h.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"
#include "league/database/database.h"

namespace toptile {

// Opens the file, or creates it with access for its owner only. A file that another program created is
// refused and stays as it is. The folder must be writable, because SQLite keeps FILE-wal and FILE-shm beside
// the file. `patience` is how long to wait for other writers.
Result<std::unique_ptr<Database>> open_sqlite(const std::string& file,
                                              std::chrono::milliseconds patience = kDatabasePatience);

}  // namespace toptile
