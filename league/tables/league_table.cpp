#include "league/tables/league_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "base/utf8.h"
#include "ratings/tables/rating_notes.h"

namespace toptile {

namespace {

struct Listed {
  GameList list;
  std::vector<VersionId> versions;                // The version of each player in the list.
  std::unordered_map<std::int64_t, int> players;  // By version.
  std::vector<int> forfeits;                      // By player.
};

// The two games of a set, as many times as such sets were played.
void list_counted(Listed& listed, const CountedSets& counted, int lower, int upper) {
  const int cluster = listed.list.clusters(), sets = static_cast<int>(counted.sets);
  CountedSpread spread{lower, upper, sets, 0, static_cast<double>(counted.spread), counted.squared_spread};
  for (const GameOutcome& game : games_of(counted.outcome)) {
    if (game.seat_of_lower == 0) {
      listed.list.add({lower, upper, game.score_of_lower, cluster, sets});
    } else {
      listed.list.add({upper, lower, 1 - game.score_of_lower, cluster, sets});
    }
    spread.games += game.is_forfeited() ? 0 : 1;
    listed.forfeits[lower] += game.lower_forfeited ? sets : 0;
    listed.forfeits[upper] += game.upper_forfeited ? sets : 0;
  }
  listed.list.add_spread(spread);
}

// Versions are listed in the order in which they entered, so that the list only grows as the league does.
Listed list_games(const LeagueCounts& counts) {
  Listed listed;
  for (const BotVersion& version : counts.versions())
    if (is_rated(version.state)) listed.versions.push_back(version.id);
  std::ranges::sort(listed.versions);
  for (const VersionId id : listed.versions) listed.players[id] = listed.list.player(counts.label(id));
  listed.forfeits.resize(listed.versions.size());
  const auto player_of = [&](VersionId id) {
    const auto found = listed.players.find(id);
    return found == listed.players.end() ? -1 : found->second;
  };
  for (const CountedSets& counted : counts.counts()) {
    const int lower = player_of(counted.lower), upper = player_of(counted.upper);
    if (lower >= 0 && upper >= 0) list_counted(listed, counted, lower, upper);
  }
  return listed;
}

// The latest earlier version of the same bot that is rated, for each version that has one.
std::unordered_map<std::int64_t, VersionId> predecessors(const LeagueVersions& versions) {
  std::vector<const BotVersion*> rated;
  for (const BotVersion& version : versions.versions())
    if (is_rated(version.state)) rated.push_back(&version);
  std::ranges::sort(rated, {}, [](const BotVersion* version) {
    return std::pair(std::cref(version->bot).get(), version->number);
  });
  std::unordered_map<std::int64_t, VersionId> before;
  for (std::size_t i = 1; i < rated.size(); ++i)
    if (rated[i]->bot == rated[i - 1]->bot) before[rated[i]->id] = rated[i - 1]->id;
  return before;
}

// Ranks among the rows alone, in each pool.
void find_ranks(const RatingTable& all, std::vector<LeagueRow>& rows) {
  std::vector<int> players;
  for (const LeagueRow& row : rows) players.push_back(all.rows[row.row].player);
  const std::vector<RankRange> ranks = all.certainty->ranks_among(players);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].ranks = ranks[i];
}

// The zero is the mean of the active versions, which are also those whose intervals are shown.
RatingOptions options_of(const LeagueCounts& counts, const Listed& listed, const LeagueTerms& terms) {
  RatingOptions options;
  if (terms.plan.every_look) options.every_look = EveryLook::without_plan();
  for (const VersionId id : counts.active())
    if (const auto found = listed.players.find(id); found != listed.players.end())
      options.zero.push_back(found->second);
  return options;
}

// Those anchors that are rated; the names of the others are added to `absent`.
std::vector<NamedAnchor> anchors_among(const Listed& listed, const LeagueTerms& terms,
                                       std::vector<std::string>& absent) {
  const std::vector<std::string>& names = listed.list.names();
  std::vector<NamedAnchor> anchors;
  for (const NamedAnchor& anchor : terms.anchors) {
    if (std::ranges::find(names, anchor.name) != names.end()) {
      anchors.push_back(anchor);
    } else {
      absent.push_back(anchor.name);
    }
  }
  return anchors;
}

}  // namespace

