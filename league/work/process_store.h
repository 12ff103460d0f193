// One connection to a league for all threads of a process.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "league/store/league_store.h"

namespace toptile {

class ProcessStore {
 public:
  // The league is opened by the first use. The worker's lease is renewed by any use in time, and by
  // keep_alive().
  ProcessStore(std::string league, Lease lease, RetryTerms retries)
      : ProcessStore([league = std::move(league), retries = std::move(retries),
                      patience = lease.time / 3] { return LeagueStore::open(league, retries, patience); },
                     lease) {}
  ProcessStore(std::function<Result<LeagueStore>()> open, Lease lease)
      : open_(std::move(open)), lease_(std::move(lease)) {}

  const Lease& lease() const { return lease_; }

  // Gives the store to `work`, and returns what that returns, a Result. Other threads wait meanwhile.
  template <class Work>
  auto use(const Work& work) -> decltype(work(std::declval<LeagueStore&>())) {
    const std::lock_guard lock(mutex_);
    if (!store_) {
      TOPTILE_TRY(store_, open_());
    }
    // Those who wait for the store may be many. If this fails, what follows tells why, or keep_alive().
    static_cast<void>(keep_alive_in_time());
    return work(*store_);
  }

  // Says that the worker is alive, if it was not said lately. Returns whether it was said now.
  Result<bool> keep_alive() {
    const std::lock_guard lock(mutex_);
    if (!store_) {
      TOPTILE_TRY(store_, open_());
    }
    return keep_alive_in_time();
  }

 private:
  using Clock = std::chrono::steady_clock;

  Result<bool> keep_alive_in_time() {
    if (Clock::now() < next_pulse_) return false;
    TOPTILE_TRY_TO(store_->keep_alive(lease_));
    next_pulse_ = Clock::now() + lease_.time / 4;
    return true;
  }

  const std::function<Result<LeagueStore>()> open_;
  const Lease lease_;
  std::mutex mutex_;  // Guards the members below.
  std::optional<LeagueStore> store_;
  Clock::time_point next_pulse_;
};

}  // namespace toptile
