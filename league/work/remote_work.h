// Work for workers without access to the database, given out by the process that serves the league. It trusts
// none of them: it checks every record by the rules, and lets others play a share of the sets again
// (league/store/set_checks.h).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
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
inline constexpr std::int64_t kMaxHeldByToken = 4096;  // Sets that all workers with a token may lease.

// A set that a remote worker played.
struct BroughtRecords {
  SetNumber set{};
  std::int64_t took = 0;  // Milliseconds.
  std::array<std::string, 2> records;
};

// What became of the sets that a worker brought.
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

  // As in WorkDesk. The worker of a lease has a name by remote_worker_name.
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
  void tend(const std::stop_token& stop);

  ProcessStore store_;
  LeagueDesk desk_;
  const double replayed_share_;
  std::mutex mutex_;  // Guards the members below.
  std::condition_variable_any used_;
  std::shared_ptr<const Lexicon> lexicon_;
  std::random_device random_;
  std::optional<Clock::time_point> last_use_;
  std::mutex choosing_;   // Held while a worker is given work, because one call chooses for the next.
  std::jthread tending_;  // Chooses games while remote workers are there, if no other worker does.
};

}  // namespace toptile