Result<void> LeagueVersions::read_versions(LeagueStore& store) {
  TOPTILE_TRY(versions_, store.versions().list());
  by_id_.clear();
  for (std::size_t i = 0; i < versions_.size(); ++i) by_id_[versions_[i].id] = i;
  return success();
}

const BotVersion* LeagueVersions::find(VersionId version) const {
  const auto found = by_id_.find(version);
  return found == by_id_.end() ? nullptr : &versions_[found->second];
}

std::string LeagueVersions::label(VersionId version) const {
  const BotVersion* found = find(version);
  return found == nullptr ? "?" : found->label();
}

bool LeagueVersions::is_rated(VersionId version) const {
  const BotVersion* found = find(version);
  return found != nullptr && toptile::is_rated(found->state);
}

std::set<VersionId> LeagueVersions::active() const {
  std::set<VersionId> active;
  for (const BotVersion& version : versions_)
    if (version.state == VersionState::active) active.insert(version.id);
  return active;
}

// ---- Counts -------------------------------------------------------------------

namespace {

auto key_of(const CountedSets& counted) {
  return std::tuple(counted.lower, counted.upper, counted.outcome);
}

}  // namespace

// Versions are read after the sets, so that each set's versions are known.
Result<void> LeagueCounts::read(LeagueStore& store) {
  TOPTILE_TRY(const auto changes, store.sets().changes());
  if (changes_ == changes) {
    std::vector<PlayedSet> more;
    TOPTILE_TRY_TO(
        store.sets().for_each_set(last_order_, [&](const PlayedSet& set) { more.push_back(set); }));
    add(more);
  } else {
    changes_.reset();
    counts_.clear();
    TOPTILE_TRY(last_order_,
                store.outcomes().for_each([&](const CountedSets& counted) { counts_.push_back(counted); }));
    changes_ = changes;
  }
  TOPTILE_TRY_TO(read_versions(store));
  active_ = LeagueVersions::active();
  return success();
}

LeagueCounts LeagueCounts::of(const LeagueGames& games, std::uint64_t until) {
  LeagueCounts counts;
  static_cast<LeagueVersions&>(counts) = games;
  const auto end = std::ranges::upper_bound(games.sets(), until, {}, &PlayedSet::order);
  counts.add(std::span(games.sets().begin(), end));
  counts.active_ = games.active_after(until);
  return counts;
}

void LeagueCounts::add(std::span<const PlayedSet> sets) {
  std::vector<CountedSets> more;
  more.reserve(sets.size());
  for (const PlayedSet& set : sets) {
    more.push_back(counted(set));
    last_order_ = std::max(last_order_, set.order);
  }
  std::ranges::sort(more, {}, key_of);
  std::vector<CountedSets> all;
  all.reserve(counts_.size() + more.size());
  std::ranges::merge(counts_, more, std::back_inserter(all), {}, key_of, key_of);
  std::size_t kept = 0;
  for (const CountedSets& next : all) {
    if (kept == 0 || key_of(all[kept - 1]) != key_of(next)) {
      all[kept++] = next;
      continue;
    }
    all[kept - 1].sets += next.sets;
    all[kept - 1].spread += next.spread;
    all[kept - 1].squared_spread += next.squared_spread;
  }
  all.resize(kept);
  counts_ = std::move(all);
}

// ---- Games --------------------------------------------------------------------

Result<void> LeagueGames::read(LeagueStore& store) {
  // Versions are read after the sets, so that each set's versions are known.
  std::vector<PlayedSet> more;
  TOPTILE_TRY_TO(store.sets().for_each_set(last_order(), [&](const PlayedSet& set) { more.push_back(set); }));
  TOPTILE_TRY_TO(read_versions(store));
  TOPTILE_TRY(events_, store.versions().events(0, SIZE_MAX >> 1));
  TOPTILE_TRY(programs_, store.sets().programs());
  for (const PlayedSet& set : more) {
    for (const VersionId version : {set.one, set.other})
      sets_of_[version].push_back(static_cast<std::uint32_t>(sets_.size()));
    sets_.push_back(set);
  }
  return success();
}

