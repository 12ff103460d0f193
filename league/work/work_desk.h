// Where a worker process gets sets to play, and where it brings them: the league's database, or its server.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "league/store/league_store.h"

namespace toptile {

// Sets of two versions that are played one after the other.
struct SetsToPlay {
  BotVersion one, other;
  std::int64_t block = 0;
  std::vector<SeededSet> sets;

  std::vector<SetNumber> numbers() const {
    std::vector<SetNumber> all;
    for (const SeededSet& set : sets) all.push_back(set.set);
    return all;
  }
};

// The next work of a lane.
struct NextWork {
  std::vector<SetsToPlay> blocks;
  // Nothing can be played, because fewer than two bots are active. Otherwise a lane without blocks asks again
  // a little later, because others choose for it.
  bool has_too_few_bots = false;
  // The width of all intervals is the one that was asked for.
  bool is_certain = false;
  std::int64_t workers = 1;  // How many use the league now, which sets their pace (WorkPace).
};

// How often a worker leases sets and stores them. Storing excludes others for some milliseconds, so that many
// workers do it less often, with more sets at once: all of them together a hundred times a second at most.
struct WorkPace {
  // The length of a lease: fifty times as long as it takes to lease and to store, and two seconds or more.
  static double lease_seconds(double leasing, double storing, std::int64_t workers) {
    return std::min(std::max({50 * (leasing + storing), 2 * pause_seconds(0, workers), 2.0}), 30.0);
  }
  // From the end of storing to the next time: so the league is used for a twentieth of the time, and few sets
  // are lost with a process that dies.
  static double pause_seconds(double storing, std::int64_t workers) {
    return std::min(std::max(20 * storing, 0.01 * static_cast<double>(workers)), 10.0);
  }
};

// How the games of one version in a block went.
struct BlockReport {
  VersionId version{};
  int failed_starts = 0;     // In how many of its last games in a row it made no move.
  bool has_started = false;  // Whether it made one before these.
  std::string failure;       // Why it did not start the last time.
  std::string last_forfeit;  // Empty if it forfeited none.
};

// All lanes of a process use one desk. An error says what failed, and the same call may be repeated.
class WorkDesk {
 public:
  WorkDesk() = default;
  WorkDesk(const WorkDesk&) = delete;
  WorkDesk& operator=(const WorkDesk&) = delete;
  virtual ~WorkDesk() = default;

  // Leases about `seconds` of play, in whole blocks, at most `most` sets, which is at least 1.
  // `seconds_a_set` is how long a set of this process takes; 0 if it has played none.
  virtual Result<NextWork> next(double seconds, double seconds_a_set, int most) = 0;
  // The packed folder of a version (league/intake/archive.h).
  virtual Result<std::string> packed_files(const BotVersion& version) = 0;
  // Stores the sets that this worker still leases, and sets the `order` of these; it is 0 in the others.
  virtual Result<void> keep(std::span<RecordedSet> sets) = 0;
  // After a block whose games did not all go well, and whose sets are stored. Gives the version if it was
  // paused.
  virtual Result<std::optional<BotVersion>> report(const BlockReport& report) = 0;
  // Does what is due from time to time, such as saying that this worker is alive. Returns when to call it
  // again.
  virtual Result<std::chrono::milliseconds> tend() = 0;
  // Gives back what this worker leases, except these sets: an error may have hidden that more was leased.
  virtual Result<void> give_back(std::span<const SetNumber> except) = 0;
  // Gives back everything at the end.
  virtual Result<void> leave() = 0;
};

}  // namespace toptile
