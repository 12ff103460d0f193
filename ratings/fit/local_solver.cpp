#include "ratings/fit/local_solver.h"

#include <algorithm>
#include <cmath>

namespace toptile {
namespace {

// The part of a variance that may be missing.
constexpr double kMissing = 3e-3;
constexpr double kAlmostNothing = 1e-10;
// A guest may depend on a few results far away, which the first steps do not see. So steps go on until the
// residual's square is this part of the first one.
constexpr double kSmallResidual = 1e-6;
constexpr int kMaxSteps = 2000;

}  // namespace

LocalSolver::LocalSolver(const Field& field)
    : field_(field),
      solution_(Logits::Zero(field.diagonal.size())),
      residual_(solution_),
      step_(solution_),
      product_(solution_),
      is_reached_(static_cast<std::size_t>(field.diagonal.size())) {}

// Adds the players that the reached ones from index `first` on have met. If these are many, all players who
// have played are added, sorted; then the result is true.
bool LocalSolver::reach_from(std::size_t first) {
  const auto add = [&](int player) {
    if (is_reached_[player]) return;
    is_reached_[player] = true;
    reached_.push_back(player);
  };
  const auto& rows = field_.information;
  const int players = static_cast<int>(rows.rows());
  int met = 0;
  for (std::size_t k = first; k < reached_.size(); ++k)
    met += rows.outerIndexPtr()[reached_[k] + 1] - rows.outerIndexPtr()[reached_[k]];
  if (met >= players) {
    reached_.clear();
    for (int player = 0; player < players; ++player) {
      is_reached_[player] = field_.diagonal[player] > 0;
      if (is_reached_[player]) reached_.push_back(player);
    }
    return true;
  }
  const std::size_t end = reached_.size();
  for (std::size_t k = first; k < end; ++k)
    for (SparseInformation::Rows::InnerIterator entry(rows, reached_[k]); entry; ++entry)
      add(static_cast<int>(entry.col()));
  return false;
}

// The product of the information and the step. A row of a player whom no step has reached yet costs nothing.
void LocalSolver::multiply() {
  for (const int i : reached_) product_[i] = 0;
  for (const int i : reached_) {
    const double value = step_[i];
    if (value == 0) continue;
    for (SparseInformation::Rows::InnerIterator entry(field_.information, i); entry; ++entry)
      product_[entry.col()] += entry.value() * value;
  }
}

// The square of the residual's length, weighted by the inverse of the diagonal.
double LocalSolver::size_of_residual(const Home* home) const {
  const double of_home = home == nullptr ? 0 : -1 / home->information;
  double sum = home == nullptr ? 0 : of_home * of_home * home->information;
  for (const int i : reached_) {
    const double value = residual_[i];
    sum += value * value / field_.diagonal[i];
    if (is_member(i, home)) sum += 2 * of_home * value;
  }
  return sum;
}

// Solves for how far the player is above the mean of its home, or above another player if there is no home,
// by conjugate gradients with the diagonal as preconditioner. The home's part of each vector is a multiple of
// a known one: of 1 on the members in steps, and of their information in residuals. Returns the variance,
// which grows towards its true value with each step.
double LocalSolver::solve(int player, const Home* home, std::optional<int> other, Logits& along) {
  const double of_home = home == nullptr ? 0 : -1 / home->information;
  static const std::vector<std::pair<int, double>> kNoBorder;
  const auto& border = home == nullptr ? kNoBorder : home->border;
  reached_.clear();
  const auto begin_at = [&](int i, double residual) {
    if (!is_reached_[i]) reached_.push_back(i);
    is_reached_[i] = true;
    residual_[i] = residual;
    step_[i] = residual / field_.diagonal[i];
  };
  for (const auto& [i, value] : border) begin_at(i, 0);
  begin_at(player, 1);
  if (other) begin_at(*other, -1);
  const bool is_by_guest = is_guest(player) || (other && is_guest(*other));
  double step_of_home = of_home, home_along = 0, variance = 0, gain_before = 0;
  double size = size_of_residual(home);
  const double first_size = size;
  std::size_t seen = 0;
  bool reaches_all = false;
  for (int steps = 0; steps < kMaxSteps && size > kAlmostNothing * first_size; ++steps) {
    const std::size_t now = reached_.size();
    if (!reaches_all) reaches_all = reach_from(seen);
    seen = now;
    multiply();
    for (const auto& [i, value] : border) product_[i] += step_of_home * value;
    double curvature = 0;
    for (const int i : reached_)
      curvature += product_[i] * (step_[i] + (is_member(i, home) ? step_of_home : 0));
    if (curvature <= 0) break;
    const double length = size / curvature, gain = length * size;
    for (const int i : reached_) solution_[i] += length * step_[i];
    home_along += length * step_of_home;
    variance += gain;
    const double ratio = steps == 0 ? 1 : std::min(gain / gain_before, 0.999);
    const double missing = gain * ratio / (1 - ratio);
    gain_before = gain;
    const bool is_close = steps > 0 && missing <= (field_.is_exact ? kAlmostNothing : kMissing) * variance;
    if (is_close && !is_by_guest) break;
    for (const int i : reached_) residual_[i] -= length * product_[i];
    const double next = size_of_residual(home);
    if (is_close && next <= kSmallResidual * first_size) break;
    const double turn = next / size;
    for (const int i : reached_) step_[i] = residual_[i] / field_.diagonal[i] + turn * step_[i];
    step_of_home = of_home + turn * step_of_home;
    size = next;
  }
  for (const int i : reached_) {
    along[i] += solution_[i];
    solution_[i] = residual_[i] = step_[i] = 0;
    is_reached_[i] = false;
  }
  if (home != nullptr)
    for (const int i : home->members) along[i] += home_along;
  return variance;
}

}  // namespace toptile
