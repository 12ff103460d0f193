#include "ratings/fit/gauge.h"

#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

namespace toptile {

Gauge::Gauge(const RatingModel& model, std::span<const int> group_of, std::span<const int> part_of,
             std::span<const double> information, const RatingOptions& options)
    : parameters_(model.parameters()),
      pool_of_(model.pool_of()),
      weight_(Logits::Zero(model.players())),
      elo_of_zero_(static_cast<std::size_t>(model.pools())) {
  std::vector<int> all(pool_of_.size());
  std::iota(all.begin(), all.end(), 0);
  set_zero(largest(all, part_of, information));
  std::vector<int> in_group(pool_of_.size()), in_groups;
  for (const int player : all) ++in_group[group_of[player]];
  for (const int player : all)
    if (in_group[group_of[player]] > 1) in_groups.push_back(player);
  set_zero(largest(in_groups, group_of, information));
  set_zero(largest(options.zero, part_of, information));
  std::vector<int> anchors, in_pool(elo_of_zero_.size());
  for (const RatingAnchor& anchor : options.anchors) {
    anchors.push_back(anchor.player);
    elo_of_zero_[pool_of_[anchor.player]] += anchor.elo;
    ++in_pool[pool_of_[anchor.player]];
  }
  for (std::size_t pool = 0; pool < in_pool.size(); ++pool)
    if (in_pool[pool] > 0) elo_of_zero_[pool] /= in_pool[pool];
  set_zero(anchors);
}

std::vector<int> Gauge::largest(std::span<const int> players, std::span<const int> set_of,
                                std::span<const double> information) const {
  struct Set {
    int players = 0;
    double information = 0;
    auto operator<=>(const Set&) const = default;
  };
  std::map<std::pair<int, int>, Set> sets;  // The key is the pool and the number of the set.
  for (const int player : players) {
    Set& set = sets[{pool_of_[player], set_of[player]}];
    ++set.players;
    set.information += information[player];
  }
  std::map<int, std::pair<int, Set>> best;  // By pool.
  for (const auto& [key, set] : sets) {
    const auto found = best.find(key.first);
    if (found == best.end() || found->second.second < set) best[key.first] = {key.second, set};
  }
  std::vector<int> chosen;
  for (const int player : players) {
    const auto& [number, set] = best.at(pool_of_[player]);
    if (set.players < 2 || set_of[player] == number) chosen.push_back(player);
  }
  return chosen;
}

void Gauge::set_zero(std::span<const int> players) {
  std::vector<int> in_pool(elo_of_zero_.size());
  for (const int player : players) ++in_pool[pool_of_[player]];
  for (std::size_t i = 0; i < pool_of_.size(); ++i)
    if (in_pool[pool_of_[i]] > 0) weight_[static_cast<int>(i)] = 0;
  for (const int player : players) weight_[player] = 1.0 / in_pool[pool_of_[player]];
}

std::vector<double> Gauge::elo(const Logits& at) const {
  std::vector<double> zero(elo_of_zero_.size());
  for (int i = 0; i < weight_.size(); ++i) zero[pool_of_[i]] += weight_[i] * at[i];
  std::vector<double> result;
  for (int i = 0; i < weight_.size(); ++i)
    result.push_back(elo_of_zero_[pool_of_[i]] + (at[i] - zero[pool_of_[i]]) / kLogitsPerElo);
  return result;
}

Logits Gauge::contrast(int parameter) const {
  const int players = static_cast<int>(weight_.size());
  Logits result = Logits::Zero(parameters_);
  if (parameter < players) {
    for (int i = 0; i < players; ++i)
      if (pool_of_[i] == pool_of_[parameter]) result[i] = -weight_[i];
  }
  result[parameter] += 1;
  return result;
}

}  // namespace toptile
