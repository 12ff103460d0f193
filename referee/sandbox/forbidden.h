// What a bot must not see, wherever it lies: FIFOs, sockets and the folders of runs. A read-only mount stops
// nobody from writing to a FIFO or a socket, so two processes that may only read could talk to each other
// there.
#pragma once

#include <fcntl.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "referee/processes/launch.h"

namespace toptile {

// Whether the folder is a run's or a tuning's, whatever its name is (docs/game_log.md, docs/tuning.md). A
// path that is not absolute starts at the open folder `base`.
bool is_run_folder(const std::filesystem::path& folder, int base = AT_FDCWD);

struct Forbidden {
  std::set<std::filesystem::path> points;  // FIFOs and sockets.
  std::set<std::filesystem::path> runs;    // Folders of runs, which tell of seeds, racks and bots.
};

// Finds everything forbidden that is seen in the files and folders of `readable`, without what is `hidden`.
// Links are not followed: what they lead to is seen elsewhere, or not at all. A failure if a folder cannot be
// searched.
Started<Forbidden> find_forbidden(const std::vector<std::filesystem::path>& readable,
                                  const std::vector<std::filesystem::path>& hidden);

// What is forbidden to one bot. It is found before the bot's first process and kept: none of its processes
// can make more of it, and a search through an interpreter's installation takes a tenth of a second. Any
// number of threads may use it.
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
