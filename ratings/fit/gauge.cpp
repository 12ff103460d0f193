#include "ratings/fit/gauge.h"

#include <cstddef>
#include <map>
#include <tuple>

namespace toptile {

namespace {

struct Group {
  int players = 0;
  double information = 0;
};

}  // namespace

Gauge::Gauge(const RatingModel& model, std::span<const int> group_of, std::span<const double> information,
             const RatingOptions& options)
    : parameters_(model.parameters()), pool_of_(model.pool_of()), weight_(Logits::Zero(model.players())) {
  std::map<std::pair<int, int>, Group> groups;  // The key is the pool and the group's number.
  int pools = 0;
  for (std::size_t i = 0; i < pool_of_.size(); ++i) {
    Group& group = groups[{pool_of_[i], group_of[i]}];
    ++group.players;
    group.information += information[i];
    pools = std::max(pools, pool_of_[i] + 1);
  }
  elo_of_zero_.resize(static_cast<std::size_t>(pools));
  std::vector<int> zero(elo_of_zero_.size(), -1), size(zero.size());
  std::vector<double> most(zero.size());
  for (const auto& [key, group] : groups) {
    const auto [pool, number] = key;
    size[pool] += group.players;
    const auto largest =
        zero[pool] < 0 ? std::tuple(0, 0.0) : std::tuple(groups[{pool, zero[pool]}].players, most[pool]);
    if (group.players < 2 || std::tuple(group.players, group.information) <= largest) continue;
    zero[pool] = number;
    most[pool] = group.information;
  }
  for (std::size_t i = 0; i < pool_of_.size(); ++i) {
    const int pool = pool_of_[i];
    const int players = zero[pool] < 0 ? size[pool] : groups[{pool, zero[pool]}].players;
    if (zero[pool] < 0 || zero[pool] == group_of[i]) weight_[static_cast<int>(i)] = 1.0 / players;
  }
  set_zero(options.zero);
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
