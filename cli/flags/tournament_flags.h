// What `toptile tournament` and `toptile match` are told of a tournament, by flags or by a configuration
// file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags/adjudication_flags.h"
#include "cli/flags/clock_flags.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/resumed_plan.h"

namespace CLI {
class App;
}

namespace toptile {

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
  std::optional<int> concurrency;
  std::optional<std::string> shard;
  std::optional<std::string> sprt, spread_test;
  std::string out;
  std::string resume;                // The folder of a run that goes on, perhaps with changes.
  std::vector<std::string> without;  // The bots that it goes on without, or that the field is played without.
  bool leaves_out_broken = false;    // Bots that cannot be started are left out.
  std::string repeat;                // The folder of a run of which a set is played again,
  std::optional<std::uint64_t> repeated_set, repeated_game;  // this set, or the set of this game.
  bool is_check = false;
  bool is_match = false;  // The verb is toptile match.
  bool wants_schema = false;
  bool json = false;
  bool quiet = false;
  std::optional<std::string> view;
  std::string live;  // "auto" or a port; if it is empty, there is no live page.

  bool is_repeated() const { return !repeat.empty(); }
  // Whether a run goes on with its own configuration, and not with that of a file.
  bool is_resumed_alone() const { return !resume.empty() && config.empty(); }
  std::optional<int> live_port() const;  // Nothing if any port will do.
};

// The flags for the bots of a tournament and for who meets whom.
void declare_field_flags(CLI::App& command, TournamentFlags& flags);
// The flags for the rest of the plan, which a match has, too.
void declare_plan_flags(CLI::App& command, TournamentFlags& flags);
// Those of these flags that say with which moves games begin.
void declare_opening_flags(CLI::App& command, TournamentFlags& flags);
// Those of these flags that say how games are played. A league has them, too.
void declare_terms_flags(CLI::App& command, TournamentFlags& flags);
// The flags that let a run go on with changes. Call it after the two above.
void declare_resume_flags(CLI::App& command, TournamentFlags& flags);
// The flags for how a plan is carried out and shown.
void declare_execution_flags(CLI::App& command, TournamentFlags& flags);

// The request of the configuration file, that of the run that goes on, or an empty one, changed to what the
// flags say. The bots that a run gets besides its own are not in it (bot_changes_of).
Result<TournamentRequest> request_of(const TournamentFlags& flags);
// Which bots the flags give to a run that goes on, and which they take from it.
Result<BotChanges> bot_changes_of(const TournamentFlags& flags);
// Changes a request to what the flags say.
Result<void> apply(const TournamentFlags& flags, TournamentRequest& request);

}  // namespace toptile
