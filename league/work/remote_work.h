// Work for workers without access to the database, given out by the process that serves the league. It trusts
// none of them: it checks every record by the rules, and lets others play a share of the sets again
// (league/store/set_checks.h).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/lexicon.h"
#include "league/work/league_desk.h"
#include "league/work/process_store.h"

namespace toptile {

inline constexpr double kReplayedShare = 0.05;
// How long a remote worker may stay silent, and how many games at once it may say that it plays.
inline constexpr std::chrono::milliseconds kRemoteLease{120'000};
inline constexpr int kMaxRemoteLanes = 256;
// How many sets all workers with a token may hold: twice as many as the games that they play at once, of
// which kMaxRemoteLanes count, and as many more as they brought in the last minute. So workers that bring
// nothing keep little from others, and those that play have a lease of half a minute and what is on its way.
inline constexpr std::chrono::seconds kBroughtTime{60};

// A set that a remote worker played.
struct BroughtRecords {
  SetNumber set{};
  std::int64_t took = 0;  // Milliseconds.
  std::array<std::string, 2> records;
};

// The outcome of the sets that a worker brought.
struct BroughtOutcome {
  std::vector<std::uint64_t> orders;  // For each set, also if it was brought before; 0 if it was not leased.
  // Why the records of one of them are no games of that set. Then none was kept, and the token is blocked.
  std::string fault;
};

// Several threads may use it.
class RemoteWork {
 public:
  // Opens its store at the first use.
  RemoteWork(std::function<Result<LeagueStore>()> open, double replayed_share);
  ~RemoteWork();
  RemoteWork(const RemoteWork&) = delete;
  RemoteWork& operator=(const RemoteWork&) = delete;

  // As in WorkDesk. The worker of a lease has a name by remote_worker_name. No sets if the workers with its
  // token hold too many.
  Result<NextWork> next(const Lease& lease, double seconds, double seconds_a_set, int most);
  Result<BroughtOutcome> bring(const std::string& worker, const std::string& program,
                               std::vector<BroughtRecords> sets);
  Result<void> keep_alive(const Lease& lease);
  Result<void> give_back(const std::string& worker, std::span<const SetNumber> except);
  Result<void> leave(const std::string& worker);

 private:
  using Clock = std::chrono::steady_clock;

  Result<std::shared_ptr<const Lexicon>> lexicon();
  void note_use();
  void note_brought(const std::string& token, std::int64_t sets);
  // How many sets were brought with the token in the last kBroughtTime.
  std::int64_t brought_lately(const std::string& token);
  void tend(const std::stop_token& stop);

  ProcessStore store_;
  LeagueDesk desk_;
  const double replayed_share_;
  std::mutex mutex_;  // Guards the members below.
  std::condition_variable_any used_;
  std::shared_ptr<const Lexicon> lexicon_;
  std::random_device random_;
  std::optional<Clock::time_point> last_use_;
  // The latest sets of the workers with each token: when they came, and how many.
  std::map<std::string, std::deque<std::pair<Clock::time_point, std::int64_t>>> brought_;
  std::mutex choosing_;   // Held while a worker is given work, because one call chooses for the next.
  std::jthread tending_;  // Chooses games while remote workers are there, if no other worker does.
};

}  // namespace toptile
