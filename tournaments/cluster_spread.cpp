#include "tournaments/cluster_spread.h"

#include <algorithm>
#include <utility>

namespace toptile {

ClusterSpread::ClusterSpread(const BradleyTerry& model, Logits at, std::span<const ScoredGame> games)
    : model_(model),
      at_(std::move(at)),
      clusters_of_(model.pool_of.size()),
      sum_(model.parameters()),
      score_(static_cast<std::size_t>(model.parameters())),
      is_touched_(model.pool_of.size()) {
  const auto earlier = [](const ScoredGame& a, const ScoredGame& b) { return a.cluster < b.cluster; };
  std::vector<ScoredGame> sorted;
  if (!std::is_sorted(games.begin(), games.end(), earlier)) {
    sorted.assign(games.begin(), games.end());
    std::stable_sort(sorted.begin(), sorted.end(), earlier);
    games = sorted;
  }
  const std::size_t players = model.pool_of.size();
  std::vector<double> expected(players * players);
  for (const Cell& cell : model.cells) {
    expected[std::size_t(cell.first) * players + std::size_t(cell.second)] = chance(edge(model, cell, at_));
  }
  for (std::size_t i = 0; i < games.size(); ++i) {
    const ScoredGame& game = games[i];
    if (i > 0 && games[i - 1].cluster != game.cluster) end_cluster();
    if (model.pool_of[game.first] != model.pool_of[game.second]) continue;
    add(game, expected[std::size_t(game.first) * players + std::size_t(game.second)]);
  }
  end_cluster();
}

void ClusterSpread::add(const ScoredGame& game, double expected) {
  const double surplus = game.score - expected;
  touch(game.first);
  touch(game.second);
  score_[game.first] += surplus;
  score_[game.second] -= surplus;
  if (model_.has_advantage) score_.back() += surplus;
}

void ClusterSpread::touch(int player) {
  if (is_touched_[player]) return;
  is_touched_[player] = true;
  touched_.push_back(player);
}

void ClusterSpread::end_cluster() {
  if (touched_.empty()) return;
  ++clusters_;
  for (const int player : touched_) {
    ++clusters_of_[player];
    is_touched_[player] = false;
  }
  if (model_.has_advantage) touched_.push_back(model_.players());
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      sum_.add(touched_[i], touched_[j], score_[touched_[i]] * score_[touched_[j]]);
  }
  for (const int parameter : touched_) score_[parameter] = 0;
  touched_.clear();
}

SymmetricMatrix ClusterSpread::of_scores() const {
  BradleyTerry prior = model_;
  for (Cell& cell : prior.cells) cell.played = cell.scored = 0;
  SymmetricMatrix result = information(prior, at_);
  const double unbiased = clusters_ > 1 ? clusters_ / (clusters_ - 1.0) : 1;
  for (int i = 0; i < result.size(); ++i) {
    for (int j = 0; j <= i; ++j) result.add(i, j, unbiased * sum_(i, j));
  }
  return result;
}

}  // namespace toptile
