#include "server/league/shared_site.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace toptile {

namespace {

// How many times as long as a reading the pause after it is, if only games are new. An event waits once as
// long, so that a league with many events does not keep a processor busy.
constexpr int kPauseForGames = 4;
// Without requests, the thread looks for news this often, or less often if readings take long. So the first
// reader after a quiet time does not see a league of long ago.
constexpr std::chrono::seconds kOwnLook{60};
constexpr int kOwnLookForReading = 20;
constexpr std::chrono::seconds kPauseAfterError{1};

}  // namespace

Result<LeagueProgress> progress_of(LeagueStore& store) {
  LeagueProgress now;
  TOPTILE_TRY(now.order, store.sets().last_order());
  TOPTILE_TRY(now.event, store.versions().last_event());
  TOPTILE_TRY(now.history, store.ratings().stamp());
  return now;
}

Result<std::shared_ptr<SharedSite>> SharedSite::open(LeagueStore store, SiteOptions options,
                                                     std::function<void()> before_reading) {
  const std::shared_ptr<SharedSite> site(
      new SharedSite(std::move(store), std::move(options), std::move(before_reading)));
  TOPTILE_TRY_TO(site->read_again());
  site->thread_ = std::jthread([own = site.get()](const std::stop_token& stop) { own->work(stop); });
  return site;
}

SharedSite::~SharedSite() = default;

Result<std::shared_ptr<const LeagueSite>> SharedSite::read(LeagueStore& store) {
  TOPTILE_TRY(const auto now, progress_of(store));
  const std::scoped_lock lock(mutex_);
  notice(now);
  return last_;
}

Result<LeagueStamp> SharedSite::stamp(LeagueStore& store) {
  TOPTILE_TRY(const auto now, progress_of(store));
  const std::scoped_lock lock(mutex_);
  notice(now);
  return LeagueStamp{readings_, now.event};
}

// A request may notice less than the one before it, as each looks at the league by itself. Then the league is
// read once more than needed.
void SharedSite::notice(const LeagueProgress& progress) {
  noticed_ = progress;
  if (noticed_ != read_) changed_.notify_one();
}

Result<void> SharedSite::read_again() {
  const auto began = Clock::now();
  // The reading has at least as much as this, and perhaps more.
  TOPTILE_TRY(const auto progress, progress_of(store_));
  {
    const std::scoped_lock lock(mutex_);
    noticed_ = progress;
  }
  TOPTILE_TRY(auto site, read_site());
  auto last = std::make_shared<const LeagueSite>(std::move(site));
  const std::scoped_lock lock(mutex_);
  last_.swap(last);
  read_ = progress;
  ++readings_;
  ended_ = Clock::now();
  took_ = ended_ - began;
  return success();
}

Result<LeagueSite> SharedSite::read_site() {
  TOPTILE_TRY(const auto changes, store_.sets().changes());
  TOPTILE_TRY(const auto history, store_.ratings().stamp());
  if (changes != changes_) games_ = {};
  changes_.reset();
  TOPTILE_TRY_TO(games_.read(store_));
  changes_ = changes;
  TOPTILE_TRY(auto snapshot, LeagueSnapshot::of(games_, store_.terms()));
  return LeagueSite::of(std::move(snapshot), changes, history, store_.terms(), options_);
}

SharedSite::Clock::time_point SharedSite::next_time() const {
  if (noticed_.event != read_.event) return ended_ + took_;
  if (noticed_ != read_) return ended_ + kPauseForGames * took_;
  return ended_ + std::max<Clock::duration>(kOwnLook, kOwnLookForReading * took_);
}

void SharedSite::wait_for_news(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested() && Clock::now() < next_time()) {
    const LeagueProgress seen = noticed_;
    changed_.wait_until(lock, stop, next_time(), [&] { return noticed_ != seen; });
  }
}

void SharedSite::work(const std::stop_token& stop) {
  while (true) {
    wait_for_news(stop);
    if (stop.stop_requested()) return;
    const auto now = progress_of(store_);
    if (now) {
      const std::scoped_lock lock(mutex_);
      noticed_ = now.value();
      ended_ = Clock::now();
      if (noticed_ == read_) continue;
    }
    if (before_reading_) before_reading_();
    const auto read = now ? read_again() : Result<void>(now.error());
    if (read) continue;
    // Requests are answered from the last reading; the organizer finds the reason on the terminal.
    fmt::print(stderr, "toptile: {}\n", read.error().message);
    const std::scoped_lock lock(mutex_);
    ended_ = Clock::now() + kPauseAfterError;
  }
}

}  // namespace toptile
