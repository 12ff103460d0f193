// Compaction: moves the records of finished sets out of a league's database into record files
// (league/store/record_file.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "base/result.h"
#include "league/store/league_store.h"

namespace toptile {

// The step that was just done for a file when CompactionRequest::after is called.
enum class CompactionStep {
  chosen,   // Its sets were read.
  written,  // It is complete and on the disk, under its name.
  moved,    // The database knows it, and does not have the records any more; this is not committed yet.
  committed
};

struct CompactionRequest {
  // Sets of a file, 1 … kMaxSetsOfFile. Files are only made of this many sets, or of kFullFileBytes; the
  // latest sets stay in the database.
  int sets_per_file = 1000;
  std::function<void(std::uint64_t sets)> on_progress = {};
  std::function<void(CompactionStep)> after = {};  // For tests.
};

struct Compacted {
  std::uint64_t sets = 0, files = 0;
  // The size of the records of these sets in the database, and of the files.
  std::uint64_t bytes_before = 0, bytes_after = 0;
  std::uint64_t sets_left = 0;  // With records in the database.
  bool is_stopped = false;
};

// Moves all records that fill a file, while others play and read. The records of each set are always in the
// database or in a file that the database knows, also if this process or the computer dies at any moment.
// Only one process may do this at a time; it is an error if another one does. Records that cannot be read
// stay in the database, where a rebuild finds them. The space in the database becomes free, but stays in it
// (Database::shrink).
Result<Compacted> compact(LeagueStore& store, const CompactionRequest& request, const std::stop_token& stop);

// The numbers that compact() would give. Only the first file is packed; from it, `bytes_after` is estimated.
Result<Compacted> estimate_compaction(LeagueStore& store, const CompactionRequest& request);

}  // namespace toptile
