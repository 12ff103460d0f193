// The state that the lanes of a worker process share.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

#include "league/intake/stock.h"
#include "league/work/league_desk.h"
#include "league/work/league_worker.h"
#include "league/work/set_outbox.h"
#include "league/work/set_player.h"
#include "referee/processes/deadline.h"

namespace toptile {

class Workshop {
 public:
  Workshop(const WorkRequest& request, const WorkListener& listener, const LeagueTerms& terms,
           std::unique_ptr<SetPlayer> player, std::unique_ptr<Stock> stock, const std::stop_token& stop);

  // `examining` is empty if this process examines no bots.
  Result<WorkDone> work(WorkDesk& desk, LeagueDesk* examining, const std::stop_token& stop);
  // For what uses the league: a stop ends its pauses, and its reports go to the listener.
  const RetryTerms& retries() const { return retries_; }

 private:
  friend class WorkerLane;

  // Several threads may have the same problem at the same time.
  void report(const std::string& what);
  void end();
  void note_error(const Error& error);
  void tend();
  void note_kept(std::span<const RecordedSet> sets);
  RetryTerms make_retries();

  // The next sets for a lane; none if the process has played as many as it should.
  struct Assigned {
    NextWork work;
    std::chrono::milliseconds took{0};  // To get it.
    bool is_over = false;
  };
  Result<Assigned> next_work();
  // Gives back what the process leases without knowing it, after an error.
  Result<void> give_back_the_unknown();
  // The lane does not play these any more.
  void let_go(std::span<const SetNumber> sets);

  const WorkRequest& request_;
  const WorkListener& listener_;
  const LeagueTerms& terms_;
  const std::unique_ptr<SetPlayer> player_;
  const std::unique_ptr<Stock> stock_;
  WorkDesk* desk_ = nullptr;
  LeagueDesk* examining_ = nullptr;
  std::optional<SetOutbox> outbox_;
  std::optional<Instant> end_;
  std::stop_source stop_;
  const RetryTerms retries_ = make_retries();

  std::mutex leasing_;  // Held while sets are leased or given back; locked before mutex_.
  std::mutex mutex_;    // Guards the members below, and the listener.
  std::condition_variable_any changed_;
  std::optional<std::int64_t> sets_left_;
  std::set<SetNumber> held_;      // Leased sets that are played now, or wait to be stored.
  double seconds_a_set_ = 0;      // The average of the last sets of all lanes.
  double seconds_for_lease_ = 0;  // How long the last lease took to get.
  std::int64_t workers_ = 1;      // That used the league then.
  WorkDone done_;
  std::optional<Error> error_;
  std::string last_report_;
  const std::stop_callback<std::function<void()>> stop_from_outside_;
};

// Adds the time of its life to the seconds.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  Stopwatch(const Stopwatch&) = delete;  // Nor can it be assigned, as it has a reference.

 private:
  double& seconds_;
  const Instant begin_ = std::chrono::steady_clock::now();
};

}  // namespace toptile
