#include "league/choice/set_gains.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/assert.h"
#include "league/choice/strengths.h"
#include "ratings/fit/elo_scale.h"

namespace toptile {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
// Gains need few digits, and single precision takes half the time.
using ShortMatrix = Eigen::MatrixXf;
using ShortVector = Eigen::VectorXf;

constexpr double kMinVariance = 1e-12;  // What rounding may leave of a variance that is nearly 0.

std::vector<int> active_contenders(const LeagueSituation& situation) {
  std::vector<int> active;
  for (std::size_t i = 0; i < situation.contenders.size(); ++i)
    if (situation.contenders[i].is_active) active.push_back(static_cast<int>(i));
  return active;
}

// The retired predecessors of active contenders, each of them once.
std::vector<int> retired_predecessors(const LeagueSituation& situation) {
  std::vector<int> found;
  for (const Contender& contender : situation.contenders) {
    if (!contender.is_active || !contender.predecessor) continue;
    if (!situation.contenders[*contender.predecessor].is_active) found.push_back(*contender.predecessor);
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// Calls `add(one, other, information)` for the sets that were played.
template <class Add>
void each_information(const LeagueSituation& situation, std::span<const double> strengths, double inflation,
                      Add add) {
  for (const MetPair& pair : situation.met)
    add(pair.one, pair.other,
        pair.sets * set_information_at(strengths[pair.one] - strengths[pair.other]) / inflation);
}

// Knows all covariances of the strengths of the contenders that can play.
class MatrixGains : public SetGains {
 public:
  MatrixGains(const LeagueSituation& situation, std::span<const double> strengths,
              const OrderWeights& weights, std::vector<int> active, const std::vector<int>& predecessors,
              int most)
      : SetGains(usable_inflation(situation)), active_(std::move(active)), weights_(weights) {
    // The contenders that can play come last, so that their covariances are the inverse of the last block of
    // the information's Cholesky factor.
    std::vector<int> rows = retired_with_rows(situation, predecessors, most);
    const auto others = static_cast<Eigen::Index>(rows.size());
    rows.insert(rows.end(), active_.begin(), active_.end());
    rows.insert(rows.end(), predecessors.begin(), predecessors.end());
    const auto size = static_cast<Eigen::Index>(rows.size());
    row_.assign(situation.contenders.size(), kNoRow);
    for (Eigen::Index i = 0; i < size; ++i) row_[rows[i]] = i;
    if (size == 0) return;

    Matrix information = Matrix::Zero(size, size);
    information.diagonal().setConstant(kPriorPrecision);
    each_information(situation, strengths, inflation_, [&](int one, int other, double amount) {
      const Eigen::Index i = row_[one], j = row_[other];
      if (i == kNoRow || j == kNoRow) return;
      information(i, i) += amount;
      information(j, j) += amount;
      information(std::max(i, j), std::min(i, j)) -= amount;
    });
    const Eigen::LLT<Eigen::Ref<Matrix>> factor(information);
    TOPTILE_ASSERT(factor.info() == Eigen::Success);
    const Eigen::Index playing = size - others;
    Matrix root = Matrix::Identity(playing, playing);
    information.bottomRightCorner(playing, playing).triangularView<Eigen::Lower>().solveInPlace(root);
    covariance_ = Matrix::Zero(playing, playing);
    covariance_.selfadjointView<Eigen::Lower>().rankUpdate(root.transpose());
    covariance_.triangularView<Eigen::StrictlyUpper>() = covariance_.transpose();

    mean_.resize(playing);
    for (std::size_t i = 0; i < row_.size(); ++i) {
      if (row_[i] == kNoRow) continue;
      row_[i] = row_[i] < others ? kNoRow : row_[i] - others;
      if (row_[i] != kNoRow) mean_[row_[i]] = strengths[i];
    }
    for (const PairInPlay& pair : situation.in_play) {
      if (row_[pair.one] == kNoRow || row_[pair.other] == kNoRow) continue;
      add_to_covariance(row_[pair.one], row_[pair.other], pair.sets);
    }
    set_slopes();
  }

  Difference difference(int one, int other) const override { return difference_of(row_[one], row_[other]); }

  double gain(int one, int other) const override {
    const Eigen::Index i = row_[one], j = row_[other];
    const double spread = double{gains_(i, i)} + gains_(j, j) - 2 * double{gains_(i, j)};
    const Difference known = difference_of(i, j);
    const double amount = information(known);
    return std::max(0.0, amount * spread / (1 + amount * known.variance)) / kLogitsPerElo;
  }

  double uncertainty() const override {
    const auto count = static_cast<Eigen::Index>(active_.size());
    double sum = 0;
    for (Eigen::Index i = 0; i < count; ++i)
      for (Eigen::Index j = 0; j < i; ++j)
        sum += pair_weight(weights_, rank_[i], rank_[j]) * expected_loss(difference_of(i, j));
    const Vector above = variances_above_mean();
    for (Eigen::Index i = 0; i < count; ++i) sum += weights_.precision * std::sqrt(above[i]);
    return sum / kLogitsPerElo;
  }

  void count_sets(int one, int other, double sets) override {
    const Eigen::Index i = row_[one], j = row_[other];
    const Difference known = difference_of(i, j);
    const double amount = sets * information(known), part = amount / (1 + amount * known.variance);
    const Vector moved = covariance_.col(i) - covariance_.col(j);
    // The slopes stay the same, so a rank-two update takes the gains to the new covariances.
    const ShortVector short_moved = moved.cast<float>(), pulled = slopes_ * short_moved;
    const ShortVector half = (covariance_ * pulled.cast<double>()).cast<float>() -
                             static_cast<float>(part / 2) * short_moved.dot(pulled) * short_moved;
    for (Eigen::Index k = 0; k < moved.size(); ++k) {
      gains_.col(k) -= static_cast<float>(part) * (half[k] * short_moved + short_moved[k] * half);
      covariance_.col(k) -= part * moved[k] * moved;
    }
  }

  std::span<const int> opponents(int) const override { return active_; }

 private:
  static constexpr Eigen::Index kNoRow = -1;

  // The retired contenders with the most sets, which get a row although they are not predecessors.
  static std::vector<int> retired_with_rows(const LeagueSituation& situation,
                                            const std::vector<int>& predecessors, int most) {
    std::vector<double> sets(situation.contenders.size());
    for (const MetPair& pair : situation.met) {
      sets[pair.one] += pair.sets;
      sets[pair.other] += pair.sets;
    }
    std::vector<int> found;
    int rows = static_cast<int>(predecessors.size());
    for (std::size_t i = 0; i < situation.contenders.size(); ++i) {
      rows += situation.contenders[i].is_active;
      if (situation.contenders[i].is_active || sets[i] == 0) continue;
      if (!std::ranges::binary_search(predecessors, static_cast<int>(i)))
        found.push_back(static_cast<int>(i));
    }
    std::ranges::stable_sort(found, [&](int one, int other) { return sets[one] > sets[other]; });
    found.resize(std::min(found.size(), static_cast<std::size_t>(std::max(0, most - rows))));
    return found;
  }

  Difference difference_of(Eigen::Index i, Eigen::Index j) const {
    const double variance = covariance_(i, i) + covariance_(j, j) - 2 * covariance_(i, j);
    return {mean_[i] - mean_[j], std::max(variance, kMinVariance)};
  }

  void add_to_covariance(Eigen::Index i, Eigen::Index j, double sets) {
    const Difference known = difference_of(i, j);
    const double amount = sets * information(known);
    const Vector moved = covariance_.col(i) - covariance_.col(j);
    const double part = amount / (1 + amount * known.variance);
    for (Eigen::Index k = 0; k < moved.size(); ++k) covariance_.col(k) -= part * moved[k] * moved;
  }

  // The variance of each active contender's strength above the mean of all active ones.
  Vector variances_above_mean() const {
    const auto count = static_cast<Eigen::Index>(active_.size());
    if (count == 0) return {};
    const auto block = covariance_.topLeftCorner(count, count);
    const Vector with_mean = block.rowwise().mean();
    const Vector above = block.diagonal() - 2 * with_mean + Vector::Constant(count, with_mean.mean());
    return above.cwiseMax(kMinVariance);
  }

  // Computes Λ, the derivative of U with respect to the covariances, and ΣΛΣ.
  void set_slopes() {
    const auto count = static_cast<Eigen::Index>(active_.size());
    rank_ = ranks_of(std::span(mean_.data(), active_.size()));
    Matrix slopes = Matrix::Zero(mean_.size(), mean_.size());
    for (Eigen::Index i = 0; i < count; ++i) {
      for (Eigen::Index j = 0; j < i; ++j) {
        const double slope = pair_weight(weights_, rank_[i], rank_[j]) * loss_slope(difference_of(i, j));
        slopes(i, j) -= slope;
        slopes(j, i) -= slope;
        slopes(i, i) += slope;
        slopes(j, j) += slope;
      }
    }
    const Vector of_one = weights_.precision / 2 * variances_above_mean().cwiseSqrt().cwiseInverse();
    auto active = slopes.topLeftCorner(count, count);
    active.diagonal() += of_one;
    const double parts = static_cast<double>(std::max<Eigen::Index>(count, 1));
    active.colwise() -= of_one / parts;
    active.rowwise() -= (of_one / parts).transpose();
    active.array() += of_one.sum() / (parts * parts);

    slopes_ = slopes.cast<float>();
    const ShortMatrix covariance = covariance_.cast<float>(), pulled = slopes_ * covariance;
    gains_ = ShortMatrix::Zero(mean_.size(), mean_.size());
    gains_.triangularView<Eigen::Lower>() = covariance * pulled;
    gains_.triangularView<Eigen::StrictlyUpper>() = gains_.transpose();
  }

  std::vector<int> active_;
  OrderWeights weights_;
  std::vector<Eigen::Index> row_;  // By contender. The active ones have the first rows.
  Vector mean_;
  std::vector<int> rank_;
  Matrix covariance_;   // Σ.
  ShortMatrix slopes_;  // Λ: the derivative of U with respect to Σ.
  ShortMatrix gains_;   // ΣΛΣ.
};

// Treats all strengths as independent.
class WindowGains : public SetGains {
 public:
  WindowGains(const LeagueSituation& situation, std::span<const double> strengths,
              const OrderWeights& weights, const std::vector<int>& active)
      : SetGains(usable_inflation(situation)),
        weights_(weights),
        mean_(strengths.begin(), strengths.end()),
        variance_(strengths.size()),
        slope_(strengths.size()),
        window_(strengths.size()) {
    std::vector<double> information(strengths.size(), kPriorPrecision);
    each_information(situation, strengths, inflation_, [&](int one, int other, double amount) {
      information[one] += amount;
      information[other] += amount;
    });
    for (std::size_t i = 0; i < information.size(); ++i) variance_[i] = 1 / information[i];
    for (const PairInPlay& pair : situation.in_play) count_sets(pair.one, pair.other, pair.sets);

    order_ = active;
    std::ranges::stable_sort(order_, [&](int one, int other) { return mean_[one] > mean_[other]; });
    const auto count = static_cast<int>(order_.size());
    for (int i = 0; i < count; ++i) {
      slope_[order_[i]] += weights.precision / 2 / std::sqrt(variance_[order_[i]]);
      for (int j = std::max(0, i - kWindow); j < std::min(count, i + kWindow + 1); ++j) {
        if (i == j) continue;
        window_[order_[i]].push_back(order_[j]);
        slope_[order_[i]] += pair_slope(i, j);
      }
    }
    place_.assign(strengths.size(), count);
    for (int i = 0; i < count; ++i) place_[order_[i]] = i;
  }

  Difference difference(int one, int other) const override {
    return {mean_[one] - mean_[other], variance_[one] + variance_[other]};
  }

  double gain(int one, int other) const override {
    const double a = variance_[one], b = variance_[other];
    double spread = a * a * slope_[one] + b * b * slope_[other];
    const auto count = static_cast<int>(order_.size());
    if (place_[one] < count && place_[other] < count && std::abs(place_[one] - place_[other]) <= kWindow)
      spread += 2 * a * b * pair_slope(place_[one], place_[other]);
    const double amount = information(difference(one, other));
    return amount * spread / (1 + amount * (a + b)) / kLogitsPerElo;
  }

  double uncertainty() const override {
    double sum = 0;
    const auto count = static_cast<int>(order_.size());
    for (int i = 0; i < count; ++i) {
      sum += weights_.precision * std::sqrt(variance_[order_[i]]);
      for (int j = i + 1; j < std::min(count, i + kWindow + 1); ++j)
        sum += pair_weight(weights_, i + 1, j + 1) * expected_loss(difference(order_[i], order_[j]));
    }
    return sum / kLogitsPerElo;
  }

  void count_sets(int one, int other, double sets) override {
    const Difference known = difference(one, other);
    const double amount = sets * information(known), part = amount / (1 + amount * known.variance);
    variance_[one] -= part * variance_[one] * variance_[one];
    variance_[other] -= part * variance_[other] * variance_[other];
  }

  std::span<const int> opponents(int one) const override { return window_[one]; }

 private:
  double pair_slope(int place, int other) const {
    return pair_weight(weights_, place + 1, other + 1) * loss_slope(difference(order_[place], order_[other]));
  }

  OrderWeights weights_;
  std::vector<double> mean_, variance_;
  std::vector<double> slope_;  // Each contender's entry on the diagonal of Λ.
  std::vector<std::vector<int>> window_;
  std::vector<int> order_;  // The active contenders, the strongest first.
  std::vector<int> place_;  // Of each contender in order_; order_.size() if it is not active.
};

}  // namespace

std::unique_ptr<SetGains> set_gains(const LeagueSituation& situation, std::span<const double> strengths,
                                    const OrderWeights& weights, int most_in_matrix) {
  std::vector<int> active = active_contenders(situation);
  const std::vector<int> predecessors = retired_predecessors(situation);
  if (active.size() + predecessors.size() > static_cast<std::size_t>(most_in_matrix))
    return std::make_unique<WindowGains>(situation, strengths, weights, active);
  return std::make_unique<MatrixGains>(situation, strengths, weights, std::move(active), predecessors,
                                       most_in_matrix);
}

}  // namespace toptile
