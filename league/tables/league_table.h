// The standings of a league: all games of all versions in one fit, and the rows of the active versions. They
// are a function of the versions and the games, independent of earlier computations.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "league/store/league_store.h"
#include "ratings/tables/rating_table.h"

namespace toptile {

// The versions of a league.
class LeagueVersions {
 public:
  const std::vector<BotVersion>& versions() const { return versions_; }
  // Null if there is no such version.
  const BotVersion* find(VersionId version) const;
  // Its label, or "?" if there is no such version.
  std::string label(VersionId version) const;
  // True if the games of the version count.
  bool is_rated(VersionId version) const;
  std::set<VersionId> active() const;

 protected:
  Result<void> read_versions(LeagueStore& store);

 private:
  std::vector<BotVersion> versions_;
  std::unordered_map<std::int64_t, std::size_t> by_id_;
};

class LeagueGames;

// The versions of a league and the counts of their sets, from which tables are made.
class LeagueCounts : public LeagueVersions {
 public:
  // Reads all versions again, and the sets that were stored since the last call. If any earlier set was
  // changed since then, or if this is the first call, all counts are read.
  Result<void> read(LeagueStore& store);
  // The counts of the sets up to the one of this order, with the versions that were active then.
  static LeagueCounts of(const LeagueGames& games, std::uint64_t until);

  // Those of all versions, sorted by the lower version, the upper one and the outcome.
  const std::vector<CountedSets>& counts() const { return counts_; }
  const std::set<VersionId>& active() const { return active_; }
  std::uint64_t last_order() const { return last_order_; }

 private:
  void add(std::span<const PlayedSet> sets);

  std::vector<CountedSets> counts_;
  std::set<VersionId> active_;
  std::uint64_t last_order_ = 0;
  std::optional<std::int64_t> changes_;  // StoredSets::changes at the last call of `read`.
};

// The versions and games of a league. More may be read later.
class LeagueGames : public LeagueVersions {
 public:
  // Reads all versions again, and the sets that were stored since the last call.
  Result<void> read(LeagueStore& store);

  // The toptile that refereed the set, such as "toptile 0.1.0"; empty if unknown.
  std::string program(const PlayedSet& set) const;
  // All sets in the order in which they were stored, including those of removed versions.
  const std::vector<PlayedSet>& sets() const { return sets_; }
  // The places of a version's sets in sets(), in their order.
  const std::vector<std::uint32_t>& sets_of(VersionId version) const;
  // All events up to the last call of `read`.
  const std::vector<LeagueEvent>& events() const { return events_; }
  std::uint64_t last_order() const { return sets_.empty() ? 0 : sets_.back().order; }
  // The versions that were active when the set of this order was stored, or that are active now if it is the
  // last one.
  std::set<VersionId> active_after(std::uint64_t order) const;
  // Whether both versions are rated.
  bool counts(const PlayedSet& set) const { return is_rated(set.one) && is_rated(set.other); }

 private:
  std::map<std::int64_t, std::string> programs_;
  std::vector<LeagueEvent> events_;
  std::vector<PlayedSet> sets_;
  std::unordered_map<std::int64_t, std::vector<std::uint32_t>> sets_of_;
};

struct LeagueRow {
  BotVersion version;
  std::size_t row = 0;  // The index of its row in LeagueTable::all.
  RankRange ranks;      // Among the active versions.
  int forfeits = 0;     // The games that it forfeited.
  // The LOS against the version of this bot before it, 0 … 1, and how far it is above that version, if both
  // are rated and can be compared.
  std::optional<Distance> over_predecessor;
  std::optional<VersionId> predecessor;
};

struct LeagueTable {
  // All rated versions that are active or have a game, under their labels. In tables of the present, only
  // active versions have intervals; RatingFit::rating gives the others'.
  RatingTable all;
  std::vector<LeagueRow> rows;              // The active versions, the best first.
  std::int64_t games = 0;                   // That count.
  std::uint64_t last_order = 0;             // The last set that was included.
  std::vector<std::string> absent_anchors;  // Anchors of the league that are not rated versions.
};

// Anchors that are not rated versions are ignored; if none remains, the table is as in a league without
// anchors. It is an error if there are too many versions. `threads` threads compute the intervals; they
// change no result.
Result<LeagueTable> league_table(const LeagueCounts& counts, const LeagueTerms& terms, int threads = 1);

// The order of the next set after `order` that is followed by points of the history: every tenth set up to
// 200, and then each order a twentieth larger than the one before.
std::uint64_t next_point_after(std::uint64_t order);

// Notes on the table for its readers, one sentence each.
std::vector<std::string> notes_of(const LeagueTable& table);

// The points after the set of this order: the ratings of the versions that had played by then, and that were
// active or had played since the points before. So a curve ends when its version no longer plays.
Result<std::vector<RatingPoint>> points_at(const LeagueGames& games, const LeagueTerms& terms,
                                           std::uint64_t order);

}  // namespace toptile
