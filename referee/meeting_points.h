// Where two processes that may only read can meet all the same: FIFOs and sockets, which a mount that is
// read-only does not keep anybody from writing to.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "referee/launch.h"

namespace toptile {

// All FIFOs and sockets that are seen in `readable`, files and folders, where `hidden` is not. Links are not
// followed: what they lead to is seen elsewhere, or not at all. A failure where that cannot be known.
Started<std::set<std::filesystem::path>> find_meeting_points(
    const std::vector<std::filesystem::path>& readable, const std::vector<std::filesystem::path>& hidden);

// Those of one bot, looked for before its first process: none of its processes can make another. To look
// through an interpreter's installation takes a tenth of a second. For any number of threads.
class MeetingPoints {
 public:
  Started<std::set<std::filesystem::path>> find(const std::vector<std::filesystem::path>& readable,
                                                const std::vector<std::filesystem::path>& hidden);

 private:
  struct Known {
    std::vector<std::filesystem::path> readable, hidden;
    std::set<std::filesystem::path> points;
  };
  std::mutex mutex_;
  std::optional<Known> known_;
};

}  // namespace toptile
