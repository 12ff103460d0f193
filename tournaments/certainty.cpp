#include "tournaments/certainty.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace toptile {
namespace {

constexpr double kError = 0.05;  // The chance that any statement of all is wrong.

struct Comparison {
  int upper = 0, lower = 0;
  double chance_otherwise = 1;  // The chance of results like these between two equals, on either side.
};

}  // namespace

Certainty::Certainty(const Ratings& ratings)
    : below_(ratings.players.size()), ranks_(ratings.players.size()) {
  if (ratings.players.size() <= std::size_t(kMostCompared)) {
    compare_each_two(ratings);
  } else {
    compare_intervals(ratings);
  }
  for (auto& lower : below_) std::ranges::sort(lower);
  find_ranks(ratings);
}

bool Certainty::is_above(int one, int other) const {
  return std::ranges::binary_search(below_[one], other);
}

void Certainty::compare_each_two(const Ratings& ratings) {
  const int players = static_cast<int>(ratings.players.size());
  std::vector<Comparison> comparisons;
  for (int one = 0; one < players; ++one) {
    for (int other = one + 1; other < players; ++other) {
      const double superiority = ratings.fit->superiority(one, other);
      if (std::isnan(superiority)) continue;
      const bool is_upper = superiority >= 0.5;
      const double chance = 2 * std::min(superiority, 1 - superiority);
      comparisons.push_back({is_upper ? one : other, is_upper ? other : one,
                             ratings.every_look ? ratings.every_look->chance_at_any_look(chance) : chance});
    }
  }
  std::ranges::sort(comparisons, {}, &Comparison::chance_otherwise);
  for (std::size_t k = 0; k < comparisons.size(); ++k) {
    if (comparisons[k].chance_otherwise > kError / double(comparisons.size() - k)) break;
    below_[comparisons[k].upper].push_back(comparisons[k].lower);
  }
}

// Each interval is wide enough for all of them to hold at once (Bonferroni).
void Certainty::compare_intervals(const Ratings& ratings) {
  const int players = static_cast<int>(ratings.players.size());
  const auto deviations = [&](double error) {
    if (ratings.every_look) return ratings.every_look->deviations(error);
    return boost::math::quantile(boost::math::normal(), 1 - error / 2);
  };
  const double wider = deviations(kError / players) / deviations(kError);
  for (int one = 0; one < players; ++one) {
    const PlayerRating& upper = ratings.players[one];
    for (int other = 0; other < players; ++other) {
      const PlayerRating& lower = ratings.players[other];
      const bool is_measured = upper.interval != Interval::none || lower.interval != Interval::none;
      if (is_measured && upper.pool == lower.pool &&
          upper.elo - wider * upper.error_low > lower.elo + wider * lower.error_high)
        below_[one].push_back(other);
    }
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
