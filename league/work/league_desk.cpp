#include "league/work/league_desk.h"

#include <algorithm>
#include <utility>

#include "league/work/set_player.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

// A worker chooses for all until a time that it says; if it dies, the others wait until then. It says so at
// every look, for four times as long as it was silent between two looks lately, because another one that
// takes over must read all results first. Where many workers store sets, it may be kept waiting; but there,
// others have sets for half a minute.
constexpr milliseconds kMinChooserTime{2000}, kChooserTimePerWorker{8}, kMaxChooserTime{kMaxLease / 2};
constexpr milliseconds kChooserPause{250};
constexpr double kFirstSets = 1;  // For a worker that does not know yet how long a set takes.

}  // namespace

Result<std::vector<SetsToPlay>> LeagueDesk::to_play(LeagueStore& store, std::span<const LeasedSets> leased) {
  const std::lock_guard lock(mutex_);
  std::set<VersionId> unknown;
  for (const LeasedSets& block : leased) {
    for (const VersionId version : {block.one, block.other})
      if (!versions_.contains(version)) unknown.insert(version);
  }
  const std::vector<VersionId> wanted(unknown.begin(), unknown.end());
  TOPTILE_TRY(auto found, store.versions().find(wanted));
  for (BotVersion& version : found) versions_.emplace(version.id, std::move(version));
  std::vector<SetsToPlay> all;
  for (const LeasedSets& block : leased) {
    SetsToPlay& added =
        all.emplace_back(SetsToPlay{versions_.at(block.one), versions_.at(block.other), block.block, {}});
    for (const SetNumber set : block.sets)
      added.sets.push_back({set, seed_of_set(store.terms(), block.seed_set(set))});
  }
  return all;
}

Result<bool> LeagueDesk::may_choose(LeagueStore& store) {
  milliseconds time;
  {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (chose_at_) {
      const auto silent = std::chrono::duration_cast<milliseconds>(now - *chose_at_);
      chooser_time_ = std::max(4 * silent, chooser_time_ * 97 / 100);
    }
    chooser_time_ = std::clamp(chooser_time_,
                               std::min(kMinChooserTime + workers_ * kChooserTimePerWorker, kMaxChooserTime),
                               kMaxChooserTime);
    time = chooser_time_;
  }
  TOPTILE_TRY(const bool may, store.leases().may_choose(store_.lease().worker, time));
  const std::lock_guard lock(mutex_);
  chose_at_ = may ? std::optional(std::chrono::steady_clock::now()) : std::nullopt;
  return may;
}

Result<NextWork> LeagueDesk::next(double seconds, double seconds_a_set, int most) {
  return next_for(store_.lease(), seconds, seconds_a_set, most);
}

Result<NextWork> LeagueDesk::next_for(const Lease& lease, double seconds, double seconds_a_set, int most) {
  NextWork work;
  TOPTILE_TRY(work.is_certain, matchmaker_.is_certain());
  if (work.is_certain) return work;
  const double fitting = seconds_a_set > 0 ? seconds / seconds_a_set : kFirstSets;
  const int wanted =
      static_cast<int>(std::clamp(fitting, 1.0, static_cast<double>(std::min(most, kMaxSetsAtOnce))));
  const auto take = [&](LeagueStore& store, std::span<const LeasedSets> leased) -> Result<void> {
    TOPTILE_TRY(work.blocks, to_play(store, leased));
    return success();
  };
  bool may_choose = false;
  TOPTILE_TRY(const auto outlook, look(true));
  work.workers = outlook.workers;
  TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) -> Result<void> {
    if (!outlook.has_open_sets && outlook.has_dead_workers) {
      TOPTILE_TRY_TO(store.leases().free_the_dead());
    }
    if (outlook.has_open_sets || outlook.has_dead_workers) {
      TOPTILE_TRY(const auto open, store.leases().take_open(lease, wanted));
      if (!open.empty()) return take(store, open);
    }
    work.has_too_few_bots = outlook.active_bots < 2;
    if (outlook.another_chooses) return success();
    TOPTILE_TRY(may_choose, this->may_choose(store));
    return success();
  }));
  chooses_ = may_choose || (chooses_ && !work.blocks.empty());
  if (!may_choose) return work;
  TOPTILE_TRY(auto chosen, matchmaker_.next(wanted));
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
  TOPTILE_TRY(const bool has_said_so, store_.keep_alive());
  if (has_said_so) {
    TOPTILE_TRY_TO(store_.use([](LeagueStore& store) { return store.check_alone(this_host()); }));
  }
  if (!chooses_) return kChooserPause;
  const std::string& worker = store_.lease().worker;
  OpenSets open;
  TOPTILE_TRY(const bool may_choose, store_.use([&](LeagueStore& store) -> Result<bool> {
    TOPTILE_TRY(open, store.leases().open(worker));
    if (open.lanes == 0) return false;  // There is no other worker.
    return this->may_choose(store);
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
  TOPTILE_TRY(const auto chosen, matchmaker_.next(static_cast<int>(wanted - open.sets)));
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
    if (!report.last_forfeit.empty()) {
      TOPTILE_TRY(auto paused, store.versions().pause_if_forfeiting(report.version, report.last_forfeit));
      if (paused) return paused;
    }
    if (report.failed_starts == 0 && !report.has_started) return std::optional<BotVersion>();
    TOPTILE_TRY_TO(store.versions().note_starts(report.version, report.failed_starts, report.has_started,
                                                report.failure));
    TOPTILE_TRY(auto version, store.versions().find(report.version));
    return version.state == VersionState::suspended ? std::optional(std::move(version)) : std::nullopt;
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

// A lane claims first, and then asks for sets; one look is enough for both.
Result<Outlook> LeagueDesk::look(bool may_be_used) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto last = std::exchange(last_look_, std::nullopt); last && may_be_used) return *last;
  }
  TOPTILE_TRY(const auto outlook,
              store_.use([&](LeagueStore& store) { return store.leases().look(store_.lease().worker); }));
  const std::lock_guard lock(mutex_);
  workers_ = outlook.workers;
  if (!may_be_used) last_look_ = outlook;
  return outlook;
}

Result<std::optional<BotVersion>> LeagueDesk::claim() {
  TOPTILE_TRY(const auto outlook, look(false));
  if (!outlook.has_waiting_bots && !outlook.has_dead_workers) return std::optional<BotVersion>();
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
