#include "league/work/league_desk.h"

#include <algorithm>

namespace toptile {

namespace {

using std::chrono::milliseconds;

// How long a worker chooses for all after it said so. If it dies, the others wait as long.
constexpr milliseconds kChooserTime{8000};
constexpr milliseconds kChooserPause{250};
constexpr double kFirstSets = 1;  // For a worker that does not know yet how long a set takes.

}  // namespace

Result<SetsToPlay> LeagueDesk::to_play(LeagueStore& store, const LeasedSets& leased) {
  const auto find = [&](VersionId id) -> Result<BotVersion> {
    const std::lock_guard lock(mutex_);
    if (const auto known = versions_.find(id); known != versions_.end()) return known->second;
    TOPTILE_TRY(const auto version, store.versions().find(id));
    versions_.emplace(id, version);
    return version;
  };
  SetsToPlay sets;
  TOPTILE_TRY(sets.one, find(leased.one));
  TOPTILE_TRY(sets.other, find(leased.other));
  sets.block = leased.block;
  sets.sets = leased.sets;
  return sets;
}

// Blocks with about so many sets. Empty if fewer than two versions are active.
Result<std::vector<ChosenSets>> LeagueDesk::choose(double sets) {
  std::vector<ChosenSets> chosen;
  for (double left = sets; left > 0;) {
    TOPTILE_TRY(const auto meeting, matchmaker_.next(sets));
    if (!meeting) break;
    chosen.push_back(*meeting);
    left -= meeting->sets;
  }
  return chosen;
}

Result<NextWork> LeagueDesk::next(double seconds, double seconds_a_set, int most) {
  NextWork work;
  TOPTILE_TRY(work.is_certain, matchmaker_.is_certain());
  if (work.is_certain) return work;
  const double fitting = seconds_a_set > 0 ? seconds / seconds_a_set : kFirstSets;
  const int wanted =
      static_cast<int>(std::clamp(fitting, 1.0, static_cast<double>(std::min(most, kMaxSetsAtOnce))));
  const Lease& lease = store_.lease();
  const auto take = [&](LeagueStore& store, const std::vector<LeasedSets>& leased) -> Result<void> {
    for (const LeasedSets& block : leased) {
      TOPTILE_TRY(auto sets, to_play(store, block));
      work.blocks.push_back(std::move(sets));
    }
    return success();
  };
  bool may_choose = false;
  TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) -> Result<void> {
    TOPTILE_TRY(const auto open, store.leases().take_over(lease, wanted));
    if (!open.empty()) return take(store, open);
    TOPTILE_TRY(may_choose, store.leases().may_choose(lease.worker, kChooserTime));
    if (may_choose) return success();
    TOPTILE_TRY(const auto active, store.versions().count(VersionState::active));
    work.has_too_few_bots = active < 2;
    return success();
  }));
  chooses_ = may_choose || (chooses_ && !work.blocks.empty());
  if (!may_choose) return work;
  TOPTILE_TRY(auto chosen, choose(wanted));
  work.has_too_few_bots = chosen.empty();
  // The last block is no longer than what may be leased.
  int left = most;
  for (ChosenSets& sets : chosen) left -= sets.sets = std::min(sets.sets, left);
  std::erase_if(chosen, [](const ChosenSets& sets) { return sets.sets == 0; });
  TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) -> Result<void> {
    TOPTILE_TRY(const auto leased, store.leases().lease_sets(chosen, lease));
    return take(store, leased);
  }));
  return work;
}

Result<milliseconds> LeagueDesk::tend() {
  TOPTILE_TRY_TO(store_.keep_alive());
  TOPTILE_TRY_TO(store_.use([](LeagueStore& store) { return store.check_alone(this_host()); }));
  if (!chooses_) return std::min(store_.pulse(), kChooserTime);
  const std::string& worker = store_.lease().worker;
  OpenSets open;
  TOPTILE_TRY(const bool may_choose, store_.use([&](LeagueStore& store) -> Result<bool> {
    TOPTILE_TRY(open, store.leases().open(worker));
    if (open.lanes == 0) return false;  // There is no other worker.
    return store.leases().may_choose(worker, kChooserTime);
  }));
  if (!may_choose) {
    chooses_ = open.lanes == 0;
    offered_ = 0;
    return kChooserPause;
  }
  // As many as were taken since the last look, and half as many again, but one for each lane at least.
  const std::int64_t taken = std::max<std::int64_t>(0, offered_ - open.sets);
  const std::int64_t wanted = std::max(open.lanes, std::min(2 * taken, kMaxSetsAtOnce * open.lanes));
  offered_ = std::max(wanted, open.sets);
  if (open.sets >= wanted) return kChooserPause;
  TOPTILE_TRY(const auto chosen, choose(static_cast<double>(wanted - open.sets)));
  TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) { return store.leases().offer(chosen); }));
  return kChooserPause;
}

Result<std::string> LeagueDesk::packed_files(const BotVersion& version) {
  return store_.use([&](LeagueStore& store) { return store.versions().packed_files(version.sha256); });
}

Result<void> LeagueDesk::keep(std::span<RecordedSet> sets) {
  return store_.use([&](LeagueStore& store) -> Result<void> {
    TOPTILE_TRY_TO(store.sets().keep(sets, store_.lease().worker));
    return success();
  });
}

Result<std::optional<BotVersion>> LeagueDesk::report(const BlockReport& report) {
  return store_.use([&](LeagueStore& store) -> Result<std::optional<BotVersion>> {
    std::optional<BotVersion> paused;
    if (!report.last_forfeit.empty()) {
      TOPTILE_TRY(paused, store.versions().pause_if_forfeiting(report.version, report.last_forfeit));
    }
    if (report.failed_starts > 0 || report.has_started) {
      TOPTILE_TRY_TO(store.versions().note_starts(report.version, report.failed_starts, report.has_started,
                                                  report.failure));
    }
    return paused;
  });
}

Result<void> LeagueDesk::give_back(std::span<const SetNumber> except) {
  std::vector<VersionId> examined;
  {
    const std::lock_guard lock(mutex_);
    examined.assign(examined_.begin(), examined_.end());
  }
  return store_.use(
      [&](LeagueStore& store) { return store.give_back(store_.lease().worker, except, examined); });
}

Result<void> LeagueDesk::leave() {
  const std::string& worker = store_.lease().worker;
  return store_.use([&](LeagueStore& store) -> Result<void> {
    TOPTILE_TRY_TO(store.leases().stop_choosing(worker));
    return store.release(worker);
  });
}

Result<std::optional<BotVersion>> LeagueDesk::claim() {
  return store_.use([&](LeagueStore& store) -> Result<std::optional<BotVersion>> {
    TOPTILE_TRY(auto claimed, store.versions().claim(store_.lease()));
    const std::lock_guard lock(mutex_);
    if (claimed) examined_.insert(claimed->id);
    return claimed;
  });
}

Result<std::vector<BotVersion>> LeagueDesk::queued() {
  return store_.use([&](LeagueStore& store) { return store.versions().list({{}, queued_states()}); });
}

void LeagueDesk::end_examination(VersionId version) {
  const std::lock_guard lock(mutex_);
  examined_.erase(version);
}

}  // namespace toptile
