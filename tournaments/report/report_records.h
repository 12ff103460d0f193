// A run read for a report: its records once, by all processors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/result.h"
#include "tournaments/exchange/game_keys.h"
#include "tournaments/report/report_run.h"
#include "tournaments/run/run_store.h"

namespace toptile {

inline constexpr std::size_t kGamesAChunk = 64;

// The games whose records go into a report.
class GameSelection {
 public:
  static GameSelection all() { return GameSelection({{1, UINT64_MAX}}); }
  static GameSelection none() { return GameSelection({}); }
  // "all", "none", or numbers as in "1-20,35"; nothing when it is none of these.
  static std::optional<GameSelection> parse(std::string_view text);

  bool has(std::uint64_t id) const;

 private:
  using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // First and last, both in it.
  explicit GameSelection(Ranges ranges) : ranges_(std::move(ranges)) {}

  Ranges ranges_;
};

// The games of the runs of one report that were read so far.
struct ReadGames {
  std::size_t runs = 0;
  KnownGames known = {};
};

// Reads as far as the run is played, without the games that are known from runs before; an error names the
// file and the line that cannot be read. `name` is what the run is called in the report.
Result<ReportRun> read_report_run(const RunPaths& paths, const std::string& name, const GameSelection& games,
                                  ReadGames& before);

// One game, as a run of nothing else.
Result<ReportRun> read_report_game(const RunPaths& paths, const std::string& name, std::uint64_t id);

}  // namespace toptile
