#include "ratings/fit/open_ends.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace toptile {
namespace {

constexpr int kBisections = 50;
constexpr double kFarthest = 1000;  // Logits; no result has a chance there.

// Where the rising function reaches `wanted`, at `low` or above.
template <class F>
double place_where(const F& rising, double wanted, double low) {
  double high = low + 1;
  while (rising(high) < wanted && high < kFarthest) high = low + 2 * (high - low);
  for (int i = 0; i < kBisections; ++i) {
    const double middle = (low + high) / 2;
    (rising(middle) < wanted ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

double Gap::fall(double distance) const {
  double sum = 0;
  for (const Across& met : across_) sum += (met.games + met.ties) * fall_of_game(met.p, distance).height;
  return sum;
}

double Gap::minus_log_chance(double distance) const {
  double sum = 0;
  for (const Across& met : across_) {
    const double logit = std::log(met.p / (1 - met.p)) + distance;
    sum += met.games * (std::max(0.0, logit) + std::log1p(std::exp(-std::abs(logit))));
  }
  return sum;
}

double Gap::fall_at_chance(double chance) const {
  const double wanted = -std::log(chance);
  if (minus_log_chance(0) >= wanted) return 0;
  return fall(place_where([&](double at) { return minus_log_chance(at); }, wanted, 0));
}

double Gap::chance_at_fall(double fall_there) const {
  const double at = place_where([&](double distance) { return fall(distance); }, fall_there, 0);
  return std::exp(-minus_log_chance(at));
}

OpenEnds::OpenEnds(PointFlow flow, const RatingModel& model, const ResultSpread& spread, const Gauge& gauge)
    : flow_(std::move(flow)),
      model_(model),
      spread_(spread),
      zeros_(static_cast<std::size_t>(model.pools())),
      is_above_zero_(static_cast<std::size_t>(flow_.parts())),
      is_below_zero_(is_above_zero_.size()) {
  std::vector<int> parts_of_pool(zeros_.size()), last_pool(is_above_zero_.size(), -1);
  for (int player = 0; player < model.players(); ++player) {
    if (model.body_of(player) != player) continue;
    const int pool = model.pool_of()[player], part = part_of(player);
    if (last_pool[part] != pool) ++parts_of_pool[pool];
    last_pool[part] = pool;
    if (gauge.is_in_zero(player)) zeros_[pool].push_back(part);
  }
  for (std::size_t pool = 0; pool < zeros_.size(); ++pool) {
    std::vector<int>& zero = zeros_[pool];
    std::ranges::sort(zero);
    zero.erase(std::unique(zero.begin(), zero.end()), zero.end());
    if (parts_of_pool[pool] > 1) {
      look_at_zero(zero, PointFlow::Side::above, is_above_zero_);
      look_at_zero(zero, PointFlow::Side::below, is_below_zero_);
    } else if (!zero.empty()) {
      is_above_zero_[zero.front()] = is_below_zero_[zero.front()] = true;
    }
  }
}

// Adds to `found` the parts that are on this side of all parts of the zero.
void OpenEnds::look_at_zero(std::span<const int> zero, PointFlow::Side side, std::vector<bool>& found) const {
  const PointFlow::Side other =
      side == PointFlow::Side::above ? PointFlow::Side::below : PointFlow::Side::above;
  std::vector<bool> all(found.size(), true), is_implied(found.size());
  for (const int part : zero) {
    if (is_implied[part]) continue;  // Parts on this side of one that was looked at are on this side of it.
    const std::vector<bool> here = flow_.reached(part, side), behind = flow_.reached(part, other);
    bool is_any = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = all[i] && here[i];
      is_any = is_any || all[i];
      is_implied[i] = is_implied[i] || behind[i];
    }
    if (!is_any) return;
  }
  for (std::size_t i = 0; i < all.size(); ++i) found[i] = found[i] || all[i];
}

OpenSides OpenEnds::of_player(int player) const {
  const int part = part_of(player);
  return {!is_above_zero_[part], !is_below_zero_[part]};
}

OpenSides OpenEnds::between(int one, int other) const {
  const int part = part_of(one), against = part_of(other);
  if (part == against) return {};
  return {!flow_.reached(part, PointFlow::Side::below)[against],
          !flow_.reached(part, PointFlow::Side::above)[against]};
}

const Gap& OpenEnds::gap_of_player(int player) const {
  return gap(part_of(player), of_player(player), zeros_[model_.pool_of()[player]], -1);
}

const Gap& OpenEnds::gap_between(int one, int other) const {
  const int against = part_of(other);
  return gap(part_of(one), between(one, other), {&against, 1}, against);
}

// The part, with those that lost to it or won against it, is on one side of the gap, and on the other side
// are those that games connect with what the interval is measured from. Others move along with the part.
const Gap& OpenEnds::gap(int part, OpenSides open, std::span<const int> against, int key) const {
  const std::lock_guard lock(mutex_);
  const auto known = gaps_.find({part, key});
  if (known != gaps_.end()) return known->second;
  const std::vector<bool> own =
      flow_.reached(part, open.low ? PointFlow::Side::below : PointFlow::Side::above);
  return gaps_.emplace(std::pair(part, key), gap_across(own, flow_.connected(against, own), open.low))
      .first->second;
}

Gap OpenEnds::gap_across(const std::vector<bool>& own, const std::vector<bool>& far,
                         bool is_own_lower) const {
  std::vector<int> kinds;
  for (int part = 0; part < flow_.parts(); ++part) {
    if (!own[part]) continue;
    for (const int player : flow_.players_of(part)) {
      const std::span<const int> of_player = spread_.kinds_of(player);
      kinds.insert(kinds.end(), of_player.begin(), of_player.end());
    }
  }
  std::ranges::sort(kinds);
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  std::vector<Gap::Across> across;
  spread_.for_each_result(kinds, [&](const SeatPair& seats, double p, double games, double ties) {
    const int one = part_of(seats.one), other = part_of(seats.other);
    if (own[one] && far[other]) across.push_back({games, ties, is_own_lower ? p : 1 - p});
    if (own[other] && far[one]) across.push_back({games, ties, is_own_lower ? 1 - p : p});
  });
  return Gap(std::move(across));
}

}  // namespace toptile
