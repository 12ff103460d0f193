// Finds a run's records by number, while the run is played or later, without reading all of them each time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/record_log.h"
#include "tournaments/run/run_store.h"

namespace toptile {

class RecordIndex {
 public:
  explicit RecordIndex(RunPaths paths) : paths_(std::move(paths)) {}

  // Indexes the records that are new in games.jsonl.
  Result<void> refresh();
  // The nearest indexed game after or before this one.
  std::optional<GameNumber> next_after(GameNumber id) const;
  std::optional<GameNumber> last_before(GameNumber id) const;

  // The line of the game's record without its line end, even if it waits in the ahead log; nullopt if there
  // is none yet. New records are indexed if necessary.
  Result<std::optional<std::string>> line_of(GameNumber id);

 private:
  struct Entry {
    GameNumber id{};
    std::uint64_t begin = 0, bytes = 0;  // `bytes` does not count the line's end.
  };

  const Entry* find(GameNumber id) const;
  Result<std::string> read(const Entry& entry) const;
  Result<std::optional<std::string>> find_ahead(GameNumber id) const;

  RunPaths paths_;
  std::optional<LogReader> log_;  // Positioned after the last indexed record.
  std::vector<Entry> entries_;    // Sorted by number, like the records in the file.
};

}  // namespace toptile
