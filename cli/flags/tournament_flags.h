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
  bool is_match = false;  // By toptile match.
  bool wants_schema = false;
  bool json = false;
  bool quiet = false;
  std::optional<std::string> view;
  std::string live;  // "auto", or a port; empty: no live page.

  std::optional<int> live_port() const;  // Nothing: whichever there is.
};

// The bots of a tournament and who meets whom.
void declare_field_flags(CLI::App& command, TournamentFlags& flags);
// Those of the plan, which need not be of a tournament of many bots; then how it is carried out and shown.
void declare_plan_flags(CLI::App& command, TournamentFlags& flags);
void declare_execution_flags(CLI::App& command, TournamentFlags& flags);

// A file's request, or an empty one, with whatever the flags say in place of it.
Result<TournamentRequest> request_of(const TournamentFlags& flags);

}  // namespace toptile
