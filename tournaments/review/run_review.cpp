#include "tournaments/review/run_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "protocol/record_log.h"
#include "protocol/replay.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

constexpr std::chrono::seconds kPause{1};

class Reviewers {
 public:
  Reviewers(const RunReview& request, const Plan& plan, const Lexicon& lexicon, std::set<GameNumber> due,
            ReviewProgress progress, LogReader records, ReviewLog reviews)
      : request_(request),
        plan_(plan),
        lexicon_(lexicon),
        due_(std::move(due)),
        progress_(progress),
        records_(std::move(records)),
        reviews_(std::move(reviews)),
        follow_(request.stop, [this] { stop_.request_stop(); }) {}
  ~Reviewers() { stop_.request_stop(); }  // Makes the threads end.
  Reviewers(const Reviewers&) = delete;
  Reviewers& operator=(const Reviewers&) = delete;

  Result<ReviewProgress> work() {
    const auto count = std::min<std::size_t>(static_cast<std::size_t>(request_.concurrency), due_.size());
    working_ = count;
    for (std::size_t i = 0; i < count; ++i) workers_.emplace_back([this] { review_on(); });
    std::unique_lock lock(mutex_);
    while (working_ > 0) {
      changed_.wait_for(lock, kPause);
      const ReviewProgress progress = progress_;
      lock.unlock();
      request_.tell(progress);
      lock.lock();
    }
    if (fault_) return *fault_;
    return progress_;
  }

 private:
  void review_on() {
    const GameReviewer reviewer = request_.make_reviewer();
    while (!stop_.stop_requested()) {
      auto line = next_line();
      if (!line) end_with(line.error());
      if (!line || !line.value()) break;
      const auto done = review(reviewer, *line.value());
      if (!done) end_with(done.error());
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  Result<void> review(const GameReviewer& reviewer, const std::string& line) {
    TOPTILE_TRY(const auto record, parse_record(line));
    if (const auto difference = find_difference(record, plan_.rules, lexicon_))
      return Error{fmt::format("{}: game {}: {}; see: toptile verify", request_.paths.games().string(),
                               record.id, *difference)};
    std::uint64_t done = 0;
    const auto count_turns = [&](std::uint64_t now) {
      const std::lock_guard lock(mutex_);
      progress_.turns_done += now - done;
      done = now;
    };
    {
      const std::lock_guard lock(mutex_);
      progress_.turns_now += record.turns.size();
    }
    auto turns = reviewer(
        record, [this] { return stop_.stop_requested(); }, count_turns);
    const std::lock_guard lock(mutex_);
    progress_.turns_now -= record.turns.size();
    progress_.turns_done -= done;
    if (!turns) return success();
    TOPTILE_TRY_TO(reviews_.append({record.id, mark_of(line), request_.nodes, *std::move(turns)}));
    ++progress_.reviewed;
    changed_.notify_all();
    return success();
  }

  void end_with(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!fault_) fault_ = error;
    stop_.request_stop();
  }

  // The next record to review, or nullopt.
  Result<std::optional<std::string>> next_line() {
    const std::lock_guard lock(mutex_);
    while (!due_.empty()) {
      TOPTILE_TRY(const auto line, records_.next());
      if (!line)
        return Error{
            fmt::format("{}: the file was changed while it was read", request_.paths.games().string())};
      TOPTILE_TRY(const auto record, parse_record_without_turns(*line));
      if (due_.erase(record.id) > 0) return std::optional(std::string(*line));
    }
    return std::optional<std::string>();
  }

  const RunReview& request_;
  const Plan& plan_;
  const Lexicon& lexicon_;
  std::stop_source stop_;

  std::mutex mutex_;  // Guards the members up to the next empty line.
  std::condition_variable changed_;
  std::set<GameNumber> due_;
  ReviewProgress progress_;
  LogReader records_;
  ReviewLog reviews_;
  std::size_t working_ = 0;
  std::optional<Error> fault_;

  const std::stop_callback<std::function<void()>> follow_;
  std::vector<std::jthread> workers_;  // The last member, because the threads use all of the above.
};

}  // namespace

Result<ReviewProgress> review_run(const RunReview& request, const Plan& plan, const Lexicon& lexicon) {
  TOPTILE_TRY(const auto records, read_marks(request.paths));
  TOPTILE_TRY(const auto reviews, read_reviews(request.paths, records));
  const auto is_chosen = [&](const MarkedRecord& record) {
    return (!request.game || record.id == *request.game) && request.selection.has_one_of(record.players);
  };
  std::set<GameNumber> due;
  ReviewProgress progress;
  for (const MarkedRecord& record : records) {
    if (!is_chosen(record)) continue;
    ++progress.chosen;
    const auto review = reviews.find(record.id);
    if (review != reviews.end() && review->second.nodes >= request.nodes) {
      ++progress.before;
    } else {
      due.insert(record.id);
    }
  }
  if (due.empty() || request.stop.stop_requested()) return progress;
  TOPTILE_TRY(auto log, LogReader::open(request.paths.games()));
  TOPTILE_TRY(auto kept, ReviewLog::open(request.paths));
  Reviewers reviewers(request, plan, lexicon, std::move(due), progress, std::move(log), std::move(kept));
  return reviewers.work();
}

}  // namespace toptile