const std::vector<std::uint32_t>& LeagueGames::sets_of(VersionId version) const {
  static const std::vector<std::uint32_t> kNone;
  const auto found = sets_of_.find(version);
  return found == sets_of_.end() ? kNone : found->second;
}

std::string LeagueGames::program(const PlayedSet& set) const {
  const auto found = programs_.find(set.program);
  return found == programs_.end() ? "" : found->second;
}

std::set<VersionId> LeagueGames::active_after(std::uint64_t order) const {
  const auto next = std::ranges::upper_bound(sets_, order, {}, &PlayedSet::order);
  if (next == sets_.end()) return active();
  std::set<VersionId> active;
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

// ---- Tables -------------------------------------------------------------------

Result<LeagueTable> league_table(const LeagueCounts& counts, const LeagueTerms& terms, int threads) {
  Listed listed = list_games(counts);
  LeagueTable table;
  table.games = listed.list.size();
  table.last_order = counts.last_order();
  if (listed.versions.empty()) return table;
  RatingOptions options = options_of(counts, listed, terms);
  options.shown = options.zero;
  options.threads = threads;
  const auto anchors = anchors_among(listed, terms, table.absent_anchors);
  if (!anchors.empty()) options.zero.clear();
  TOPTILE_TRY(table.all, rate(listed.list, std::move(options), anchors));
  std::vector<std::size_t> row_of(listed.versions.size());
  for (std::size_t i = 0; i < table.all.rows.size(); ++i) row_of[table.all.rows[i].player] = i;
  const auto before = predecessors(counts);
  for (std::size_t i = 0; i < table.all.rows.size(); ++i) {
    const int player = table.all.rows[i].player;
    const BotVersion& version = *counts.find(listed.versions[player]);
    if (version.state != VersionState::active) continue;
    LeagueRow row{version, i, {}, listed.forfeits[player], {}, {}};
    if (const auto found = before.find(version.id); found != before.end()) row.predecessor = found->second;
    table.rows.push_back(std::move(row));
  }
  for_each_in_parallel(threads, table.rows, [&](LeagueRow& row) {
    if (!row.predecessor) return;
    const int player = listed.players.at(*row.predecessor);
    row.over_predecessor = distance(table.all, row.row, row_of[std::size_t(player)]);
  });
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

namespace {

std::uint64_t point_before(std::uint64_t order) {
  std::uint64_t before = 0;
  for (std::uint64_t next = next_point_after(0); next < order; next = next_point_after(next)) before = next;
  return before;
}

}  // namespace

Result<std::vector<RatingPoint>> points_at(const LeagueGames& games, const LeagueTerms& terms,
                                           std::uint64_t order) {
  const LeagueCounts counts = LeagueCounts::of(games, order);
  Listed listed = list_games(counts);
  std::vector<RatingPoint> points;
  if (listed.versions.empty()) return points;
  RatingOptions options = options_of(counts, listed, terms);
  std::set<int> shown(options.zero.begin(), options.zero.end());
  const std::vector<PlayedSet>& sets = games.sets();
  auto set = std::ranges::upper_bound(sets, point_before(order), {}, &PlayedSet::order);
  for (; set != sets.end() && set->order <= order; ++set)
    for (const VersionId version : {set->one, set->other})
      if (const auto found = listed.players.find(version); found != listed.players.end())
        shown.insert(found->second);
  options.shown.emplace(shown.begin(), shown.end());
  std::vector<std::string> absent;
  const auto anchors = anchors_among(listed, terms, absent);
  if (!anchors.empty()) options.zero.clear();
  TOPTILE_TRY(const auto ratings, rate_players(listed.list, std::move(options), anchors));
  for (const int player : shown) {
    const PlayerRating& rating = ratings.players[player];
    if (rating.games == 0) continue;
    points.push_back(
        {order, listed.versions[player], rating.games, rating.elo, rating.error_low, rating.error_high});
  }
  return points;
}

}  // namespace toptile
