#include "league/work/workshop.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "league/work/worker_lane.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

}  // namespace

Workshop::Workshop(const WorkRequest& request, const WorkListener& listener, const LeagueTerms& terms,
                   std::unique_ptr<SetPlayer> player, std::unique_ptr<Stock> stock,
                   const std::stop_token& stop)
    : request_(request),
      listener_(listener),
      terms_(terms),
      player_(std::move(player)),
      stock_(std::move(stock)),
      stop_from_outside_(stop, [this] { end(); }) {
  if (request.limits.games) sets_left_ = (*request.limits.games + 1) / 2;
  if (request.limits.time) end_ = steady_clock::now() + *request.limits.time;
}

Result<WorkDone> Workshop::work(WorkDesk& desk, LeagueDesk* examining, const std::stop_token& stop) {
  desk_ = &desk;
  examining_ = examining;
  outbox_.emplace(desk, [this](std::span<const RecordedSet> sets) { note_kept(sets); });
  std::vector<std::jthread> lanes;
  for (int lane = 0; lane < request_.threads; ++lane) {
    lanes.emplace_back([this, lane] {
      if (auto worked = WorkerLane(*this, lane).work(); !worked) note_error(worked.error());
    });
  }
  std::jthread pulse([this] { tend(); });
  std::jthread keeper([this] {
    if (auto worked = outbox_->work(retries_); !worked) note_error(worked.error());
  });
  for (std::jthread& lane : lanes) lane.join();
  outbox_->close();
  keeper.join();
  end();
  pulse.join();
  RetryTerms once = retries_;
  once.patience = milliseconds(0);
  if (auto left = Retries(once).persist([&] { return desk.leave(); }); !left) {
    report(fmt::format("{}; what this process leased is free for others in {} s", left.error().message,
                       request_.lease.count() / 1000));
  }
  const std::lock_guard lock(mutex_);
  if (error_) return *error_;
  done_.seconds_in_store += outbox_->seconds();
  done_.is_stopped = stop.stop_requested();
  return done_;
}

RetryTerms Workshop::make_retries() {
  RetryTerms terms = request_.retries;
  terms.stop = stop_.get_token();
  terms.report = [this](const std::string& what) { report(what); };
  return terms;
}

void Workshop::report(const std::string& what) {
  const std::lock_guard lock(mutex_);
  if (what != std::exchange(last_report_, what)) listener_.on_trouble(what);
}

void Workshop::end() {
  stop_.request_stop();
  changed_.notify_all();
}

void Workshop::note_error(const Error& error) {
  {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
  }
  end();
}

void Workshop::tend() {
  Retries retries(retries_);
  milliseconds pause{250};
  while (true) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, stop_.get_token(), pause, [] { return false; });
    }
    if (stop_.stop_requested()) return;
    const auto next = retries.persist([&] { return desk_->tend(); });
    if (stop_.stop_requested()) return;
    if (!next) return note_error(next.error());
    pause = next.value();
  }
}

void Workshop::note_kept(std::span<const RecordedSet> sets) {
  const std::lock_guard lock(mutex_);
  for (const RecordedSet& set : sets) {
    held_.erase(set.set);
    (set.order > 0 ? done_.games : done_.lost) += 2;
    if (set.order > 0) listener_.on_set(set);
  }
}

Result<Workshop::Assigned> Workshop::next_work() {
  const std::lock_guard leasing(leasing_);
  int most = kMaxSetsAtOnce;
  double seconds = 0, seconds_a_set = 0;
  {
    const std::lock_guard lock(mutex_);
    if (sets_left_) most = static_cast<int>(std::min<std::int64_t>(most, *sets_left_));
    seconds = WorkPace::lease_seconds(seconds_for_lease_, outbox_->last_seconds(), workers_);
    seconds_a_set = seconds_a_set_;
  }
  if (most == 0) return Assigned{{}, {}, true};
  double took = 0;
  Assigned assigned;
  {
    const Stopwatch watch(took);
    TOPTILE_TRY(assigned.work, desk_->next(seconds, seconds_a_set, most));
  }
  outbox_->note_workers(assigned.work.workers);
  const std::lock_guard lock(mutex_);
  seconds_for_lease_ = took;
  workers_ = assigned.work.workers;
  assigned.took = milliseconds(static_cast<int>(1000 * took));
  for (const SetsToPlay& block : assigned.work.blocks) {
    for (const SeededSet& set : block.sets) held_.insert(set.set);
    if (sets_left_) *sets_left_ -= static_cast<std::int64_t>(block.sets.size());
  }
  assigned.is_over = assigned.work.is_certain;
  return assigned;
}

Result<void> Workshop::give_back_the_unknown() {
  const std::lock_guard leasing(leasing_);
  std::vector<SetNumber> held;
  {
    const std::lock_guard lock(mutex_);
    held.assign(held_.begin(), held_.end());
  }
  return desk_->give_back(held);
}

void Workshop::let_go(std::span<const SetNumber> sets) {
  const std::lock_guard lock(mutex_);
  for (const SetNumber set : sets) held_.erase(set);
}

}  // namespace toptile
