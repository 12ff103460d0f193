#include "tournaments/run/runner.h"

#include <algorithm>

namespace toptile {

using std::chrono::steady_clock;

// A thread that plays games.
class Runner::Worker final : public GameSource {
 public:
  Worker(Runner& runner, int number) : runner_(runner), number_(number), thread_([this] { work(); }) {}
  ~Worker() override { thread_.join(); }

  // Makes the games in play look at the stop token now. Any thread may call it.
  void wake() {
    const std::lock_guard lock(mutex_);
    if (player_) player_->wake();
  }

  std::optional<Next> next(Wait wait) override {
    while (auto game = runner_.next_game(number_, in_play_, wait, [&] { player_->rest(); })) {
      Absences absent = runner_.absences_of(*game);
      if (auto unplayed = record_unplayed(runner_.plan_, runner_.table_, *game, absent)) {
        runner_.finish_game(*game, *std::move(unplayed));
        continue;
      }
      ++in_play_;
      return Next{*std::move(game), std::move(absent)};
    }
    return std::nullopt;
  }

  bool take(const ScheduledGame& game, Result<GameRecord> record) override {
    --in_play_;
    if (record) {
      runner_.finish_game(game, std::move(record).value());
    } else if (!record.error().is_cancelled) {
      runner_.give_up(record.error());
    }
    return true;
  }

 private:
  void work() {
    auto made = runner_.players_(number_, runner_.stop_.get_token());
    {
      const std::lock_guard lock(mutex_);
      player_ = std::move(made);
    }
    player_->play_all(*this);
    runner_.end_worker(player_->finish());
  }

  Runner& runner_;
  const int number_;
  std::uint64_t in_play_ = 0;
  std::mutex mutex_;
  std::unique_ptr<GamePlayer> player_;  // The worker's thread makes it.
  std::thread thread_;                  // The last member, because it uses all of the above.
};

Runner::Runner(const Plan& plan, const GameTable& table, Schedule& schedule, RunStore& store,
               Withdrawals withdrawals, GamePlayers players)
    : plan_(plan),
      table_(table),
      store_(store),
      players_(std::move(players)),
      schedule_(schedule),
      withdrawals_(std::move(withdrawals)),
      uses_(plan.bots.size()) {}

Runner::~Runner() {
  stop();
}

void Runner::start(int concurrency) {
  {
    const std::lock_guard lock(mutex_);
    working_ = at_once_ = concurrency;
  }
  for (int i = 0; i < concurrency; ++i) workers_.push_back(std::make_unique<Worker>(*this, i));
}

void Runner::play_at_once(int threads) {
  int missing = 0;
  {
    const std::lock_guard lock(mutex_);
    if (threads == at_once_) return;
    at_once_ = threads;
    more_known_.notify_all();
    if (working_ == 0 || is_finishing_) return;
    missing = std::max(threads - static_cast<int>(workers_.size()), 0);
    working_ += missing;
  }
  for (int i = 0; i < missing; ++i)
    workers_.push_back(std::make_unique<Worker>(*this, static_cast<int>(workers_.size())));
}

void Runner::finish() {
  const std::lock_guard lock(mutex_);
  is_finishing_ = true;
  more_known_.notify_all();
}

int Runner::in_play() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(in_play_.size());
}

bool Runner::wait(Deadline deadline) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, deadline, [&] { return working_ == 0 || is_cut_short_; });
  return working_ > 0 && !is_cut_short_;
}

void Runner::stop() {
  stop_.request_stop();
  for (const auto& worker : workers_) worker->wake();
  workers_.clear();
}

RunnerNews Runner::take_news() {
  const std::lock_guard lock(mutex_);
  return {std::exchange(finished_, {}), std::exchange(events_, {}), schedule_.known(), schedule_.expected(),
          schedule_.test()};
}

std::vector<SessionUse> Runner::uses() const {
  const std::lock_guard lock(mutex_);
  return uses_;
}

Result<void> Runner::outcome() const {
  const std::lock_guard lock(mutex_);
  return outcome_;
}

template <class BeforeWait>
std::optional<ScheduledGame> Runner::next_game(int worker, std::uint64_t in_play, GameSource::Wait wait,
                                               BeforeWait before_wait) {
  std::unique_lock lock(mutex_);
  const auto is_decided = [&] {
    while (next_id_ <= schedule_.known() && store_.has(next_id_)) ++next_id_;
    return next_id_ <= schedule_.known() || schedule_.is_complete();
  };
  const auto is_none_left = [&] { return is_decided() && next_id_ > schedule_.known(); };
  const auto may_go_on = [&] {
    return is_finishing_ || is_none_left() || (is_decided() && worker < at_once_);
  };
  const bool may_wait = wait == GameSource::Wait::yes;
  if (!may_wait && (!may_go_on() || in_play >= share_of_worker())) return std::nullopt;
  if (!may_go_on()) {
    lock.unlock();
    before_wait();
    lock.lock();
    more_known_.wait(lock, stop_.get_token(), may_go_on);
  }
  if (is_none_left()) more_known_.notify_all();  // Workers that rest are done, too.
  if (stop_.stop_requested() || is_finishing_ || !is_decided() || is_none_left()) return std::nullopt;
  const ScheduledGame scheduled = schedule_.game(next_id_);
  in_play_.emplace(next_id_, scheduled.entrants);
  ++next_id_;
  if (keeps_events_) note_start(scheduled, worker);
  return scheduled;
}

