// Recomputes from a league's records everything that it derives from them: results, and the history of
// ratings.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "league/store/league_store.h"

namespace toptile {

struct Rebuilt {
  std::uint64_t sets = 0, turns = 0;
  std::uint64_t changed = 0;      // Sets whose stored results differ from their records.
  std::uint64_t miscounted = 0;   // Counts of sets (StoredOutcomes) that the sets do not give.
  std::uint64_t refused = 0;      // Sets whose records break the rules.
  std::vector<std::string> told;  // Why, for the first of them; once for the sets of an unreadable file.
  std::uint64_t points = 0;       // Points of the history.
  bool is_stopped = false;
};

// Whether to correct wrong results, or only to report them.
enum class Repair { made, only_told };

struct RebuildRequest {
  Repair repair = Repair::only_told;
  // Saves a set that breaks the rules somewhere else, with the reason. Only if this succeeds, the set is
  // removed from the league. Without this callback, all sets stay.
  std::function<Result<void>(const KeptRecords& set, const std::string& why)> keep_elsewhere = {};
  std::function<void(std::uint64_t sets)> on_progress = {};
};

// Plays every record again by the rules. Meanwhile, other processes may play games and submit bots. An error
// if the folder of the record files is not there, because then they may be intact elsewhere.
Result<Rebuilt> rebuild(LeagueStore& store, const RebuildRequest& request, const std::stop_token& stop);

}  // namespace toptile
