#include "league/work/league_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "base/utf8.h"
#include "league/database/retries.h"
#include "league/intake/stock.h"
#include "league/work/examination.h"
#include "league/work/matchmaker.h"
#include "league/work/set_player.h"
#include "protocol/game_record.h"
#include "tournaments/run/withdrawals.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kLookAgain{500};  // The pause while waiting for bots that others examine.

class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(steady_clock::now() - begin_).count(); }
  Stopwatch(const Stopwatch&) = delete;  // Nor can it be assigned, as it has a reference.

 private:
  double& seconds_;
  const steady_clock::time_point begin_ = steady_clock::now();
};

// The state that the threads of one process share.
class Workshop {
 public:
  Workshop(const WorkRequest& request, const WorkListener& listener, std::unique_ptr<LeagueTerms> terms,
           std::unique_ptr<Stock> stock, std::unique_ptr<SetPlayer> player, const std::stop_token& stop)
      : request_(request),
        listener_(listener),
        terms_(std::move(terms)),
        stock_(std::move(stock)),
        player_(std::move(player)),
        name_(worker_name()),
        stop_from_outside_(stop, [this] { end(); }) {
    if (request.limits.games) sets_left_ = (*request.limits.games + 1) / 2;
    if (request.limits.time) end_ = steady_clock::now() + *request.limits.time;
  }

  Result<WorkDone> work(const std::stop_token& stop) {
    TOPTILE_TRY(auto store, LeagueStore::open(request_.league, retries_));
    matchmaker_.emplace(std::move(store), request_.limits.elo);
    std::vector<std::jthread> threads;
    for (int lane = 0; lane < request_.threads; ++lane) threads.emplace_back([this, lane] { work_in(lane); });
    std::jthread pulse([this] { keep_alive(); });
    for (std::jthread& thread : threads) thread.join();
    end();
    pulse.join();
    if (auto released = release_all(); !released) {
      report(fmt::format("{}; what this process leased is free for others in {} s", released.error().message,
                         request_.lease.count() / 1000));
    }
    const std::lock_guard lock(mutex_);
    if (error_) return *error_;
    done_.is_stopped = stop.stop_requested();
    return done_;
  }

 private:
  class Thread;
  friend class Thread;

  // Each thread leases under its own name, so that it can give back its leases.
  Lease lease_of(int lane) const { return {fmt::format("{}/{}", name_, lane), request_.lease}; }

  void work_in(int lane);
  Result<void> release_all() {
    RetryTerms once = retries_;
    once.patience = milliseconds(0);
    TOPTILE_TRY(auto store, LeagueStore::open(request_.league, once));
    for (int lane = 0; lane < request_.threads; ++lane) TOPTILE_TRY_TO(store.release(lease_of(lane).worker));
    return success();
  }
  void keep_alive() {
    std::optional<LeagueStore> store;
    Retries retries(retries_);
    while (true) {
      pause_for(request_.lease / 3, stop_.get_token());
      if (stop_.stop_requested()) return;
      const auto told = retries.persist([&]() -> Result<void> {
        if (!store) {
          TOPTILE_TRY(store, LeagueStore::open(request_.league, retries_));
        }
        for (int lane = 0; lane < request_.threads; ++lane) TOPTILE_TRY_TO(store->keep_alive(lease_of(lane)));
        return success();
      });
      const auto alone = told ? store->check_alone(this_host()) : told;
      if (!alone && !stop_.stop_requested()) return note_error(alone.error());
    }
  }

  RetryTerms make_retries() {
    RetryTerms terms = request_.retries;
    terms.stop = stop_.get_token();
    terms.report = [this](const std::string& what) { report(what); };
    return terms;
  }
  // Several threads may have the same problem at the same time.
  void report(const std::string& what) {
    const std::lock_guard lock(mutex_);
    if (what != std::exchange(last_report_, what)) listener_.on_trouble(what);
  }

  void end() {
    stop_.request_stop();
    changed_.notify_all();
  }
  void note_error(const Error& error) {
    {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = error;
    }
    end();
  }

