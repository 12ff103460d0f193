// Sets of a league that were never played, for the simulations of its store.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "league/store/league_store.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile::simulated {

// The records of a run, each a line.
inline Result<std::vector<std::string>> lines_of(const RunPaths& paths) {
  std::vector<std::string> lines;
  TOPTILE_TRY_TO(for_each_log_line(paths.games(), [&](std::uint64_t, std::string_view line) -> Result<void> {
    lines.emplace_back(line);
    return success();
  }));
  return lines;
}

// A game that the set's first version ends `ahead` points ahead. `first` is its seat.
inline GameResult result_of_spread(int ahead, std::uint16_t first) {
  GameResult result;
  const std::size_t seat = first;
  result.by_seat[seat] = {300 + ahead, 0, static_cast<std::uint8_t>(ahead < 0 ? 2 : 1),
                          SeatResult::Fate::played};
  result.by_seat[1 - seat] = {300, 1, static_cast<std::uint8_t>(ahead > 0 ? 2 : 1), SeatResult::Fate::played};
  return result;
}

// The league's terms are those of the run.
inline LeagueTerms terms_of(const Plan& plan) {
  LeagueTerms terms{
      .name = "bench", .plan = plan, .sandbox = SandboxMode::automatic, .submissions = {}, .anchors = {}};
  terms.plan.bots.clear();
  return terms;
}

// The lease of the worker that enters and plays. Each time it leases, it begins again.
inline Lease lease_of_bench() {
  return {"bench", kMaxLease};
}

// A bot that plays, with a text as its files.
inline Result<VersionId> enter(LeagueStore& store, const std::string& name, const std::string& files) {
  TOPTILE_TRY(const auto received, store.versions().receive({.bot = name,
                                                             .author = name,
                                                             .sha256 = sha256_hexadecimal(files),
                                                             .packed = files,
                                                             .bytes = files.size(),
                                                             .said_author = "",
                                                             .said_version = "",
                                                             .language = ""}));
  TOPTILE_TRY_TO(store.versions().claim(lease_of_bench()));
  TOPTILE_TRY_TO(store.versions().accept(received.version.id, lease_of_bench().worker, ""));
  return received.version.id;
}

}  // namespace toptile::simulated
