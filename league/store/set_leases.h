// The sets of games that are in play in a league: chosen, and open for any worker or leased by one.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "league/store/bot_version.h"
#include "league/store/league_connection.h"
#include "protocol/game_record.h"

namespace toptile {

// The number of a set of games in a league, from 1. Its two games are numbered as in a run: 2k-1 and 2k.
enum SetNumber : std::uint64_t {};
constexpr std::uint64_t format_as(SetNumber set) {
  return set;
}
constexpr GameNumber first_game_of(SetNumber set) {
  return GameNumber{2 * set - 1};
}

// A set with the seed of its games.
struct SeededSet {
  SetNumber set{};
  std::uint64_t seed = 0;
};

// Sets of two versions that were chosen together.
struct ChosenSets {
  VersionId one{}, other{};
  int sets = 1;
};

// Sets of two versions for a worker to play.
struct LeasedSets {
  VersionId one{}, other{};
  std::int64_t block = 0;  // Sets that were chosen together are a block. Blocks are numbered from 1.
  std::vector<SetNumber> sets;
  // Sets among these that check another worker: they are played on the seed of another set.
  std::map<SetNumber, SetNumber> replays = {};

  // The set whose number gives the seed of this one.
  SetNumber seed_set(SetNumber set) const {
    const auto replay = replays.find(set);
    return replay == replays.end() ? set : replay->second;
  }
};

// The number of sets that two versions are playing now.
struct SetsInPlay {
  VersionId one{}, other{};
  int sets = 0;
};

// The work that waits for a worker.
struct Outlook {
  bool has_open_sets = false, has_waiting_bots = false;
  // There are workers that did not report in time. Their leases are free after free_the_dead().
  bool has_dead_workers = false;
  bool another_chooses = false;  // A worker that is not this one chooses for all.
  std::int64_t active_bots = 0;
  std::int64_t workers = 0;  // Those that are alive.
};

// How many sets there are, such as those that any worker may take, and how many games the workers play at
// once that have or take them.
struct OpenSets {
  std::int64_t sets = 0, lanes = 0;
};

inline constexpr int kMaxSetsAtOnce = 64;  // In one lease.

class SetLeases : StoredPart {
 public:
  explicit SetLeases(LeagueConnection& connection) : StoredPart(connection) {}

  // One look tells all that a worker needs to know most often, so that many workers that wait cost little.
  Result<Outlook> look(const std::string& worker);
  Result<void> free_the_dead() { return connection().free_the_dead(); }
  // Leases open sets, the oldest first, at most `most`, which is at least 1. A worker with a token gets
  // no set that checks this token. On a server, workers do not wait for each other here.
  Result<std::vector<LeasedSets>> take_open(const Lease& lease, int most = kMaxSetsAtOnce);
  // The same, after a look and with those of dead workers.
  Result<std::vector<LeasedSets>> take_over(const Lease& lease, int most = kMaxSetsAtOnce);
  // Leases new sets, 1 … kMaxSetsAtOnce. Nothing if the two do not meet any more: one must be active, and
  // the other active or retired, because a new version may meet the one before it.
  Result<std::optional<LeasedSets>> lease_sets(VersionId one, VersionId other, int count, const Lease& lease);
  // The same for several pairs at once, without those that do not meet any more.
  Result<std::vector<LeasedSets>> lease_sets(std::span<const ChosenSets> chosen, const Lease& lease);
  // Adds new sets that are open for any worker, likewise.
  Result<void> offer(std::span<const ChosenSets> chosen);
  // The open sets, and the lanes of all other workers that are alive.
  Result<OpenSets> open(const std::string& worker);

  // One worker chooses for all. Whether it is this one, for this time from now; if there is none, it is from
  // now on. Two may choose at once for a moment, which does no harm.
  Result<bool> may_choose(const std::string& worker, std::chrono::milliseconds time);
  // Lets another worker choose.
  Result<void> stop_choosing(const std::string& worker);

  // The sets that a worker leases now, in blocks.
  Result<std::vector<LeasedSets>> held_by(const std::string& worker);
  // How many sets all workers with a token lease, and how many games these workers play at once.
  Result<OpenSets> held_with(const std::string& token);
  // Open sets and leased ones.
  Result<std::vector<SetsInPlay>> in_play();

 private:
  Result<std::vector<LeasedSets>> add(std::span<const ChosenSets> chosen, const std::string& worker);
};

}  // namespace toptile
