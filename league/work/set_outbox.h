// Finished sets on their way to the league: those that end meanwhile are stored together, because storing
// takes a while, and may have to wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "league/database/retries.h"
#include "league/work/work_desk.h"

namespace toptile {

class SetOutbox {
 public:
  using Clock = std::chrono::steady_clock;
  // `order` is 0 in the sets that were no longer leased.
  using OnKept = std::function<void(std::span<const RecordedSet>)>;

  SetOutbox(WorkDesk& desk, OnKept on_kept) : desk_(desk), on_kept_(std::move(on_kept)) {}

  // Waits if very many sets are waiting already. An error if sets cannot be stored any more.
  Result<void> add(RecordedSet set);
  // Returns when everything that was added before is stored.
  Result<void> wait_until_kept();

  // Stores what is added until the outbox is closed and empty, or an error stays. For one thread.
  Result<void> work(const RetryTerms& retries);
  void close();
  // How many workers use the league now, all of which store sets (WorkPace).
  void note_workers(std::int64_t workers);

  // How long storing took the last time, and all times together.
  double last_seconds() const;
  double seconds() const;

 private:
  WorkDesk& desk_;
  const OnKept on_kept_;
  mutable std::mutex mutex_;  // Guards the members below.
  std::condition_variable changed_;
  std::vector<RecordedSet> waiting_;
  std::uint64_t added_ = 0, kept_ = 0;
  int hurried_ = 0;  // How many threads wait until their sets are kept.
  bool is_closed_ = false;
  std::optional<Error> error_;
  double last_seconds_ = 0, seconds_ = 0;
  std::int64_t workers_ = 1;
};

}  // namespace toptile
