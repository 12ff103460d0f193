#include "ratings/tables/certainty.h"

#include <algorithm>
#include <cmath>

#include "ratings/fit/confidence.h"

namespace toptile {
namespace {

constexpr double kMinSamples = 31;         // Intervals have 30 degrees of freedom or more.
constexpr double kFalseStatements = 0.05;  // The chance that any of all statements is wrong.

struct Comparison {
  int upper = 0, lower = 0;
  double chance_otherwise = 1;  // The chance of results like these between two equals, on either side.
};

}  // namespace

Certainty::Certainty(const Ratings& ratings) : ranks_(ratings.players.size()) {
  if (ratings.players.size() <= std::size_t(kMaxCompared)) {
    compare_each_two(ratings);
    find_ranks(ratings);
  } else {
    compare_intervals(ratings);
  }
}

bool Certainty::is_above(int one, int other) const {
  if (ends_.empty()) return std::ranges::binary_search(below_[one], other);
  return ends_[one].pool == ends_[other].pool && ends_[one].low > ends_[other].high;
}

void Certainty::compare_each_two(const Ratings& ratings) {
  const int players = static_cast<int>(ratings.players.size());
  below_.resize(ratings.players.size());
  std::vector<Comparison> comparisons;
  for (int one = 0; one < players; ++one) {
    for (int other = one + 1; other < players; ++other) {
      const PlayerRating &first = ratings.players[one], &second = ratings.players[other];
      if (first.pool != second.pool) continue;
      const bool is_upper = first.elo >= second.elo;
      if (first.is_held && second.is_held) {  // This is given, so that no chance is spent on it.
        if (first.elo != second.elo) below_[is_upper ? one : other].push_back(is_upper ? other : one);
        continue;
      }
      const double chance = ratings.fit->chance_of_equals(one, other);
      comparisons.push_back({is_upper ? one : other, is_upper ? other : one,
                             ratings.every_look ? ratings.every_look->chance_at_any_look(chance) : chance});
    }
  }
  std::ranges::sort(comparisons, {}, &Comparison::chance_otherwise);
  for (std::size_t k = 0; k < comparisons.size(); ++k) {
    if (comparisons[k].chance_otherwise > kFalseStatements / double(comparisons.size() - k)) break;
    below_[comparisons[k].upper].push_back(comparisons[k].lower);
  }
  for (auto& lower : below_) std::ranges::sort(lower);
}

// Each interval is wide enough for all of them to hold at once (Bonferroni).
void Certainty::compare_intervals(const Ratings& ratings) {
  const int players = static_cast<int>(ratings.players.size());
  const auto deviations = [&](double error) {
    if (ratings.every_look) return ratings.every_look->deviations(error);
    return student_quantile(kMinSamples, error);
  };
  const double wider = deviations(kFalseStatements / players) / deviations(kFalseStatements);
  for (const PlayerRating& player : ratings.players)
    ends_.push_back(
        {player.pool, player.elo - wider * player.error_low, player.elo + wider * player.error_high});
  std::vector<std::vector<double>> lows(static_cast<std::size_t>(ratings.pools)), highs(lows);
  for (const Ends& ends : ends_) {
    lows[ends.pool].push_back(ends.low);
    highs[ends.pool].push_back(ends.high);
  }
  for (std::size_t pool = 0; pool < lows.size(); ++pool) {
    std::ranges::sort(lows[pool]);
    std::ranges::sort(highs[pool]);
  }
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    const Ends& ends = ends_[i];
    const auto& low = lows[ends.pool];
    const auto& high = highs[ends.pool];
    const auto above = low.end() - std::ranges::upper_bound(low, ends.high);
    const auto below = std::ranges::lower_bound(high, ends.low) - high.begin();
    ranks_[i] = {1 + static_cast<int>(above), static_cast<int>(low.size()) - static_cast<int>(below)};
  }
}

void Certainty::find_ranks(const Ratings& ratings) {
  std::vector<int> in_pool(static_cast<std::size_t>(ratings.pools));
  for (const PlayerRating& player : ratings.players) ++in_pool[player.pool];
  for (std::size_t i = 0; i < ranks_.size(); ++i)
    ranks_[i] = {1, in_pool[ratings.players[i].pool] - static_cast<int>(below_[i].size())};
  for (const auto& lower : below_)
    for (const int player : lower) ++ranks_[player].best;
}

}  // namespace toptile
