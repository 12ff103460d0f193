#include "league/work/set_outbox.h"

#include <algorithm>

namespace toptile {

namespace {

constexpr std::size_t kMaxWaiting = 512;

}  // namespace

Result<void> SetOutbox::add(RecordedSet set) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.size() < kMaxWaiting || error_; });
  if (error_) return *error_;
  waiting_.push_back(std::move(set));
  ++added_;
  changed_.notify_all();
  return success();
}

Result<void> SetOutbox::wait_until_kept() {
  std::unique_lock lock(mutex_);
  const std::uint64_t wanted = added_;
  ++hurried_;
  changed_.notify_all();
  changed_.wait(lock, [&] { return kept_ >= wanted || error_; });
  --hurried_;
  return error_ ? Result<void>(*error_) : success();
}

Result<void> SetOutbox::work(const RetryTerms& terms) {
  Retries retries(terms);
  Clock::time_point due = Clock::now();
  while (true) {
    std::vector<RecordedSet> sets;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !waiting_.empty() || is_closed_; });
      changed_.wait_until(lock, due,
                          [&] { return is_closed_ || hurried_ > 0 || waiting_.size() >= kMaxWaiting; });
      if (waiting_.empty()) {
        if (is_closed_) return success();
        continue;
      }
      sets.swap(waiting_);
    }
    const Clock::time_point begin = Clock::now();
    const auto kept = retries.persist([&] { return desk_.keep(sets); });
    const Clock::time_point end = Clock::now();
    const double seconds = std::chrono::duration<double>(end - begin).count();
    if (kept) on_kept_(sets);
    const std::lock_guard lock(mutex_);
    due = end + std::chrono::duration_cast<Clock::duration>(
                    std::chrono::duration<double>(WorkPace::pause_seconds(seconds, workers_)));
    last_seconds_ = seconds;
    seconds_ += seconds;
    kept_ += sets.size();
    if (!kept) error_ = kept.error();
    changed_.notify_all();
    if (!kept) return kept.error();
  }
}

void SetOutbox::note_workers(std::int64_t workers) {
  const std::lock_guard lock(mutex_);
  workers_ = workers;
}

void SetOutbox::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

double SetOutbox::last_seconds() const {
  const std::lock_guard lock(mutex_);
  return last_seconds_;
}

double SetOutbox::seconds() const {
  const std::lock_guard lock(mutex_);
  return seconds_;
}

}  // namespace toptile
