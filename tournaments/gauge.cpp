#include "tournaments/gauge.h"

#include <cstddef>
#include <utility>

namespace toptile {

Gauge::Gauge(const BradleyTerry& model, const std::optional<RatingAnchor>& anchor)
    : model_(model), weight_(model.pool_of.size()) {
  std::vector<int> size;
  for (const int pool : model.pool_of) {
    if (pool >= static_cast<int>(size.size())) size.resize(static_cast<std::size_t>(pool) + 1);
    ++size[pool];
  }
  elo_of_zero_.resize(size.size());
  for (std::size_t i = 0; i < weight_.size(); ++i) weight_[i] = 1.0 / size[model.pool_of[i]];
  if (!anchor) return;
  const int anchored = model.pool_of[anchor->player];
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    if (model.pool_of[i] == anchored) weight_[i] = 0;
  }
  weight_[anchor->player] = 1;
  elo_of_zero_[anchored] = anchor->elo;
}

Logits Gauge::zeros(const Logits& at) const {
  Logits result(elo_of_zero_.size());
  for (std::size_t i = 0; i < weight_.size(); ++i) result[model_.pool_of[i]] += weight_[i] * at[i];
  return result;
}

Logits Gauge::without_zeros(Logits at) const {
  const Logits zero = zeros(at);
  for (std::size_t i = 0; i < weight_.size(); ++i) at[i] -= zero[model_.pool_of[i]];
  return at;
}

std::vector<double> Gauge::elo(const Logits& at) const {
  const Logits strengths = without_zeros(at);
  std::vector<double> result(weight_.size());
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    result[i] = elo_of_zero_[model_.pool_of[i]] + strengths[i] / kLogitsPerElo;
  }
  return result;
}

SymmetricMatrix Gauge::covariance(const SymmetricMatrix& of) const {
  const int players = model_.players();
  std::vector<Logits> rows;
  for (int i = 0; i < of.size(); ++i) rows.push_back(without_zeros({of.row(i).begin(), of.row(i).end()}));
  std::vector<Logits> zero(elo_of_zero_.size(), Logits(static_cast<std::size_t>(of.size())));
  for (int i = 0; i < players; ++i) {
    if (weight_[i] == 0) continue;
    for (int j = 0; j < of.size(); ++j) zero[model_.pool_of[i]][j] += weight_[i] * rows[i][j];
  }
  SymmetricMatrix result(of.size());
  for (int i = 0; i < of.size(); ++i) {
    for (int j = 0; j <= i; ++j)
      result.add(i, j, rows[i][j] - (i < players ? zero[model_.pool_of[i]][j] : 0));
  }
  return result;
}

Logits Gauge::contrast(int parameter) const {
  Logits result(static_cast<std::size_t>(model_.parameters()));
  if (parameter < model_.players()) {
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      if (model_.pool_of[i] == model_.pool_of[parameter]) result[i] = -weight_[i];
    }
  }
  result[parameter] += 1;
  return result;
}

}  // namespace toptile
