// Everything that a league computes, made again from its records: results, and the history of ratings.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/result.h"
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

// Whether anything is changed, or only said.
enum class Repair { made, only_told };

// Plays every record again by the rules. A set that the rules refuse is taken out of the league, and so never
// counts; it is the caller's to keep a copy of the league before. Others may play meanwhile.
Result<Rebuilt> rebuild(LeagueStore& store, Repair repair, const std::stop_token& stop,
                        const std::function<void(std::uint64_t sets)>& on_progress = {});

}  // namespace toptile
