// What is kept from a bot wherever it lies: FIFOs and sockets, to which a mount that is read-only keeps
// nobody from writing, so that two processes that may only read could meet there; and the folders of runs.
#pragma once

#include <fcntl.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "referee/launch.h"

namespace toptile {

// Whether the folder is a run's, whatever it is called (docs/game_log.md). A path that is not absolute counts
// from the open folder `base`.
bool is_run_folder(const std::filesystem::path& folder, int base = AT_FDCWD);

struct Forbidden {
  std::set<std::filesystem::path> points;  // FIFOs and sockets.
  std::set<std::filesystem::path> runs;    // Folders of tournaments: they tell of seeds, racks and bots.
};

// All that is seen in `readable`, files and folders, where `hidden` is not. Links are not followed: what they
// lead to is seen elsewhere, or not at all. A failure where that cannot be known.
Started<Forbidden> find_forbidden(const std::vector<std::filesystem::path>& readable,
                                  const std::vector<std::filesystem::path>& hidden);

// That of one bot, looked for before its first process: none of its processes can make another. To look
// through an interpreter's installation takes a tenth of a second. For any number of threads.
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
