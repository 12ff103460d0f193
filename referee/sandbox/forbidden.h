// Finds the files that a bot must not see, wherever they lie: FIFOs, sockets and run folders. A read-only
// mount does not keep a process from writing to a FIFO or a socket, so two processes that may only read could
// talk to each other there.
#pragma once

#include <fcntl.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "referee/processes/launch.h"

namespace toptile {

// Whether the folder is that of a run or a tuning, whatever its name is (docs/game_log.md, docs/tuning.md). A
// relative path starts at the open folder `base`.
bool is_run_folder(const std::filesystem::path& folder, int base = AT_FDCWD);

struct Forbidden {
  std::set<std::filesystem::path> points;  // FIFOs and sockets.
  std::set<std::filesystem::path> runs;    // Run folders, which reveal seeds, racks and bots.
};

// Finds everything forbidden in the files and folders of `readable`, except inside `hidden`. Links are not
// followed: a bot sees their targets elsewhere, or not at all. Fails if a folder cannot be searched.
Started<Forbidden> find_forbidden(const std::vector<std::filesystem::path>& readable,
                                  const std::vector<std::filesystem::path>& hidden);

// The forbidden files for one bot. They are found before the bot's first process and kept: none of its
// processes can create more of them, and a search through an interpreter's installation takes a tenth of a
// second. Any number of threads may use it.
class ForbiddenCache {
 public:
  Started<Forbidden> find(const std::vector<std::filesystem::path>& readable,
                          const std::vector<std::filesystem::path>& hidden);

 private:
  struct Known {
    std::vector<std::filesystem::path> readable, hidden;
    Forbidden found;
  };
  std::mutex mutex_;
  std::optional<Known> known_;
};

}  // namespace toptile
