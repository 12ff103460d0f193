// What `toptile tournament` and `toptile match` are told of a tournament, by flags or by a configuration
// file.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tournaments/plan.h"

namespace toptile {

struct TournamentFlags {
  std::string config;
  std::vector<std::string> bots;
  std::optional<std::string> format;
  std::optional<int> players, rounds, leaders;
  std::optional<int> games;
  std::optional<std::uint64_t> seed;
  std::optional<std::string> rules, lexicon;
  std::optional<std::int64_t> clock_ms, increment_ms, move_ms, bank_ms, margin_ms;
  std::optional<std::string> overtime;
  bool has_no_clock = false;
  bool is_processor_time = false;
  bool may_ponder = false;
  bool is_unpinned = false;
  std::optional<std::string> sandbox;
  std::optional<std::string> restart, illegal;
  std::optional<int> withdraw_after;
  bool has_no_lanes = false;
  bool is_untried = false;
  bool has_transcripts = false;
  std::optional<int> concurrency;
  std::optional<std::string> shard;
  std::optional<std::string> sprt, spread_test;
  std::string out;
  bool json = false;
  bool quiet = false;
  std::optional<std::string> view;
};

// Those of the plan, which need not be of a tournament of many bots; then how it is carried out and shown.
void declare_plan_flags(CLI::App& command, TournamentFlags& flags);
void declare_execution_flags(CLI::App& command, TournamentFlags& flags);

// A file's request, or an empty one, with whatever the flags say in place of it.
Result<TournamentRequest> request_of(const TournamentFlags& flags);

}  // namespace toptile
