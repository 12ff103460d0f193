// The standings of a league: all games of all versions in one fit, and the rows of those that play. It is a
// function of the versions and the games, and knows nothing of what was computed before.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "league/store/league_store.h"
#include "ratings/tables/rating_table.h"

namespace toptile {

// The games of a league as they are read, from which tables are made. More may be read later.
class LeagueGames {
 public:
  // Reads the versions anew, and the sets that were kept since the last call.
  Result<void> read(LeagueStore& store);

  const std::vector<BotVersion>& versions() const { return versions_; }
  // Null if there is no such version.
  const BotVersion* find(VersionId version) const;
  // Its label, or "?" if there is no such version.
  std::string label(VersionId version) const;
  // The toptile that refereed the set, such as "toptile 0.1.0"; empty if nobody noted that.
  std::string program(const PlayedSet& set) const;
  // All sets in the order in which they were kept, with those of removed versions.
  const std::vector<PlayedSet>& sets() const { return sets_; }
  // All that happened to versions until the last call.
  const std::vector<LeagueEvent>& events() const { return events_; }
  std::uint64_t last_order() const { return sets_.empty() ? 0 : sets_.back().order; }
  // The versions that played when the set of this order was kept, or that play now if it is the last one.
  std::set<VersionId> active_after(std::uint64_t order) const;
  // Whether both versions are rated.
  bool counts(const PlayedSet& set) const;

 private:
  std::vector<BotVersion> versions_;
  std::map<VersionId, std::size_t> by_id_;
  std::map<std::int64_t, std::string> programs_;
  std::vector<LeagueEvent> events_;
  std::vector<PlayedSet> sets_;
};

struct LeagueRow {
  BotVersion version;
  std::size_t row = 0;  // The index of its row in the table of all.
  RankRange ranks;      // Among those that play.
  int forfeits = 0;     // The games that it forfeited.
  // How sure it is that it is stronger than the version of this bot before it, 0 … 1, if both are rated and
  // can be compared. And how far it is above that one.
  std::optional<Distance> over_predecessor;
  std::optional<VersionId> predecessor;
};

struct LeagueTable {
  RatingTable all;                          // All rated versions that have a game or play, by their labels.
  std::vector<LeagueRow> rows;              // Those that play, the best first.
  std::int64_t games = 0;                   // That count.
  std::uint64_t last_order = 0;             // The last set that was looked at.
  std::vector<std::string> absent_anchors;  // Those of the league that are not among the rated versions.
};

// `until` is the order of the last set that counts: with it, a table of the past is made. Anchors that are
// not among the rated versions hold nothing; without any the table is as in a league that has none. An error
// says that there are too many versions.
Result<LeagueTable> league_table(const LeagueGames& games, const LeagueTerms& terms,
                                 std::uint64_t until = UINT64_MAX);

// Points of the history are made after sets of these orders: every ten up to 200, and then each a twentieth
// more than the one before. The next one after `order`.
std::uint64_t next_point_after(std::uint64_t order);

// What a reader should know of the table, a sentence each.
std::vector<std::string> notes_of(const LeagueTable& table);

// The points of one moment: the ratings of all that played then.
Result<std::vector<RatingPoint>> points_at(const LeagueGames& games, const LeagueTerms& terms,
                                           std::uint64_t order);

}  // namespace toptile
