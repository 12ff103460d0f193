// The last complete reading of a league, for all threads of a server. A thread of its own reads the league
// again when something happened, so no request waits for that.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/result.h"
#include "league/site/league_site.h"
#include "league/store/league_store.h"

namespace toptile {

// How far a league has come.
struct LeagueProgress {
  std::uint64_t order = 0;  // The order of the last set.
  std::int64_t event = 0;   // The last one.
  std::string history;      // RatingHistory::stamp.
  bool operator==(const LeagueProgress&) const = default;
};
Result<LeagueProgress> progress_of(LeagueStore& store);

// The state that answers are made from: the number of the reading, and the last event of the league itself.
// While it stays the same, so do all answers that a cache may keep.
struct LeagueStamp {
  std::uint64_t reading = 0;
  std::int64_t event = 0;
  bool operator==(const LeagueStamp&) const = default;
};

class SharedSite {
 public:
  // Reads the league. `store` is for the thread. `before_reading`, if given, is called by the thread before
  // each later reading, for tests.
  static Result<std::shared_ptr<SharedSite>> open(LeagueStore store, SiteOptions options,
                                                  std::function<void()> before_reading = {});
  ~SharedSite();  // Waits for the end of a reading.

  // The last complete reading. If the league at `store` has more, another one begins: at once for a version
  // that entered or left, and for games after a pause that is longer than the last reading took.
  Result<std::shared_ptr<const LeagueSite>> read(LeagueStore& store);
  // The stamp of what read() would give.
  Result<LeagueStamp> stamp(LeagueStore& store);

 private:
  using Clock = std::chrono::steady_clock;

  SharedSite(LeagueStore store, SiteOptions options, std::function<void()> before_reading)
      : store_(std::move(store)), options_(std::move(options)), before_reading_(std::move(before_reading)) {}

  Result<void> read_again();
  // Reads only the sets that are new, unless earlier ones were changed.
  Result<LeagueSite> read_site();
  void notice(const LeagueProgress& progress);
  // When the league should be read, or else looked at, for the next time.
  Clock::time_point next_time() const;
  void wait_for_news(const std::stop_token& stop);
  void work(const std::stop_token& stop);

  // Used by the thread only.
  LeagueStore store_;
  const SiteOptions options_;
  const std::function<void()> before_reading_;
  LeagueGames games_;
  std::optional<std::int64_t> changes_;  // StoredSets::changes when games_ was read.
  std::mutex mutex_;                     // Guards the members below.
  std::condition_variable_any changed_;
  std::shared_ptr<const LeagueSite> last_;
  std::uint64_t readings_ = 0;
  LeagueProgress read_, noticed_;  // That of the last reading, and what was noticed last.
  Clock::time_point ended_;        // The end of the last reading.
  Clock::duration took_{};         // Its length.
  std::jthread thread_;
};

}  // namespace toptile
