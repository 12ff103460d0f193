// A league at one point in time: its versions, its games, its table, and the tally of each pairing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "league/store/league_store.h"
#include "league/tables/league_table.h"

namespace toptile {

// The games between two versions, as the first of them sees them.
struct PairTally {
  int games = 0, wins = 0, ties = 0;
  int forfeits = 0;         // The games that either version forfeited.
  int counted = 0;          // The games that count in the spread, because neither forfeited.
  std::int64_t spread = 0;  // The sum of the spreads of these.

  int losses() const { return games - wins - ties; }
  double points() const { return wins + ties / 2.0; }
  std::optional<double> mean_spread() const {
    return counted > 0 ? std::optional(static_cast<double>(spread) / counted) : std::nullopt;
  }
  PairTally turned() const { return {games, losses(), ties, forfeits, counted, -spread}; }
  bool operator==(const PairTally&) const = default;
};

// A game that a version forfeited.
struct LeagueForfeit {
  GameNumber game{};
  SetNumber set{};
  bool operator==(const LeagueForfeit&) const = default;
};

class LeagueSnapshot {
 public:
  // Reads the league, and computes everything with all processors.
  static Result<LeagueSnapshot> read(LeagueStore& store);
  // Computes everything from these games, with as many threads. An error says why there can be no table.
  static Result<LeagueSnapshot> of(LeagueGames games, const LeagueTerms& terms, int threads = 1);

  const LeagueGames& games() const { return games_; }
  const LeagueTable& table() const { return table_; }
  std::string label(VersionId version) const { return games_.label(version); }
  // The row of a rated version with its interval, which is computed now if the table does not show it; null
  // if it has none. Any number of threads may ask.
  const RatingRow* rating(VersionId version) const;
  // The league row of an active version; null if it is not active.
  const LeagueRow* league_row(VersionId version) const;
  // How far `one` is above `other`, or nullopt unless both are rated. Seen from `other`, it is the same
  // distance turned. Any number of threads may ask; if one of the two is active, it is computed once.
  std::optional<Distance> apart(VersionId one, VersionId other) const;

  PairTally tally(VersionId one, VersionId other) const;
  // The versions that it met, with the tallies, sorted by falling number of games, then by version.
  std::vector<std::pair<VersionId, PairTally>> opponents(VersionId version) const;
  // In the order in which the games were kept.
  const std::vector<LeagueForfeit>& forfeited(VersionId version) const;

 private:
  void count(const PlayedSet& set);

  // Results that were computed on demand: rows of versions that the table does not show, completed by
  // their intervals, and distances by the two versions, the smaller number first.
  struct Completed {
    std::mutex mutex;
    std::map<VersionId, RatingRow> rows;
    std::map<std::pair<VersionId, VersionId>, std::optional<Distance>> distances;
  };

  LeagueGames games_;
  LeagueTable table_;
  std::map<VersionId, std::size_t> rating_rows_, league_rows_;
  // By the two versions, the smaller number first.
  std::map<std::pair<VersionId, VersionId>, PairTally> tallies_;
  std::map<VersionId, std::vector<VersionId>> met_;  // The versions that each one met.
  std::map<VersionId, std::vector<LeagueForfeit>> forfeited_;
  std::unique_ptr<Completed> completed_ = std::make_unique<Completed>();
};

}  // namespace toptile