  const WorkRequest& request_;
  const WorkListener& listener_;
  const std::unique_ptr<LeagueTerms> terms_;
  const std::unique_ptr<Stock> stock_;
  const std::unique_ptr<SetPlayer> player_;
  std::optional<Matchmaker> matchmaker_;
  const std::string name_;
  std::optional<Instant> end_;
  std::stop_source stop_;
  const RetryTerms retries_ = make_retries();

  // Guards the decision about the remaining sets; locked before mutex_.
  std::mutex quota_;
  std::mutex mutex_;  // Guards the members below, and the listener.
  std::condition_variable_any changed_;
  std::optional<std::int64_t> sets_left_;
  WorkDone done_;
  std::optional<Error> error_;
  std::string last_report_;
  const std::stop_callback<std::function<void()>> stop_from_outside_;
};

// One thread, with a connection of its own.
class Workshop::Thread {
 public:
  Thread(Workshop& shop, LeagueStore store, Retries& retries, int lane)
      : shop_(shop), store_(std::move(store)), retries_(retries), lane_(lane), lease_(shop.lease_of(lane)) {}

  Result<void> work() {
    while (!shop_.stop_.stop_requested()) {
      const auto worked = retries_.persist([&]() -> Result<Went> {
        TOPTILE_TRY_TO(give_up_leases());
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

 private:
  enum class Went { on, over };

  template <class Work>
  auto in_store(Work work) {
    const Stopwatch watch(in_store_);
    return work();
  }

  // After an error, gives back this thread's leases, so that others need not wait for them. A lease may have
  // been stored although the answer was lost.
  Result<void> give_up_leases() { return may_hold_leases_ ? store_.release(lease_.worker) : success(); }

  Result<Went> step() {
    TOPTILE_TRY(const auto waiting, in_store([&] { return store_.versions().claim(lease_); }));
    if (waiting) return examine_one(*waiting);
    const WorkLimits& limits = shop_.request_.limits;
    if (limits.only_examine) return Went::over;
    if (shop_.end_ && steady_clock::now() >= *shop_.end_) return Went::over;
    if (limits.elo) {
      const Stopwatch watch(choosing_);
      TOPTILE_TRY(const auto is_certain, shop_.matchmaker_->is_certain());
      if (is_certain) return Went::over;
    }
    TOPTILE_TRY(auto leased, take_over());
    if (!leased) {
      const auto meeting = next_meeting();
      if (!meeting) return meeting.error();
      if (!meeting.value()) return wait_for_bots();
      const int sets = take_sets(meeting.value()->sets);
      if (sets == 0) return Went::over;
      auto lease = in_store([&] {
        return store_.sets().lease_sets(meeting.value()->one.id, meeting.value()->other.id, sets, lease_);
      });
      if (!lease || !lease.value()) give_sets_back(sets);
      TOPTILE_TRY(leased, std::move(lease));
      if (!leased) return Went::on;  // One of the two has just become inactive.
    }
    return play(*leased);
  }

  Result<std::optional<NextMeeting>> next_meeting() {
    const Stopwatch watch(choosing_);
    return shop_.matchmaker_->next();
  }

  // Sets taken over from others count towards the limit, too.
  Result<std::optional<LeasedSets>> take_over() {
    const auto take = [&](int most) {
      return in_store([&] { return store_.sets().take_over(lease_, most); });
    };
    if (!shop_.request_.limits.games) return take(kMaxSetsAtOnce);
    const std::lock_guard quota(shop_.quota_);
    const int most = reserve_sets(kMaxSetsAtOnce);
    if (most == 0) return std::optional<LeasedSets>();
    auto leased = take(most);
    const bool has_some = leased && leased.value();
    give_sets_back(most - (has_some ? static_cast<int>(leased.value()->sets.size()) : 0));
    return leased;
  }

  // How many sets this thread may play now, which takes them from the quota of all threads.
  int take_sets(int wanted) {
    const std::lock_guard quota(shop_.quota_);
    return reserve_sets(wanted);
  }
  int reserve_sets(int wanted) {
    const std::lock_guard lock(shop_.mutex_);
    if (!shop_.sets_left_) return wanted;
    const int sets = static_cast<int>(std::min<std::int64_t>(wanted, *shop_.sets_left_));
    *shop_.sets_left_ -= sets;
    return sets;
  }
  void give_sets_back(int sets) {
    const std::lock_guard lock(shop_.mutex_);
    if (shop_.sets_left_) *shop_.sets_left_ += sets;
  }

  // Fewer than two bots are active. Others may be examined now, or be submitted later.
  Result<Went> wait_for_bots() {
    TOPTILE_TRY(const auto queued, store_.versions().list({{}, queued_states()}));
    std::unique_lock lock(shop_.mutex_);
    const WorkLimits& limits = shop_.request_.limits;
    if (queued.empty() && (limits.games || limits.elo)) {
      shop_.done_.has_too_few = true;
      return Went::over;
    }
    shop_.changed_.wait_for(lock, shop_.stop_.get_token(), kLookAgain, [] { return false; });
    return Went::on;
  }

  void tell(const BotVersion& version) {
    const std::lock_guard lock(shop_.mutex_);
    shop_.listener_.on_step(version);
  }

  Result<Went> examine_one(BotVersion version) {
    bool is_ours = true;
    Result<void> stepped = success();
    const auto on_step = [&](VersionState state) {
      auto done = retries_.persist([&] { return store_.versions().step(version.id, lease_.worker, state); });
      if (!done) {
        stepped = done.error();
        return false;
      }
      is_ours = done.value();
      version.state = state;
      if (is_ours) tell(version);
      return is_ours;
    };
    const auto result =
        examine(store_, version, *shop_.stock_, *shop_.player_, lane_, shop_.stop_.get_token(), on_step);
    TOPTILE_TRY_TO(stepped);
    if (!is_ours) return Went::on;
    if (!result) {
      TOPTILE_TRY_TO(store_.versions().give_back(version.id, lease_.worker));
      return in_context(version.label(), result.error());
    }
    const auto& examined = result.value();
    TOPTILE_TRY(is_ours, retries_.persist([&] {
      return examined.has_passed
                 ? store_.versions().accept(version.id, lease_.worker, examined.log)
                 : store_.versions().refuse(version.id, lease_.worker, examined.reason, examined.log);
    }));
    if (!is_ours) return Went::on;
    version.state = examined.has_passed ? VersionState::active : VersionState::refused;
    version.reason = examined.reason;
    tell(version);
    const std::lock_guard lock(shop_.mutex_);
    (examined.has_passed ? shop_.done_.entered : shop_.done_.refused) += 1;
    return Went::on;
  }

  Result<TableBot> seat(VersionId id) {
    TOPTILE_TRY(const auto version, shop_.matchmaker_->find(id));
    auto bot = shop_.stock_->take(store_, version, shop_.stop_.get_token());
    if (!bot) return in_context(version.label(), Error{bot.error().message});
    return TableBot{std::move(bot).value(), version.label()};
  }

  // How often in a row a version failed to start.
  struct Starts {
    int failed = 0;
    bool has_started = false;
    std::string reason;
  };

  // For each of the two, the last game that it forfeited; empty if there is none.
  using LastForfeits = std::array<std::string, 2>;

  static void note(const SetRecords& records, LastForfeits& forfeits) {
    for (std::size_t game = 0; game < records.games.size(); ++game) {
      for (const ForfeitRecord& forfeit : records.games[game].forfeits) {
        forfeits[records.results[game].by_seat[forfeit.seat].entrant] =
            fmt::format("{}: {}", name_of(forfeit.kind), printable(forfeit.text, 300));
      }
    }
  }

  static void note(const SetRecords& records, std::array<Starts, 2>& starts) {
    for (std::size_t game = 0; game < records.games.size(); ++game) {
      const GameRecord& record = records.games[game];
      for (const Seat seat : each<Seat>(2)) {
        Starts& own = starts[records.results[game].by_seat[seat].entrant];
        if (!has_failed_to_start(record, seat)) {
          own = {0, true, {}};
          continue;
        }
        ++own.failed;
        for (const ForfeitRecord& forfeit : record.forfeits) {
          if (forfeit.seat == seat) own.reason = fmt::format("{}: {}", name_of(forfeit.kind), forfeit.text);
        }
      }
    }
  }

  Result<Went> play(const LeasedSets& leased) {
    TOPTILE_TRY(auto one, seat(leased.one));
    TOPTILE_TRY(auto other, seat(leased.other));
    std::array<Starts, 2> starts;
    LastForfeits forfeits;
    Result<void> kept = success();
    const auto use = [&](SetNumber set, SetRecords&& records) {
      note(records, starts);
      note(records, forfeits);
      RecordedSet recorded;
      recorded.set = set;
      recorded.one = leased.one;
      recorded.other = leased.other;
      recorded.block = leased.block;
      recorded.results = records.results;
      recorded.took = records.took.count();
      playing_ += std::chrono::duration<double>(records.took).count();
      for (std::size_t i = 0; i < 2; ++i) recorded.records[i] = format_record(records.games[i]);
      const auto count = retries_.persist([&] {
        return in_store([&] { return store_.sets().keep(std::span(&recorded, 1), lease_.worker); });
      });
      if (!count) {
        kept = count.error();
        return false;
      }
      const std::lock_guard lock(shop_.mutex_);
      (count.value() == 1 ? shop_.done_.games : shop_.done_.lost) += 2;
      if (count.value() == 1) shop_.listener_.on_set(recorded);
      return true;
    };
    const auto played = shop_.player_->play({std::move(one), std::move(other)}, leased.sets, lane_,
                                            shop_.stop_.get_token(), use);
    TOPTILE_TRY_TO(kept);
    TOPTILE_TRY_TO(played);
    for (std::size_t i = 0; i < 2; ++i) {
      const VersionId version = i == 0 ? leased.one : leased.other;
      if (!forfeits[i].empty()) {
        TOPTILE_TRY(const auto paused,
                    in_store([&] { return store_.versions().pause_if_forfeiting(version, forfeits[i]); }));
        if (paused) tell(*paused);
      }
      if (starts[i].failed == 0 && !has_failed_before_.contains(version)) continue;
      if (starts[i].failed > 0) {
        has_failed_before_.insert(version);
      } else {
        has_failed_before_.erase(version);
      }
      TOPTILE_TRY_TO(in_store([&] {
        return store_.versions().note_starts(version, starts[i].failed, starts[i].has_started,
                                             starts[i].reason);
      }));
    }
    return Went::on;
  }

  Workshop& shop_;
  LeagueStore store_;
  Retries& retries_;
  const int lane_;
  const Lease lease_;
  bool may_hold_leases_ = false;
  double in_store_ = 0, choosing_ = 0, playing_ = 0;
  std::set<VersionId> has_failed_before_;
};

void Workshop::work_in(int lane) {
  Retries retries(retries_);
  auto store = retries.persist([&] { return LeagueStore::open(request_.league, retries_); });
  if (!store && stop_.stop_requested()) return;
  if (!store) return note_error(store.error());
  Thread thread(*this, std::move(store).value(), retries, lane);
  if (auto worked = thread.work(); !worked) note_error(worked.error());
}

}  // namespace

Result<WorkDone> work(const WorkRequest& request, const WorkListener& listener, const std::stop_token& stop) {
  std::unique_ptr<LeagueTerms> terms;
  std::string words;
  {
    TOPTILE_TRY(auto store, LeagueStore::open(request.league, request.retries));
    TOPTILE_TRY_TO(store.check_alone(this_host()));
    terms = std::make_unique<LeagueTerms>(store.terms());
    TOPTILE_TRY(words, store.words());
  }
  TOPTILE_TRY(const auto sandbox, Sandbox::open(terms->sandbox));
  TOPTILE_TRY(auto player, SetPlayer::open(*terms, words, sandbox));
  TOPTILE_TRY(auto stock, Stock::open(*terms, request.shipped, sandbox));
  Workshop shop(request, listener, std::move(terms), std::move(stock), std::move(player), stop);
  return shop.work(stop);
}

}  // namespace toptile
