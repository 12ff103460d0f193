#include "league/work/matchmaker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "engine/random.h"
#include "league/tables/league_table.h"

namespace toptile {

namespace {

// A choice holds for this many blocks at most, and until this share of sets, or this many, is new.
constexpr int kMaxBlocks = 64;
constexpr std::uint64_t kNewSets = 4, kShareOfNew = 100;

bool may_meet_its_successor(VersionState state) {
  return state == VersionState::active || state == VersionState::retired;
}

}  // namespace

bool are_narrow(std::span<const RatingEstimate> ratings, double elo) {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;  // The ends that there are.
  for (const RatingEstimate& rating : ratings) {
    if (std::isfinite(rating.error_low)) lowest = std::min(lowest, rating.elo - rating.error_low);
    if (std::isfinite(rating.error_high)) highest = std::max(highest, rating.elo + rating.error_high);
  }
  return std::ranges::all_of(ratings, [&](const RatingEstimate& rating) {
    const bool is_low_open = std::isinf(rating.error_low), is_high_open = std::isinf(rating.error_high);
    if (is_low_open && is_high_open) return false;
    if (is_low_open) return rating.elo + rating.error_high <= lowest - kFarOff;
    if (is_high_open) return rating.elo - rating.error_low >= highest + kFarOff;
    return std::max(rating.error_low, rating.error_high) <= elo;
  });
}

Result<std::vector<ChosenSets>> Matchmaker::next(int sets) {
  const std::lock_guard lock(mutex_);
  TOPTILE_TRY_TO(look());
  std::vector<ChosenSets> all;
  do {
    const auto chosen = choice_->next();
    ++chosen_;
    if (!chosen) break;
    all.push_back({numbers_[static_cast<std::size_t>(chosen->one)],
                   numbers_[static_cast<std::size_t>(chosen->other)],
                   std::min(chosen->sets, kMaxSetsAtOnce)});
    sets -= all.back().sets;
  } while (sets > 0);
  return all;
}

Result<bool> Matchmaker::is_certain() {
  const std::lock_guard lock(mutex_);
  if (!elo_) return false;
  TOPTILE_TRY_TO(look());
  const std::uint64_t order = games_.last_order();
  if (order_at_table_ && order < *order_at_table_ + std::max<std::uint64_t>(5, *order_at_table_ / 50))
    return is_certain_;
  TOPTILE_TRY(const auto table, league_table(LeagueCounts::of(games_, order), *terms_));
  order_at_table_ = order;
  std::vector<RatingEstimate> ratings;
  for (const LeagueRow& row : table.rows) {
    const PlayerRating& rating = table.all.rows[row.row].rating;
    if (rating.games > 0) ratings.push_back(rating);
  }
  is_certain_ = table.rows.size() > 1 && ratings.size() == table.rows.size() && are_narrow(ratings, *elo_);
  return is_certain_;
}

// Makes a new choice if its basis has changed enough.
Result<void> Matchmaker::look() {
  std::uint64_t order = 0;
  std::int64_t event = 0;
  TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) -> Result<void> {
    TOPTILE_TRY(order, store.sets().last_order());
    TOPTILE_TRY(event, store.versions().last_event());
    return success();
  }));
  const std::uint64_t more = order - order_at_choice_;
  const bool holds = choice_ && event == event_at_choice_ && chosen_ < kMaxBlocks &&
                     more < std::max(kNewSets, order_at_choice_ / kShareOfNew);
  if (holds) return success();
  TOPTILE_TRY_TO(read());
  TOPTILE_TRY_TO(keep_history());
  TOPTILE_TRY_TO(choose_again());
  event_at_choice_ = event;
  return success();
}

Result<void> Matchmaker::read() {
  TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) {
    if (!terms_) terms_ = store.terms();
    return games_.read(store);
  }));
  const std::vector<PlayedSet>& sets = games_.sets();
  for (; counted_ < sets.size(); ++counted_) {
    const PlayedSet& set = sets[counted_];
    const bool is_turned = set.one > set.other;
    Played& played = played_[is_turned ? std::pair(set.other, set.one) : std::pair(set.one, set.other)];
    played.sets += 1;
    for (const GameResult& result : set.results) {
      for (std::size_t seat = 0; seat < 2; ++seat) {
        if ((result.by_seat[seat].entrant == 0) != is_turned) played.points_of_one += result.beaten(seat);
      }
    }
    for (const VersionId version : {set.one, set.other}) {
      Times& times = times_[version];
      times.sets += 1;
      times.seconds += static_cast<double>(set.took) / 1000;
      times.last_block = std::max(times.last_block, set.block);
    }
  }
  return success();
}