// With several games at once in each worker, the last games are spread over all of them.
std::uint64_t Runner::share_of_worker() const {
  const std::uint64_t left = schedule_.known() + 1 - std::min<std::uint64_t>(next_id_, schedule_.known() + 1);
  const auto workers = static_cast<std::uint64_t>(std::max(std::min(working_, at_once_), 1));
  return (left + in_play_.size() + workers - 1) / workers;
}

void Runner::note_start(const ScheduledGame& scheduled, int worker) {
  if (count_present(toptile::absences_of(scheduled, withdrawals_)) < 2) return;
  events_.push_back(GameStarted{
      scheduled.id, {scheduled.entrants.begin(), scheduled.entrants.end()}, worker, steady_clock::now()});
}

Absences Runner::absences_of(const ScheduledGame& scheduled) const {
  const std::lock_guard lock(mutex_);
  return toptile::absences_of(scheduled, withdrawals_);
}

void Runner::finish_game(const ScheduledGame& scheduled, GameRecord record) {
  std::string line = record.forfeits.empty() ? format_record(record) : std::string();
  const std::lock_guard lock(mutex_);
  in_play_.erase(scheduled.id);
  if (scheduled.id > schedule_.known()) return;
  if (record.forfeits.empty()) {
    withdrawals_.note(scheduled, record);
    store_game(scheduled, record, std::move(line));
  } else {
    undecided_.emplace(scheduled.id, UndecidedGame{scheduled, std::move(record)});
  }
  store_decided();
}

// Whether a bot that failed to start in this game is still playing an earlier one.
bool Runner::is_undecided(const UndecidedGame& game) const {
  const Entrants& entrants = game.scheduled.entrants;
  for (const Seat seat : each<Seat>(entrants.size())) {
    if (!has_failed_to_start(game.record, seat)) continue;
    for (const auto& [earlier, playing] : in_play_) {
      if (earlier > game.scheduled.id) break;
      if (std::ranges::find(playing, entrants[seat]) != playing.end()) return true;
    }
  }
  return false;
}

void Runner::store_decided() {
  for (auto next = undecided_.begin(); next != undecided_.end();) {
    if (next->first > schedule_.known()) {
      undecided_.erase(next, undecided_.end());
      return;
    }
    if (is_undecided(next->second)) {
      ++next;
      continue;
    }
    auto [scheduled, record] = std::move(next->second);
    next = undecided_.erase(next);
    record = withdrawn_later(plan_, table_, scheduled, withdrawals_, std::move(record));
    withdrawals_.note(scheduled, record);
    std::string line = format_record(record);
    store_game(scheduled, record, std::move(line));
  }
}

void Runner::store_game(const ScheduledGame& scheduled, const GameRecord& record, std::string line) {
  if (!outcome_ || record.id > schedule_.known()) return;
  const GameResult result = result_of(record, scheduled.entrants);
  const auto before = std::pair(schedule_.known(), schedule_.is_complete());
  schedule_.tell(result);
  if (auto appended = store_.append(record.id, std::move(line)); !appended) return fail(appended.error());
  finished_.add(record, result);
  if (keeps_events_) events_.push_back(game_ended_of(record, result));
  if (keeps_events_ && schedule_.known() > before.first)
    events_.push_back(RoundKnown{schedule_.known(), schedule_.expected()});
  if (std::pair(schedule_.known(), schedule_.is_complete()) == before) return;
  // What a round follows from must not be lost when what it led to is kept.
  if (auto synced = store_.sync(); !synced) return fail(synced.error());
  if (schedule_.known() < before.first) cut_short();
  more_known_.notify_all();
}

void Runner::cut_short() {
  is_cut_short_ = true;
  changed_.notify_all();
}

// The workers notice at their next game.
void Runner::fail(Error error) {
  if (outcome_) outcome_ = std::move(error);
  stop_.request_stop();
}

void Runner::give_up(Error error) {
  const std::lock_guard lock(mutex_);
  fail(std::move(error));
}

void Runner::end_worker(const std::vector<SessionUse>& uses) {
  const std::lock_guard lock(mutex_);
  for (const Entrant entrant : each<Entrant>(uses.size())) uses_[entrant] += uses[entrant];
  --working_;
  changed_.notify_all();
}

}  // namespace toptile
