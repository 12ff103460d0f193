// What `toptile tournament` and `toptile match` are told of a tournament, by flags or by a configuration
// file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags/adjudication_flags.h"
#include "cli/flags/clock_flags.h"
#include "tournaments/plan/plan.h"

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
  bool is_check = false;
  bool is_match = false;  // The verb is toptile match.
  bool wants_schema = false;
  bool json = false;
  bool quiet = false;
  std::optional<std::string> view;
  std::string live;  // "auto" or a port; if it is empty, there is no live page.

  std::optional<int> live_port() const;  // Nothing if any port will do.
};

// The flags for the bots of a tournament and for who meets whom.
void declare_field_flags(CLI::App& command, TournamentFlags& flags);
// The flags for the rest of the plan, which a match has, too.
void declare_plan_flags(CLI::App& command, TournamentFlags& flags);
// Those of these flags that say how games are played. A league has them, too.
void declare_terms_flags(CLI::App& command, TournamentFlags& flags);
// The flags for how a plan is carried out and shown.
void declare_execution_flags(CLI::App& command, TournamentFlags& flags);

// The request of the configuration file, or an empty one, changed to what the flags say.
Result<TournamentRequest> request_of(const TournamentFlags& flags);
// Changes a request to what the flags say.
Result<void> apply(const TournamentFlags& flags, TournamentRequest& request);

}  // namespace toptile
