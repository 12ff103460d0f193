#include "league/tables/league_snapshot.h"

#include <algorithm>
#include <array>

#include "base/parallel.h"

namespace toptile {

Result<LeagueSnapshot> LeagueSnapshot::read(LeagueStore& store) {
  LeagueGames games;
  TOPTILE_TRY_TO(games.read(store));
  return of(std::move(games), store.terms(), static_cast<int>(usable_processors().size()));
}

Result<LeagueSnapshot> LeagueSnapshot::of(LeagueGames games, const LeagueTerms& terms, int threads) {
  LeagueSnapshot snapshot;
  snapshot.games_ = std::move(games);
  TOPTILE_TRY(snapshot.table_,
              league_table(LeagueCounts::of(snapshot.games_, snapshot.games_.last_order()), terms, threads));
  std::map<std::string, VersionId> ids;
  for (const BotVersion& version : snapshot.games_.versions()) ids[version.label()] = version.id;
  const LeagueTable& table = snapshot.table_;
  for (std::size_t i = 0; i < table.all.rows.size(); ++i)
    snapshot.rating_rows_[ids.at(table.all.rows[i].name)] = i;
  for (std::size_t i = 0; i < table.rows.size(); ++i) snapshot.league_rows_[table.rows[i].version.id] = i;
  for (const PlayedSet& set : snapshot.games_.sets()) snapshot.count(set);
  for (const auto& [pair, tally] : snapshot.tallies_) {
    snapshot.met_[pair.first].push_back(pair.second);
    snapshot.met_[pair.second].push_back(pair.first);
  }
  return snapshot;
}

void LeagueSnapshot::count(const PlayedSet& set) {
  const std::array<VersionId, 2> ids = {set.one, set.other};
  const std::size_t lower = set.one < set.other ? 0 : 1;
  PairTally& tally = tallies_[{ids[lower], ids[1 - lower]}];
  for (const GameResult& result : set.results) {
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const SeatResult& own = result.by_seat[seat];
      if (own.fate == SeatResult::Fate::forfeited)
        forfeited_[ids[own.entrant]].push_back({GameNumber{result.id}, set.set});
      if (own.entrant != lower) continue;
      const double points = result.beaten(seat);
      ++tally.games;
      tally.wins += points == 1 ? 1 : 0;
      tally.ties += points == 0.5 ? 1 : 0;
      tally.forfeits += result.is_forfeited() ? 1 : 0;
      if (result.is_forfeited()) continue;
      tally.spread += result.spread(seat);
      ++tally.counted;
    }
  }
}

const RatingRow* LeagueSnapshot::rating(VersionId version) const {
  const auto found = rating_rows_.find(version);
  if (found == rating_rows_.end()) return nullptr;
  const RatingRow& row = table_.all.rows[found->second];
  if (row.rating.interval != Interval::not_computed) return &row;
  {
    const std::scoped_lock alone(completed_->mutex);
    if (const auto known = completed_->rows.find(version); known != completed_->rows.end())
      return &known->second;
  }
  // Two threads may compute the same row, but none waits for another one's.
  RatingRow completed = row;
  static_cast<RatingEstimate&>(completed.rating) = table_.all.ratings.fit->rating(row.player);
  const std::scoped_lock alone(completed_->mutex);
  return &completed_->rows.try_emplace(version, std::move(completed)).first->second;
}

const LeagueRow* LeagueSnapshot::league_row(VersionId version) const {
  const auto found = league_rows_.find(version);
  return found == league_rows_.end() ? nullptr : &table_.rows[found->second];
}

namespace {

std::optional<Distance> turned(std::optional<Distance> distance) {
  if (!distance) return distance;
  std::swap(distance->row, distance->other);
  RatingEstimate& above = distance->above;
  above.elo = 0.0 - above.elo;
  std::swap(above.error_low, above.error_high);
  distance->superiority = 1 - distance->superiority;
  return distance;
}

}  // namespace

std::optional<Distance> LeagueSnapshot::apart(VersionId one, VersionId other) const {
  if (other < one) return turned(apart(other, one));
  const auto mine = rating_rows_.find(one), theirs = rating_rows_.find(other);
  if (mine == rating_rows_.end() || theirs == rating_rows_.end()) return std::nullopt;
  if (league_row(one) == nullptr && league_row(other) == nullptr)
    return distance(table_.all, mine->second, theirs->second);
  const std::pair pair(one, other);
  {
    const std::scoped_lock alone(completed_->mutex);
    if (const auto known = completed_->distances.find(pair); known != completed_->distances.end())
      return known->second;
  }
  // As in rating(), two threads may compute the same one.
  const auto computed = distance(table_.all, mine->second, theirs->second);
  const std::scoped_lock alone(completed_->mutex);
  return completed_->distances.try_emplace(pair, computed).first->second;
}

PairTally LeagueSnapshot::tally(VersionId one, VersionId other) const {
  const auto found = tallies_.find(std::minmax(one, other));
  if (found == tallies_.end()) return {};
  return one < other ? found->second : found->second.turned();
}

std::vector<std::pair<VersionId, PairTally>> LeagueSnapshot::opponents(VersionId version) const {
  std::vector<std::pair<VersionId, PairTally>> met;
  if (const auto found = met_.find(version); found != met_.end())
    for (const VersionId other : found->second) met.emplace_back(other, tally(version, other));
  std::ranges::sort(met, {}, [](const auto& one) { return std::pair(-one.second.games, one.first); });
  return met;
}

const std::vector<LeagueForfeit>& LeagueSnapshot::forfeited(VersionId version) const {
  static const std::vector<LeagueForfeit> kNone;
  const auto found = forfeited_.find(version);
  return found == forfeited_.end() ? kNone : found->second;
}

}  // namespace toptile
