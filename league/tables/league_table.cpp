#include "league/tables/league_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "ratings/tables/rating_notes.h"

namespace toptile {

namespace {

struct Listed {
  GameList list;
  std::map<VersionId, int> players;  // The index in the list of each rated version.
  std::map<VersionId, int> forfeits;
};

int spread_of(const GameResult& result) {
  if (result.is_forfeited()) return kNoSpread;
  return result.by_seat[0].points - result.by_seat[1].points;
}

// Versions are listed in the order in which they entered, so that the list only grows as the league does.
Listed list_games(const LeagueGames& games, std::uint64_t until) {
  Listed listed;
  std::vector<const BotVersion*> rated;
  for (const BotVersion& version : games.versions()) {
    if (is_rated(version.state)) rated.push_back(&version);
  }
  std::ranges::sort(rated, {}, &BotVersion::id);
  for (const BotVersion* version : rated) listed.players[version->id] = listed.list.player(version->label());
  for (const PlayedSet& set : games.sets()) {
    if (set.order > until) break;
    if (!games.counts(set)) continue;
    const int cluster = listed.list.clusters();
    const std::array<VersionId, 2> ids = {set.one, set.other};
    for (const GameResult& result : set.results) {
      const auto& [first, second] = std::pair(result.by_seat[0], result.by_seat[1]);
      const double score = first.rank < second.rank ? 1 : first.rank == second.rank ? 0.5 : 0;
      listed.list.add(
          {listed.players.at(ids[first.entrant]), listed.players.at(ids[second.entrant]), score, cluster},
          spread_of(result));
      for (const SeatResult& seat : result.seats())
        listed.forfeits[ids[seat.entrant]] += seat.fate == SeatResult::Fate::forfeited ? 1 : 0;
    }
  }
  return listed;
}

// The latest earlier version of the same bot that is rated, or nullopt.
std::optional<VersionId> predecessor_of(const LeagueGames& games, const BotVersion& version) {
  std::optional<VersionId> found;
  int number = 0;
  for (const BotVersion& other : games.versions()) {
    if (other.bot != version.bot || other.number >= version.number || other.number <= number) continue;
    if (!is_rated(other.state)) continue;
    found = other.id;
    number = other.number;
  }
  return found;
}

// Ranks among the rows alone, in each pool.
void find_ranks(const RatingTable& all, std::vector<LeagueRow>& rows) {
  for (LeagueRow& one : rows) {
    const RatingRow& mine = all.rows[one.row];
    int above = 0, not_below = 0;
    for (const LeagueRow& other : rows) {
      const RatingRow& theirs = all.rows[other.row];
      if (theirs.rating.pool != mine.rating.pool) continue;
      if (&other != &one && all.certainty->is_above(theirs.player, mine.player)) ++above;
      if (&other == &one || !all.certainty->is_above(mine.player, theirs.player)) ++not_below;
    }
    one.ranks = {above + 1, not_below};
  }
}

// The zero is the mean of the versions that were active when the last counted set ended.
RatingOptions options_of(const LeagueGames& games, const Listed& listed, std::uint64_t until) {
  RatingOptions options;
  const auto active = games.active_after(until);
  for (const auto& [id, player] : listed.players) {
    if (active.contains(id)) options.zero.push_back(player);
  }
  return options;
}

}  // namespace

Result<void> LeagueGames::read(LeagueStore& store) {
  // Versions are read after the sets, so that each set's versions are known.
  std::vector<PlayedSet> more;
  TOPTILE_TRY_TO(store.sets().for_each_set(last_order(), [&](const PlayedSet& set) { more.push_back(set); }));
  TOPTILE_TRY(auto versions, store.versions().list());
  TOPTILE_TRY(auto events, store.versions().events(0, SIZE_MAX >> 1));
  TOPTILE_TRY(programs_, store.sets().programs());
  versions_ = std::move(versions);
  events_ = std::move(events);
  by_id_.clear();
  for (std::size_t i = 0; i < versions_.size(); ++i) by_id_[versions_[i].id] = i;
  sets_.insert(sets_.end(), more.begin(), more.end());
  return success();
}

const BotVersion* LeagueGames::find(VersionId version) const {
  const auto found = by_id_.find(version);
  return found == by_id_.end() ? nullptr : &versions_[found->second];
}

std::string LeagueGames::label(VersionId version) const {
  const BotVersion* found = find(version);
  return found == nullptr ? "?" : found->label();
}

std::string LeagueGames::program(const PlayedSet& set) const {
  const auto found = programs_.find(set.program);
  return found == programs_.end() ? "" : found->second;
}

std::set<VersionId> LeagueGames::active_after(std::uint64_t order) const {
  std::set<VersionId> active;
  const auto next = std::ranges::upper_bound(sets_, order, {}, &PlayedSet::order);
  if (next == sets_.end()) {
    for (const BotVersion& version : versions_)
      if (version.state == VersionState::active) active.insert(version.id);
    return active;
  }
  const std::int64_t end = next == sets_.begin() ? 0 : std::prev(next)->ended;
  for (const LeagueEvent& event : events_) {
    if (event.at > end) continue;
    if (event.state == VersionState::active) {
      active.insert(event.version);
    } else {
      active.erase(event.version);
    }
  }
  return active;
}

bool LeagueGames::counts(const PlayedSet& set) const {
  const auto is_in = [&](VersionId id) {
    const BotVersion* version = find(id);
    return version != nullptr && is_rated(version->state);
  };
  return is_in(set.one) && is_in(set.other);
}

Result<LeagueTable> league_table(const LeagueGames& games, const LeagueTerms& terms, std::uint64_t until) {
  Listed listed = list_games(games, until);
  LeagueTable table;
  table.games = listed.list.size();
  table.last_order = std::min(games.last_order(), until);
  if (listed.players.empty()) return table;
  RatingOptions options = options_of(games, listed, until);
  std::vector<NamedAnchor> anchors;
  for (const NamedAnchor& anchor : terms.anchors) {
    if (std::ranges::find(listed.list.names(), anchor.name) != listed.list.names().end()) {
      anchors.push_back(anchor);
    } else {
      table.absent_anchors.push_back(anchor.name);
    }
  }
  if (!anchors.empty()) options.zero.clear();
  TOPTILE_TRY(table.all, rate(listed.list, options, anchors));
  std::map<int, VersionId> version_of;
  for (const auto& [id, player] : listed.players) version_of[player] = id;
  std::map<VersionId, std::size_t> row_of;
  for (std::size_t i = 0; i < table.all.rows.size(); ++i) row_of[version_of[table.all.rows[i].player]] = i;
  for (std::size_t i = 0; i < table.all.rows.size(); ++i) {
    const VersionId id = version_of[table.all.rows[i].player];
    const BotVersion& version = *games.find(id);
    if (version.state != VersionState::active) continue;
    LeagueRow row{version, i, {}, listed.forfeits[id], {}, predecessor_of(games, version)};
    if (row.predecessor) row.over_predecessor = distance(table.all, i, row_of.at(*row.predecessor));
    table.rows.push_back(std::move(row));
  }
  find_ranks(table.all, table.rows);
  return table;
}

std::vector<std::string> notes_of(const LeagueTable& table) {
  std::vector<std::string> notes = rating_notes(table.all.ratings, table.all.model_fit, table.all.names());
  for (const std::string& anchor : table.absent_anchors) {
    notes.push_back(fmt::format(
        "The anchor {} does not play here, so it holds no rating; toptile league configure names another.",
        printable(anchor)));
  }
  return notes;
}

std::uint64_t next_point_after(std::uint64_t order) {
  std::uint64_t point = 10;
  while (point <= order) point = std::max(point + 10, point + point / 20);
  return point;
}

Result<std::vector<RatingPoint>> points_at(const LeagueGames& games, const LeagueTerms& terms,
                                           std::uint64_t order) {
  TOPTILE_TRY(const auto table, league_table(games, terms, order));
  std::map<std::string, VersionId> ids;
  for (const BotVersion& version : games.versions()) ids[version.label()] = version.id;
  std::vector<RatingPoint> points;
  for (const RatingRow& row : table.all.rows) {
    if (row.field.games == 0) continue;
    points.push_back({order, ids.at(row.name), row.field.games, row.rating.elo, row.rating.error_low,
                      row.rating.error_high});
  }
  return points;
}

}  // namespace toptile
