#include "league/work/worker_lane.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "league/work/examination.h"
#include "protocol/game_record.h"
#include "tournaments/run/withdrawals.h"

namespace toptile {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// How often in a row a version failed to start.
struct WorkerLane::Starts {
  int failed = 0;
  bool has_started = false;
  std::string reason;
};

namespace {

constexpr milliseconds kLookAgain{500};  // The pause while waiting for bots that others examine.
constexpr milliseconds kFirstIdlePause{20}, kMaxIdlePause{5000};

}  // namespace

Result<void> WorkerLane::work() {
  while (!shop_.stop_.stop_requested()) {
    const auto worked = retries_.persist([&]() -> Result<Went> {
      // After an error, others need not wait for what this process leases without knowing it. A lease may
      // have been stored although the answer was lost.
      if (may_hold_leases_) {
        TOPTILE_TRY_TO(shop_.give_back_the_unknown());
      }
      auto went = step();
      may_hold_leases_ = !went;
      return went;
    });
    if (shop_.stop_.stop_requested()) break;
    if (!worked) return worked.error();
    if (worked.value() == Went::over) break;
  }
  const std::lock_guard lock(shop_.mutex_);
  shop_.done_.seconds_in_store += in_store_;
  shop_.done_.seconds_choosing += choosing_;
  shop_.done_.seconds_playing += playing_;
  return success();
}

Result<WorkerLane::Went> WorkerLane::step() {
  if (shop_.examining_ != nullptr) {
    std::optional<BotVersion> waiting;
    {
      const Stopwatch watch(in_store_);
      TOPTILE_TRY(waiting, shop_.examining_->claim());
    }
    if (waiting) return examine_one(*waiting);
  }
  if (shop_.request_.limits.only_examine) return Went::over;
  const auto is_late = [&] { return shop_.end_ && steady_clock::now() >= *shop_.end_; };
  if (is_late()) return Went::over;
  Workshop::Assigned assigned;
  {
    const Stopwatch watch(choosing_);
    TOPTILE_TRY(assigned, shop_.next_work());
  }
  if (assigned.is_over) return Went::over;
  if (assigned.work.blocks.empty()) return wait_for_work(assigned);
  idle_pause_ = milliseconds(0);
  Result<void> played = success();
  gone_.clear();
  bool is_left = false;
  for (const SetsToPlay& block : assigned.work.blocks) {
    const bool is_gone = gone_.contains(block.one.id) || gone_.contains(block.other.id);
    // After an error or at the end, all that is left is given back anyway.
    if (played && !is_gone && !shop_.stop_.stop_requested() && !is_late()) {
      played = play(block);
    } else {
      shop_.let_go(block.numbers());
      is_left |= is_gone;
    }
  }
  if (played && is_left) played = shop_.give_back_the_unknown();
  TOPTILE_TRY_TO(played);
  return is_late() ? Went::over : Went::on;
}

// Others may choose sets soon, be examining bots now, or submit one later.
Result<WorkerLane::Went> WorkerLane::wait_for_work(const Workshop::Assigned& assigned) {
  const NextWork& work = assigned.work;
  milliseconds pause = kLookAgain;
  if (!work.has_too_few_bots) {
    idle_pause_ = std::clamp(2 * idle_pause_, kFirstIdlePause, kLookAgain);
    // A league that answers late is asked less often.
    pause = std::max(idle_pause_, std::min(kMaxIdlePause, 20 * assigned.took));
  }
  const WorkLimits& limits = shop_.request_.limits;
  if (work.has_too_few_bots && (limits.games || limits.elo)) {
    std::vector<BotVersion> queued;
    if (shop_.examining_ != nullptr) {
      TOPTILE_TRY(queued, shop_.examining_->queued());
    }
    if (queued.empty()) {
      const std::lock_guard lock(shop_.mutex_);
      shop_.done_.has_too_few = true;
      return Went::over;
    }
  }
  std::unique_lock lock(shop_.mutex_);
  shop_.changed_.wait_for(lock, shop_.stop_.get_token(), pause, [] { return false; });
  return Went::on;
}

void WorkerLane::tell(const BotVersion& version) {
  const std::lock_guard lock(shop_.mutex_);
  shop_.listener_.on_step(version);
}

Result<WorkerLane::Went> WorkerLane::examine_one(BotVersion version) {
  LeagueDesk& desk = *shop_.examining_;
  // Whatever the end is, this lane does not examine it any more.
  const std::shared_ptr<void> examined(nullptr, [&](void*) { desk.end_examination(version.id); });
  bool is_ours = true;
  Result<void> stepped = success();
  const auto on_step = [&](VersionState state) {
    auto done = retries_.persist([&] {
      return desk.examine([&](StoredVersions& versions, const std::string& worker) {
        return versions.step(version.id, worker, state);
      });
    });
    if (!done) {
      stepped = done.error();
      return false;
    }
    is_ours = done.value();
    version.state = state;
    if (is_ours) tell(version);
    return is_ours;
  };
  const auto result = examine(
      version, [&] { return desk.packed_files(version); }, *shop_.stock_, *shop_.player_, lane_,
      shop_.stop_.get_token(), on_step);
  TOPTILE_TRY_TO(stepped);
  if (!is_ours) return Went::on;
  if (!result) {
    TOPTILE_TRY_TO(desk.examine([&](StoredVersions& versions, const std::string& worker) {
      return versions.give_back(version.id, worker);
    }));
    return in_context(version.label(), result.error());
  }
  const auto& found = result.value();
  TOPTILE_TRY(is_ours, retries_.persist([&] {
    return desk.examine([&](StoredVersions& versions, const std::string& worker) {
      return found.has_passed ? versions.accept(version.id, worker, found.log)
                              : versions.refuse(version.id, worker, found.reason, found.log);
    });
  }));
  if (!is_ours) return Went::on;
  version.state = found.has_passed ? VersionState::active : VersionState::refused;
  version.reason = found.reason;
  tell(version);
  const std::lock_guard lock(shop_.mutex_);
  (found.has_passed ? shop_.done_.entered : shop_.done_.refused) += 1;
  return Went::on;
}

Result<TableBot> WorkerLane::seat(const BotVersion& version) {
  auto bot = shop_.stock_->take(
      version, [&] { return shop_.desk_->packed_files(version); }, shop_.stop_.get_token());
  if (!bot) return in_context(version.label(), Error{bot.error().message});
  return TableBot{std::move(bot).value(), version.label()};
}

namespace {

// For each of the two, the last game that it forfeited; empty if there is none.
using LastForfeits = std::array<std::string, 2>;

void note(const SetRecords& records, LastForfeits& forfeits) {
  for (std::size_t game = 0; game < records.games.size(); ++game) {
    for (const ForfeitRecord& forfeit : records.games[game].forfeits) {
      forfeits[records.results[game].by_seat[forfeit.seat].entrant] =
          fmt::format("{}: {}", name_of(forfeit.kind), printable(forfeit.text, 300));
    }
  }
}

}  // namespace

Result<void> WorkerLane::play(const SetsToPlay& block) {
  std::array<Starts, 2> starts;
  LastForfeits forfeits;
  Result<void> added = success();
  const std::vector<SetNumber> numbers = block.numbers();
  std::set<SetNumber> left(numbers.begin(), numbers.end());
  // However this ends, what was not played is not held.
  const std::shared_ptr<void> let_go(
      nullptr, [&](void*) { shop_.let_go(std::vector<SetNumber>(left.begin(), left.end())); });
  TOPTILE_TRY(auto one, seat(block.one));
  TOPTILE_TRY(auto other, seat(block.other));
  const auto use = [&](SetNumber set, SetRecords&& records) {
    note_starts(records, starts);
    note(records, forfeits);
    RecordedSet recorded;
    recorded.set = set;
    recorded.one = block.one.id;
    recorded.other = block.other.id;
    recorded.block = block.block;
    recorded.results = records.results;
    recorded.took = records.took.count();
    const double seconds = std::chrono::duration<double>(records.took).count();
    playing_ += seconds;
    for (std::size_t i = 0; i < 2; ++i) recorded.records[i] = format_record(records.games[i]);
    {
      const std::lock_guard lock(shop_.mutex_);
      double& average = shop_.seconds_a_set_;
      average = average == 0 ? seconds : average + (seconds - average) / 16;
    }
    left.erase(set);
    added = shop_.outbox_->add(std::move(recorded));
    return added.has_value();
  };
  const auto played = shop_.player_->play({std::move(one), std::move(other)}, block.sets,
                                          {lane_, shop_.request_.batch}, shop_.stop_.get_token(), use);
  TOPTILE_TRY_TO(added);
  TOPTILE_TRY_TO(played);
  return report(block, starts, forfeits);
}

Result<void> WorkerLane::report(const SetsToPlay& block, const std::array<Starts, 2>& starts,
                                const std::array<std::string, 2>& forfeits) {
  for (std::size_t i = 0; i < 2; ++i) {
    const VersionId version = (i == 0 ? block.one : block.other).id;
    const bool has_news = starts[i].failed > 0 || has_failed_before_.contains(version);
    if (forfeits[i].empty() && !has_news) continue;
    TOPTILE_TRY_TO(shop_.outbox_->wait_until_kept());
    BlockReport report;
    report.version = version;
    report.last_forfeit = forfeits[i];
    if (has_news) {
      report.failed_starts = starts[i].failed;
      report.has_started = starts[i].has_started;
      report.failure = starts[i].reason;
    }
    const Stopwatch watch(in_store_);
    TOPTILE_TRY(const auto gone, shop_.desk_->report(report));
    if (gone) {
      gone_.insert(version);
      tell(*gone);
    }
    if (starts[i].failed > 0) {
      has_failed_before_.insert(version);
    } else {
      has_failed_before_.erase(version);
    }
  }
  return success();
}

void WorkerLane::note_starts(const SetRecords& records, std::array<Starts, 2>& starts) {
  for (std::size_t game = 0; game < records.games.size(); ++game) {
    const GameRecord& record = records.games[game];
    for (const Seat seat : each<Seat>(2)) {
      Starts& own = starts[records.results[game].by_seat[seat].entrant];
      if (!has_failed_to_start(record, seat)) {
        own = {0, true, {}};
        continue;
      }
      if (is_counted_with_another(record, seat)) continue;
      ++own.failed;
      for (const ForfeitRecord& forfeit : record.forfeits) {
        if (forfeit.seat == seat) own.reason = fmt::format("{}: {}", name_of(forfeit.kind), forfeit.text);
      }
    }
  }
}

}  // namespace toptile
