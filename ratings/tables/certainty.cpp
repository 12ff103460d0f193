#include "ratings/tables/certainty.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "ratings/fit/confidence.h"

namespace toptile {
namespace {

constexpr double kFalseStatements = 0.05;  // The chance that any of all statements is wrong.

struct Comparison {
  int upper = 0, lower = 0;
  double chance_otherwise = 1;  // The chance of results like these between two equals, on either side.
};

}  // namespace

Certainty::Certainty(const Ratings& ratings) : ranks_(ratings.players.size()) {
  for (const PlayerRating& player : ratings.players) pool_of_.push_back(player.pool);
  if (ratings.players.size() <= std::size_t(kMaxCompared)) {
    compare_each_two(ratings);
    find_ranks(ratings);
  } else {
    compare_intervals(ratings);
  }
}

bool Certainty::is_above(int one, int other) const {
  if (ends_.empty()) return std::ranges::binary_search(below_[one], other);
  return pool_of_[one] == pool_of_[other] && ends_[one].low > ends_[other].high;
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
      comparisons.push_back(
          {is_upper ? one : other, is_upper ? other : one, ratings.fit->chance_of_equals(one, other)});
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
  const auto known = std::ranges::count_if(
      ratings.players, [](const PlayerRating& player) { return player.interval == Interval::profile; });
  const auto deviations = [&](const PlayerRating& player, double error) {
    const auto& looks = ratings.every_look;
    return student_quantile(player.degrees + 1,
                            looks ? looks->at(player.sd * player.sd).error_of_one_look(error) : error);
  };
  constexpr double kAny = std::numeric_limits<double>::infinity();
  for (const PlayerRating& player : ratings.players) {
    const bool is_known = player.interval != Interval::not_computed;
    const bool is_measured = player.interval == Interval::profile;
    const double wider = is_measured ? deviations(player, kFalseStatements / static_cast<double>(known)) /
                                           deviations(player, kFalseStatements)
                                     : 1;
    ends_.push_back({is_known ? player.elo - wider * player.error_low : -kAny,
                     is_known ? player.elo + wider * player.error_high : kAny});
  }
  std::vector<int> all(ratings.players.size());
  std::iota(all.begin(), all.end(), 0);
  ranks_ = ranks_by_intervals(all);
}

std::vector<RankRange> Certainty::ranks_by_intervals(std::span<const int> players) const {
  std::map<int, std::vector<double>> lows, highs;  // By pool.
  for (const int player : players) {
    lows[pool_of_[player]].push_back(ends_[player].low);
    highs[pool_of_[player]].push_back(ends_[player].high);
  }
  for (auto* ends : {&lows, &highs})
    for (auto& [pool, sorted] : *ends) std::ranges::sort(sorted);
  std::vector<RankRange> ranks;
  for (const int player : players) {
    const auto& low = lows[pool_of_[player]];
    const auto& high = highs[pool_of_[player]];
    const auto above = low.end() - std::ranges::upper_bound(low, ends_[player].high);
    const auto below = std::ranges::lower_bound(high, ends_[player].low) - high.begin();
    ranks.push_back({1 + static_cast<int>(above), static_cast<int>(low.size()) - static_cast<int>(below)});
  }
  return ranks;
}

std::vector<RankRange> Certainty::ranks_among(std::span<const int> players) const {
  if (!ends_.empty()) return ranks_by_intervals(players);
  std::vector<RankRange> ranks;
  for (const int one : players) {
    int above = 0, not_below = 1;
    for (const int other : players) {
      if (other == one || pool_of_[other] != pool_of_[one]) continue;
      above += is_above(other, one) ? 1 : 0;
      not_below += is_above(one, other) ? 0 : 1;
    }
    ranks.push_back({above + 1, not_below});
  }
  return ranks;
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
