// Enters the games of a tournament's run into a league, as if the league had played them.
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
  std::uint64_t entered = 0;   // Sets that are new.
  std::uint64_t known = 0;     // Sets that were entered before.
  std::uint64_t left_out = 0;  // Sets that are incomplete, or in which a bot was withdrawn.
  std::map<std::string, std::string>
      labels;  // For each bot of the run, the version of the league that it is.
};

// Enters the sets of a two-player run that has the league's rules, lexicon, clock and referee settings. Every
// record is first played again by the rules. Nothing is entered if a record differs, if the run's terms are
// not those of the league, or if a bot of the run is not one of the league's versions.
//
// A bot is matched to the version that has the same files, and by its label if there are several; it may have
// no options except those of its bot.json. `as` overrides this: it names the version for a bot of the run,
// whatever its files are.
//
// A run may be entered again after it has grown: no set is entered twice.
Result<EnteredRun> enter_run(LeagueStore& store, const RunPaths& paths,
                             const std::map<std::string, std::string>& as, const std::stop_token& stop);

}  // namespace toptile
