// The desk of workers that reach the league's database. One worker of a league chooses who meets, for all: it
// keeps enough sets open for the others to find some when they need them.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "league/work/matchmaker.h"
#include "league/work/process_store.h"
#include "league/work/work_desk.h"

namespace toptile {

class LeagueDesk final : public WorkDesk {
 public:
  // The store must outlive the desk. `elo`, if given, is the width of intervals at which the work is done.
  LeagueDesk(ProcessStore& store, std::optional<double> elo) : store_(store), matchmaker_(store, elo) {}

  Result<NextWork> next(double seconds, double seconds_a_set, int most) override;
  // The same for another worker, for which this process chooses.
  Result<NextWork> next_for(const Lease& lease, double seconds, double seconds_a_set, int most);
  Result<std::string> packed_files(const BotVersion& version) override;
  Result<void> keep(std::span<RecordedSet> sets) override;
  Result<std::optional<BotVersion>> report(const BlockReport& report) override;
  Result<std::chrono::milliseconds> tend() override;
  Result<void> give_back(std::span<const SetNumber> except) override;
  Result<void> leave() override;

  // A version that waits to be examined. It is this worker's until it was accepted, refused or given back.
  Result<std::optional<BotVersion>> claim();
  // Does something with a claimed version, with the name of the worker.
  template <class Work>
  auto examine(const Work& work) {
    return store_.use([&](LeagueStore& store) { return work(store.versions(), store_.lease().worker); });
  }
  // The versions that wait to be examined, or are being examined.
  Result<std::vector<BotVersion>> queued();
  // The version is examined, or given back.
  void end_examination(VersionId version);

 private:
  // The last look, if no other call of this function has had it, or a new one.
  Result<Outlook> look(bool may_be_used);
  // True if this worker chooses for all now (SetLeases::may_choose).
  Result<bool> may_choose(LeagueStore& store);
  Result<std::vector<SetsToPlay>> to_play(LeagueStore& store, std::span<const LeasedSets> leased);

  ProcessStore& store_;
  Matchmaker matchmaker_;
  std::atomic<bool> chooses_ = false;  // As far as is known.
  std::mutex mutex_;                   // Guards the members below.
  std::optional<Outlook> last_look_;
  std::map<VersionId, BotVersion> versions_;  // Their labels and files, which never change.
  std::set<VersionId> examined_;
  std::int64_t workers_ = 1;                      // In the last look.
  std::chrono::milliseconds chooser_time_{8000};  // How long it may be silent while it chooses for all.
  std::optional<std::chrono::steady_clock::time_point> chose_at_;  // The last time it said that it does.
  std::int64_t offered_ = 0;  // How many sets were open after the last look.
};

}  // namespace toptile
