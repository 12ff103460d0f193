// Everything that a league computes, made again from its records: results, and the history of ratings.
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
  std::uint64_t changed = 0;      // Sets whose kept results were not those of their records.
  std::uint64_t refused = 0;      // Sets whose records do not keep to the rules.
  std::vector<std::string> told;  // Why, for the first ones.
  std::uint64_t points = 0;       // Of the history.
  bool is_stopped = false;
};

// Whether to compute results again, or only to say which are wrong.
enum class Repair { made, only_told };

struct RebuildRequest {
  Repair repair = Repair::only_told;
  // Keeps a set that the rules refuse somewhere else, with the reason. Only if it succeeded, the set is taken
  // out of the league and counts no more. Without this, all sets stay.
  std::function<Result<void>(const KeptRecords& set, const std::string& why)> keep_elsewhere = {};
  std::function<void(std::uint64_t sets)> on_progress = {};
};

// Plays every record again by the rules. Others may play and submit bots meanwhile.
Result<Rebuilt> rebuild(LeagueStore& store, const RebuildRequest& request, const std::stop_token& stop);

}  // namespace toptile
