// A league at one moment: its versions, its games, its table, and who did how well against whom.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "league/store/league_store.h"
#include "league/tables/league_table.h"

namespace toptile {

// The games of one version against another one, as the first of them sees it.
struct PairTally {
  int games = 0, wins = 0, ties = 0;
  int forfeits = 0;         // The games that either of them forfeited.
  int counted = 0;          // The games that count in the spread, because nobody forfeited.
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
  // Reads the league.
  static Result<LeagueSnapshot> read(LeagueStore& store);
  // Computes everything from these games. An error says that there can be no table.
  static Result<LeagueSnapshot> of(LeagueGames games, const LeagueTerms& terms);

  const LeagueGames& games() const { return games_; }
  const LeagueTable& table() const { return table_; }
  std::string label(VersionId version) const { return games_.label(version); }
  // The row of a version that is rated; null if it has none.
  const RatingRow* rating(VersionId version) const;
  // The row in the league's table of a version that plays; null if it does not.
  const LeagueRow* league_row(VersionId version) const;
  // How far the first is above the second; nothing unless both are rated.
  std::optional<Distance> apart(VersionId one, VersionId other) const;

  PairTally tally(VersionId one, VersionId other) const;
  // Those that it met, with their games; those with the most games first, and then by their numbers.
  std::vector<std::pair<VersionId, PairTally>> opponents(VersionId version) const;
  // In the order in which the games were kept.
  const std::vector<LeagueForfeit>& forfeited(VersionId version) const;

 private:
  void count(const PlayedSet& set);

  LeagueGames games_;
  LeagueTable table_;
  std::map<VersionId, std::size_t> rating_rows_, league_rows_;
  // By the smaller and the larger number of a version.
  std::map<std::pair<VersionId, VersionId>, PairTally> tallies_;
  std::map<VersionId, std::vector<LeagueForfeit>> forfeited_;
};

}  // namespace toptile
