// Reads a run for a report. All processors take part, and each record is read once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
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
  // Reads "all", "none", or numbers such as "1-20,35"; nullopt for any other text.
  static std::optional<GameSelection> parse(std::string_view text);

  bool has(GameNumber id) const;
  // An error that says which games the runs have, if some numbers are not among them.
  std::optional<Error> missing_fault(std::span<const ReportRun> runs) const;

 private:
  // The first and the last game of each range; both are in it.
  using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  explicit GameSelection(Ranges ranges) : ranges_(std::move(ranges)) {}

  Ranges ranges_;
};

// The games of the runs of one report that were read so far.
struct ReadGames {
  std::size_t runs = 0;
  KnownGames known = {};
};

// Reads the games that were played so far, without those that are known from earlier runs. An error names the
// file and the line that cannot be read. `name` is the run's name in the report.
Result<ReportRun> read_report_run(const RunPaths& paths, const std::string& name, const GameSelection& games,
                                  ReadGames& before);

// Reads one game, as a run of this game alone.
Result<ReportRun> read_report_game(const RunPaths& paths, const std::string& name, GameNumber id);

// A built lexicon, and that of a run, as ReportRun::lexicon.
std::string packed_lexicon(const Lexicon& lexicon);
Result<std::string> packed_lexicon(const RunPaths& paths, const Ruleset& rules);

}  // namespace toptile
