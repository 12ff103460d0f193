// The settings of `toptile tournament` and `toptile match`, from flags and a configuration file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags/adjudication_flags.h"
#include "cli/flags/clock_flags.h"
#include "tournaments/plan/plan.h"
#include "tournaments/resume/resumed_plan.h"

namespace toptile {

class Command;

struct TournamentFlags {
  std::string config;
  std::vector<std::string> bots;
  std::optional<std::string> name;
  std::optional<std::string> format;
  std::optional<int> players, rounds, leaders;
  std::optional<int> games;
  std::optional<std::uint64_t> seed;
  std::optional<std::string> rules, lexicon;
  std::optional<std::string> openings, openings_order;
  ClockFlags clock;
  AdjudicationFlags adjudication;
  std::optional<bool> ponder, every_look, pin, lanes, try_bots, transcripts;
  std::optional<std::string> sandbox;
  std::optional<int> memory_mb, processes, files, file_mb, tmp_mb;
  std::optional<std::string> restart, illegal;
  std::optional<int> withdraw_after;
  std::optional<int> concurrency, batch;
  std::optional<std::string> shard;
  std::optional<std::string> sprt, spread_test;
  std::string out;
  std::string resume;                // The folder of the run to resume, perhaps with changes.
  std::vector<std::string> without;  // Bots to leave out, of a resumed run or a new field.
  bool leaves_out_broken = false;    // Leave out bots that cannot be started.
  std::string repeat;                // The folder of a run, to play one of its sets again:
  std::optional<std::uint64_t> repeated_set, repeated_game;  // this set, or the set of this game.
  bool is_check = false;
  bool is_match = false;  // The verb is toptile match.
  bool wants_schema = false;
  bool json = false;
  bool quiet = false;
  std::optional<std::string> view;
  std::string live;  // "auto" or a port; if it is empty, there is no live page.

  bool is_repeated() const { return !repeat.empty(); }
  // Whether a run is resumed with its own configuration, not with that of a file.
  bool is_resumed_alone() const { return !resume.empty() && config.empty(); }
  std::optional<int> live_port() const;  // Empty if any port will do.
};

// The flags for a tournament's bots and pairings.
void declare_field_flags(Command& command, TournamentFlags& flags);
// The flags for the rest of the plan, which matches share.
void declare_plan_flags(Command& command, TournamentFlags& flags);
// Those of the plan flags that are about openings.
void declare_opening_flags(Command& command, TournamentFlags& flags);
// Those of the plan flags that say how games are played. Leagues share them.
void declare_terms_flags(Command& command, TournamentFlags& flags);
// The flags for resuming a run with changes. Call this after declare_field_flags and declare_plan_flags.
void declare_resume_flags(Command& command, TournamentFlags& flags);
// The flags for how a plan is carried out and shown.
void declare_execution_flags(Command& command, TournamentFlags& flags);

// The request of the configuration file, that of the resumed run, or an empty one, with the flags applied.
// Bots that join a resumed run are not in it (bot_changes_of).
Result<TournamentRequest> request_of(const TournamentFlags& flags);
// Which bots the flags add to a resumed run, and which they remove.
Result<BotChanges> bot_changes_of(const TournamentFlags& flags);
// Applies the flags to a request.
Result<void> apply(const TournamentFlags& flags, TournamentRequest& request);

}  // namespace toptile