// The history has points at the same orders, whichever worker makes them.
Result<void> Matchmaker::keep_history() {
  TOPTILE_TRY(auto point, store_.use([](LeagueStore& store) { return store.ratings().last_point(); }));
  for (point = next_point_after(point); point <= games_.last_order(); point = next_point_after(point)) {
    TOPTILE_TRY(const auto points, points_at(games_, *terms_, point));
    TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) { return store.ratings().keep_points(points); }));
  }
  return success();
}

std::optional<int> Matchmaker::predecessor(const BotVersion& version) const {
  const BotVersion* found = nullptr;
  for (const BotVersion& other : games_.versions()) {
    if (other.bot == version.bot && other.number < version.number && may_meet_its_successor(other.state) &&
        (found == nullptr || other.number > found->number))
      found = &other;
  }
  return found == nullptr ? std::nullopt : std::optional(contender_of_.at(found->id));
}

std::int64_t Matchmaker::block_at(std::int64_t time) const {
  const std::vector<PlayedSet>& sets = games_.sets();
  const auto next = std::ranges::upper_bound(sets, time, {}, &PlayedSet::ended);
  return next == sets.begin() ? 0 : std::prev(next)->block;
}

LeagueSituation Matchmaker::situation(const std::vector<SetsInPlay>& in_play, std::int64_t blocks) const {
  LeagueSituation situation;
  situation.blocks = blocks;
  // Each choice has its own random numbers.
  situation.seed = game_seed(terms_->plan.seed, static_cast<std::uint64_t>(blocks));
  for (const VersionId id : numbers_) {
    const BotVersion& version = *games_.find(id);
    Contender contender;
    contender.is_active = version.state == VersionState::active;
    std::int64_t begin = 0;  // The block after which it waits.
    if (const auto times = times_.find(id); times != times_.end()) {
      contender.seconds_a_set = times->second.seconds / times->second.sets;
      begin = times->second.last_block;
    } else {
      begin = block_at(version.changed);
    }
    contender.waited = std::max<std::int64_t>(0, blocks - begin);
    if (contender.is_active) contender.predecessor = predecessor(version);
    situation.contenders.push_back(contender);
    const auto strength = strengths_.find(id);
    situation.strengths.push_back(strength == strengths_.end() ? 0 : strength->second);
  }
  for (const auto& [pair, played] : played_) {
    const auto one = contender_of_.find(pair.first), other = contender_of_.find(pair.second);
    if (one == contender_of_.end() || other == contender_of_.end()) continue;
    situation.met.push_back({one->second, other->second, played.sets, played.points_of_one});
  }
  for (const SetsInPlay& sets : in_play) {
    const auto one = contender_of_.find(sets.one), other = contender_of_.find(sets.other);
    if (one == contender_of_.end() || other == contender_of_.end()) continue;
    situation.in_play.push_back({one->second, other->second, static_cast<double>(sets.sets)});
  }
  return situation;
}

Result<void> Matchmaker::choose_again() {
  std::vector<SetsInPlay> in_play;
  std::int64_t blocks = 0;
  TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) -> Result<void> {
    TOPTILE_TRY(in_play, store.leases().in_play());
    TOPTILE_TRY(blocks, store.sets().last_block());
    return success();
  }));
  if (choice_) {
    for (std::size_t i = 0; i < choice_->strengths().size(); ++i)
      strengths_[numbers_[i]] = choice_->strengths()[i];
  }
  numbers_.clear();
  contender_of_.clear();
  for (const BotVersion& version : games_.versions()) {
    if (!is_rated(version.state)) continue;
    contender_of_[version.id] = static_cast<int>(numbers_.size());
    numbers_.push_back(version.id);
  }
  choice_ = std::make_unique<GameChoice>(ChoiceTerms{}, situation(in_play, blocks));
  order_at_choice_ = games_.last_order();
  chosen_ = 0;
  return success();
}

}  // namespace toptile
