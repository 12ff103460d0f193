// Where two processes that may only read can meet all the same: FIFOs and sockets, which a mount that is
// read-only does not keep anybody from writing to; and the folders of runs, which nobody who plays may read.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "referee/launch.h"

namespace toptile {

// What is seen in files and folders, and is to be kept from a bot.
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
class MeetingPoints {
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
