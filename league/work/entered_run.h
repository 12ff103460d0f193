// The games of a tournament's run, taken into a league as if the league had played them.
#pragma once

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "league/store/league_store.h"
#include "tournaments/run/run_store.h"

namespace toptile {

struct EnteredRun {
  std::uint64_t entered = 0;                  // Sets that are new.
  std::uint64_t known = 0;                    // Sets that were entered before.
  std::uint64_t left_out = 0;                 // Sets that are not whole, or in which a bot was withdrawn.
  std::map<std::string, std::string> labels;  // The version of the league that each bot of the run is.
};

// Takes in the sets of a run of games of two that has the league's rules, words, clock and conduct. Every
// record is played again by the rules first; if one differs, nothing is taken. So it is if the run's terms
// are not those of the league, or if a bot of the run is none of its versions.
//
// A bot is the version that has the same files, and its label if there are several; its options must be those
// of its bot.json alone. `as` says otherwise: it names the version of a bot of the run, whatever its files
// are.
//
// The same run may be entered again after it grew: sets that are there are not taken twice.
Result<EnteredRun> enter_run(LeagueStore& store, const RunPaths& paths,
                             const std::map<std::string, std::string>& as, const std::stop_token& stop);

}  // namespace toptile
