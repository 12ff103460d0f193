// One thread of a worker process: it examines a bot or plays sets, one after the other.
#pragma once

#include <array>
#include <set>
#include <string>

#include "league/database/retries.h"
#include "league/work/workshop.h"

namespace toptile {

class WorkerLane {
 public:
  // The number tells the lanes of a process apart, from 0.
  WorkerLane(Workshop& shop, int lane) : shop_(shop), retries_(shop.retries_), lane_(lane) {}

  // Works until the process has done enough, or a stop is requested.
  Result<void> work();

 private:
  enum class Went { on, over };
  struct Starts;

  Result<Went> step();
  Result<Went> wait_for_work(const Workshop::Assigned& assigned);
  Result<Went> examine_one(BotVersion version);
  Result<void> play(const SetsToPlay& block);
  Result<void> report(const SetsToPlay& block, const std::array<Starts, 2>& starts,
                      const std::array<std::string, 2>& forfeits);
  static void note_starts(const SetRecords& records, std::array<Starts, 2>& starts);
  Result<TableBot> seat(const BotVersion& version);
  void tell(const BotVersion& version);

  Workshop& shop_;
  Retries retries_;
  const int lane_;
  bool may_hold_leases_ = false;
  std::chrono::milliseconds idle_pause_{0};
  double choosing_ = 0, in_store_ = 0, playing_ = 0;
  std::set<VersionId> has_failed_before_;
  std::set<VersionId> gone_;  // Versions that stopped playing since the last lease.
};

}  // namespace toptile
