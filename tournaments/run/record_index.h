// Finds a run's records by their number while the run is played, or afterwards, without reading all of them
// each time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/result.h"
#include "tournaments/results/record_log.h"
#include "tournaments/run/run_store.h"

namespace toptile {

class RecordIndex {
 public:
  explicit RecordIndex(RunPaths paths) : paths_(std::move(paths)) {}

  // Takes in the records that games.jsonl has got since.
  Result<void> refresh();
  // Of those that were taken in.
  std::optional<std::uint64_t> next_after(std::uint64_t id) const;
  std::optional<std::uint64_t> last_before(std::uint64_t id) const;

  // The game's record without the line's end, also where it waits in the ahead log; nothing where there is
  // none yet. Takes in what is new.
  Result<std::optional<std::string>> line_of(std::uint64_t id);

 private:
  struct Entry {
    std::uint64_t id = 0, begin = 0, bytes = 0;  // Without the line's end.
  };

  const Entry* find(std::uint64_t id) const;
  Result<std::string> read(const Entry& entry) const;
  Result<std::optional<std::string>> find_ahead(std::uint64_t id) const;

  RunPaths paths_;
  std::optional<LogReader> log_;  // At the end of what was taken in.
  std::vector<Entry> entries_;    // In the order of their numbers, as the file has them.
};

}  // namespace toptile
