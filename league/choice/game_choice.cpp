#include "league/choice/game_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/assert.h"
#include "engine/random.h"
#include "league/choice/strengths.h"

namespace toptile {
namespace {

// The blocks of a round that have a purpose of their own.
constexpr std::int64_t kIslandsBlock = 1, kEstablishedBlock = 5;

std::uint64_t key_of(int one, int other) {
  const auto [low, high] = std::minmax(one, other);
  return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
}

bool is_usable(double seconds) {
  return std::isfinite(seconds) && seconds > 0;
}

std::vector<double> usable_seconds(const std::vector<Contender>& contenders) {
  double sum = 0;
  int count = 0;
  for (const Contender& contender : contenders) {
    if (!is_usable(contender.seconds_a_set)) continue;
    sum += contender.seconds_a_set;
    ++count;
  }
  const double mean = count > 0 && std::isfinite(sum) ? sum / count : 1;
  std::vector<double> seconds;
  for (const Contender& contender : contenders)
    seconds.push_back(is_usable(contender.seconds_a_set) ? contender.seconds_a_set : mean);
  return seconds;
}

void check_numbers(const LeagueSituation& situation) {
  const auto count = static_cast<int>(situation.contenders.size());
  const auto is_pair = [&](int one, int other) {
    return one >= 0 && other >= 0 && one < count && other < count && one != other;
  };
  for (int i = 0; i < count; ++i) {
    const std::optional<int> before = situation.contenders[i].predecessor;
    TOPTILE_ASSERT(!before || is_pair(i, *before));
  }
  for (const MetPair& pair : situation.met) {
    TOPTILE_ASSERT(is_pair(pair.one, pair.other));
    TOPTILE_ASSERT(std::isfinite(pair.sets) && pair.sets >= 0);
    TOPTILE_ASSERT(pair.points_of_one >= 0 && pair.points_of_one <= 2 * pair.sets);
  }
  for (const PairInPlay& pair : situation.in_play) {
    TOPTILE_ASSERT(is_pair(pair.one, pair.other));
    TOPTILE_ASSERT(std::isfinite(pair.sets) && pair.sets >= 0);
  }
  TOPTILE_ASSERT(situation.blocks >= 0);
}

}  // namespace

std::optional<Error> terms_fault(const ChoiceTerms& terms) {
  const auto fault = [](const char* name, auto value, const char* range) {
    return Error{fmt::format("{} is {}, but must be {}", name, value, range)};
  };
  const auto is_weight = [](double value) { return std::isfinite(value) && value >= 0; };
  if (terms.placement_sets < 1) return fault("placement_sets", terms.placement_sets, "1 or more");
  if (!is_usable(terms.block_seconds)) return fault("block_seconds", terms.block_seconds, "more than 0");
  if (terms.most_sets_a_block < 1) return fault("most_sets_a_block", terms.most_sets_a_block, "1 or more");
  if (!(terms.most_share > 0 && terms.most_share <= 1))
    return fault("most_share", terms.most_share, "more than 0 and at most 1");
  if (!(terms.near_best > 0 && terms.near_best <= 1))
    return fault("near_best", terms.near_best, "more than 0 and at most 1");
  if (!(terms.predecessor_share >= 0 && terms.predecessor_share <= 1))
    return fault("predecessor_share", terms.predecessor_share, "0 to 1");
  if (!is_weight(terms.weights.top)) return fault("top", terms.weights.top, "0 or more");
  if (!is_usable(terms.weights.precision)) return fault("precision", terms.weights.precision, "more than 0");
  if (terms.most_in_matrix < 0) return fault("most_in_matrix", terms.most_in_matrix, "0 or more");
  return std::nullopt;
}

GameChoice::GameChoice(const ChoiceTerms& terms, LeagueSituation situation)
    : terms_(terms),
      situation_(std::move(situation)),
      sets_(situation_.contenders.size()),
      seconds_(usable_seconds(situation_.contenders)),
      parts_(static_cast<int>(situation_.contenders.size())) {
  TOPTILE_ASSERT(!terms_fault(terms_));
  check_numbers(situation_);
  strengths_ = fit_strengths(situation_);
  gains_ = set_gains(situation_, strengths_, terms_.weights, terms_.most_in_matrix);

  const auto add = [&](int one, int other, double sets) {
    if (sets == 0) return;
    sets_[one] += sets;
    sets_[other] += sets;
    sets_of_pair_[key_of(one, other)] += sets;
    parts_.join(one, other);
  };
  for (const MetPair& pair : situation_.met) add(pair.one, pair.other, pair.sets);
  for (const PairInPlay& pair : situation_.in_play) add(pair.one, pair.other, pair.sets);

  for (std::size_t i = 0; i < situation_.contenders.size(); ++i)
    if (situation_.contenders[i].is_active) active_.push_back(static_cast<int>(i));
  Random(situation_.seed).shuffle(active_);
  place_.resize(situation_.contenders.size());
  for (std::size_t i = 0; i < active_.size(); ++i) place_[active_[i]] = static_cast<int>(i);
}

double GameChoice::sets_between(int one, int other) const {
  const auto found = sets_of_pair_.find(key_of(one, other));
  return found == sets_of_pair_.end() ? 0 : found->second;
}

GameChoice::Limits GameChoice::limits(int one, int other, double share) const {
  const double sets = sets_between(one, other);
  if (sets > share * sets_[one]) return Limits::none;
  return sets > share * sets_[other] ? Limits::of_one : Limits::of_both;
}

bool GameChoice::has_waited_longer(int one, int other) const {
  const std::int64_t of_one = situation_.contenders[one].waited,
                     of_other = situation_.contenders[other].waited;
  return of_one != of_other ? of_one > of_other : place_[one] < place_[other];
}

std::optional<int> GameChoice::first_newcomer() const {
  std::optional<int> first;
  for (const int contender : active_) {
    if (!is_newcomer(contender)) continue;
    if (!first || sets_[contender] < sets_[*first] ||
        (sets_[contender] == sets_[*first] && has_waited_longer(contender, *first)))
      first = contender;
  }
  return first;
}

int GameChoice::longest_waiting(std::span<const int> contenders) const {
  return *std::ranges::min_element(contenders,
                                   [&](int one, int other) { return has_waited_longer(one, other); });
}

bool GameChoice::is_turn_of_predecessor(int newcomer) const {
  const std::optional<int> before = situation_.contenders[newcomer].predecessor;
  if (!before) return false;
  return sets_between(newcomer, *before) < terms_.predecessor_share * (sets_[newcomer] + 1);
}

// With m opponents, the sets against the one that was met least are at most a share of 1/m of the contender's
// sets. So its own limit always leaves an opponent.
std::vector<int> GameChoice::allowed_opponents(int one, std::span<const int> others) const {
  const auto count = std::ranges::count_if(others, [&](int other) { return other != one; });
  const double share = share_limit(static_cast<int>(count));
  std::vector<int> allowed;
  Limits best = Limits::none;
  for (const int other : others) {
    if (other == one) continue;
    const Limits held = limits(one, other, share);
    if (held < best) continue;
    if (held > best) allowed.clear();
    best = held;
    allowed.push_back(other);
  }
  TOPTILE_ASSERT(!allowed.empty());
  return allowed;
}

int GameChoice::good_opponent(int one, std::span<const int> others) const {
  std::vector<int> opponents = allowed_opponents(one, others);
  double best = 0;
  for (const int other : opponents) best = std::max(best, gain_a_second(one, other));
  std::erase_if(opponents, [&](int other) { return gain_a_second(one, other) < terms_.near_best * best; });
  return opponents[draw("good opponent", opponents.size())];
}

// Choosing by results alone would stretch the scale: two contenders that seem far apart by luck would not
// meet again, and the error would remain.
int GameChoice::drawn_opponent(int one, std::span<const int> others) const {
  const std::vector<int> allowed = allowed_opponents(one, others);
  return allowed[draw("opponent", allowed.size())];
}

std::size_t GameChoice::draw(std::string_view purpose, std::size_t bound) const {
  const std::string text = fmt::format("{} {} {}", purpose, situation_.seed, situation_.blocks);
  return Random(seed_from_text(text)).below(bound);
}

bool GameChoice::has_little_known_contender() const {
  std::vector<double> sets;
  for (const int contender : active_) sets.push_back(sets_[contender]);
  const auto quarter = sets.begin() + static_cast<std::ptrdiff_t>(sets.size() / 4);
  std::ranges::nth_element(sets, quarter);
  return 2 * *std::min_element(sets.begin(), quarter + 1) < *quarter;
}

double GameChoice::share_limit(int opponents) const {
  return std::min(1.0, std::max(terms_.most_share, 2.0 / opponents));
}

// Each of n contenders forbids fewer than 1 / share opponents, so all of them forbid fewer than n / share
// pairs. With a share of 2 / (n - 1) or more, that is not all pairs.
std::optional<GameChoice::Pair> GameChoice::good_pair(const std::vector<bool>& may_play) const {
  struct Gain {
    Pair pair;
    double a_second = 0;
  };
  std::vector<Gain> good;  // May hold pairs that are no longer good enough.
  double best = 0;
  for (const int one : active_) {
    if (!may_play[one]) continue;
    const std::span<const int> others = gains_->opponents(one);
    const double share = share_limit(static_cast<int>(std::min(others.size(), active_.size() - 1)));
    for (const int other : others) {
      // Each is in the other's list, so each pair is tried once.
      if (!may_play[other] || place_[other] <= place_[one]) continue;
      const double gain = gain_a_second(one, other);
      if (gain < terms_.near_best * best || limits(one, other, share) != Limits::of_both) continue;
      good.push_back({{one, other}, gain});
      best = std::max(best, gain);
    }
  }
  std::erase_if(good, [&](const Gain& gain) { return gain.a_second < terms_.near_best * best; });
  if (good.empty()) return std::nullopt;
  return good[draw("good pair", good.size())].pair;
}

std::vector<std::vector<int>> GameChoice::islands() {
  const std::vector<int> part = parts_.numbers();
  std::map<int, double> sets;
  for (std::size_t i = 0; i < part.size(); ++i) sets[part[i]] += sets_[i];
  std::map<int, std::vector<int>> members;
  for (const int contender : active_)
    if (sets[part[contender]] > 0) members[part[contender]].push_back(contender);
  std::vector<std::pair<double, std::vector<int>>> found;
  for (auto& [number, contenders] : members) found.emplace_back(sets[number], std::move(contenders));
  std::ranges::stable_sort(found, [](const auto& one, const auto& other) { return one.first > other.first; });
  std::vector<std::vector<int>> islands;
  for (auto& [count, contenders] : found) islands.push_back(std::move(contenders));
  return islands;
}

std::vector<int> GameChoice::opponents_of(int one) {
  std::vector<std::vector<int>> all = islands();
  if (all.empty() || std::ranges::find(all.front(), one) != all.front().end()) return active_;
  return std::move(all.front());
}

ChosenBlock GameChoice::choose_placement(int newcomer) {
  if (is_turn_of_predecessor(newcomer)) {
    const int before = *situation_.contenders[newcomer].predecessor;
    return {newcomer, before, 1, ChoiceReason::predecessor};
  }
  const std::vector<int> opponents = opponents_of(newcomer);
  const bool is_drawn = draw("whether any opponent", 2) == 0;
  const int other = is_drawn ? drawn_opponent(newcomer, opponents) : good_opponent(newcomer, opponents);
  return {newcomer, other, sets_of_block(newcomer, other), ChoiceReason::placement};
}

ChosenBlock GameChoice::choose_turn() {
  const int one = longest_waiting(active_);
  const int other = drawn_opponent(one, opponents_of(one));
  return {one, other, sets_of_block(one, other), ChoiceReason::turn};
}

ChosenBlock GameChoice::choose() {
  const std::int64_t block = situation_.blocks % kRoundOfBlocks;
  if (block % kBlocksATurn == kBlocksATurn - 1) return choose_turn();
  if (block == kIslandsBlock) {
    const std::vector<std::vector<int>> all = islands();
    if (all.size() > 1) {
      const int one = longest_waiting(all[1]);
      return {one, good_opponent(one, all[0]), 1, ChoiceReason::islands};
    }
  }
  const bool is_for_all = block == kIslandsBlock || block == kEstablishedBlock;
  if (is_for_all && !has_little_known_contender()) return choose_turn();
  const std::optional<int> newcomer = first_newcomer();
  if (newcomer && block != kEstablishedBlock) return choose_placement(*newcomer);
  std::vector<bool> may_play(situation_.contenders.size());
  for (const int contender : active_) may_play[contender] = !is_newcomer(contender);
  const std::optional<Pair> pair = good_pair(may_play);
  // In a window, the limits may leave no pair.
  if (!pair) return newcomer ? choose_placement(*newcomer) : choose_turn();
  return {pair->one, pair->other, sets_of_block(pair->one, pair->other), ChoiceReason::gain};
}

int GameChoice::sets_of_block(int one, int other) const {
  // A block may at most double the information about the difference, so that a newcomer's next opponent is
  // chosen after each set.
  const Difference known = gains_->difference(one, other);
  const double doubling = 1 / (gains_->information(known) * known.variance);
  const double fitting = std::min(terms_.block_seconds / seconds(one, other), doubling);
  return static_cast<int>(std::clamp(fitting, 1.0, static_cast<double>(terms_.most_sets_a_block)));
}

void GameChoice::count(const ChosenBlock& block) {
  gains_->count_sets(block.one, block.other, block.sets);
  sets_[block.one] += block.sets;
  sets_[block.other] += block.sets;
  sets_of_pair_[key_of(block.one, block.other)] += block.sets;
  parts_.join(block.one, block.other);
  for (Contender& contender : situation_.contenders) ++contender.waited;
  situation_.contenders[block.one].waited = 0;
  situation_.contenders[block.other].waited = 0;
  ++situation_.blocks;
}

std::optional<ChosenBlock> GameChoice::next() {
  if (active_.size() < 2) return std::nullopt;
  const ChosenBlock block = choose();
  count(block);
  return block;
}

}  // namespace toptile
