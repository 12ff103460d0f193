#include "league/choice/strengths.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "league/choice/set_information.h"
#include "ratings/fit/elo_scale.h"

namespace toptile {
namespace {

using Vector = Eigen::VectorXd;

constexpr int kMaxSteps = 100;
constexpr double kSmallStep = 1e-9;      // Logits.
constexpr double kSolveAccuracy = 1e-6;  // Of a Newton step; the next step corrects the remaining error.

// The negative log-posterior, which is minimised, and its derivatives.
class Fit {
 public:
  Fit(const LeagueSituation& situation, double inflation) : met_(situation.met), inflation_(inflation) {}

  double value(const Vector& at) const {
    double sum = kPriorPrecision / 2 * at.squaredNorm();
    for (const MetPair& pair : met_) {
      const double x = at[pair.one] - at[pair.other];
      // This form of log(1 + exp(|x|)) does not overflow.
      const double log_sum = std::abs(x) + std::log1p(std::exp(-std::abs(x)));
      const double lost = 2 * pair.sets - pair.points_of_one;
      sum += (2 * pair.sets * log_sum - (x > 0 ? pair.points_of_one : lost) * std::abs(x)) / inflation_;
    }
    return sum;
  }

  Vector gradient(const Vector& at) const {
    Vector sum = kPriorPrecision * at;
    for (const MetPair& pair : met_) {
      const double expected = 2 * pair.sets * chance(at[pair.one] - at[pair.other]);
      const double slope = (expected - pair.points_of_one) / inflation_;
      sum[pair.one] += slope;
      sum[pair.other] -= slope;
    }
    return sum;
  }

  // Solves for a Newton step by conjugate gradients, over the pairs that met, with the diagonal as
  // preconditioner.
  Vector solve(const Vector& at, const Vector& right) const {
    std::vector<double> weight;
    weight.reserve(met_.size());
    Vector diagonal = Vector::Constant(at.size(), kPriorPrecision);
    for (const MetPair& pair : met_) {
      weight.push_back(pair.sets * set_information_at(at[pair.one] - at[pair.other]) / inflation_);
      diagonal[pair.one] += weight.back();
      diagonal[pair.other] += weight.back();
    }
    const auto times = [&](const Vector& x) {
      Vector product = kPriorPrecision * x;
      for (std::size_t i = 0; i < met_.size(); ++i) {
        const double flow = weight[i] * (x[met_[i].one] - x[met_[i].other]);
        product[met_[i].one] += flow;
        product[met_[i].other] -= flow;
      }
      return product;
    };
    Vector x = Vector::Zero(at.size()), residual = right, direction = residual.cwiseQuotient(diagonal);
    double size = residual.dot(direction);
    const double enough = size * kSolveAccuracy * kSolveAccuracy;
    const int most = 4 * static_cast<int>(at.size()) + 10;
    for (int step = 0; step < most && size > enough && size > 0; ++step) {
      const Vector product = times(direction);
      const double length = size / direction.dot(product);
      x += length * direction;
      residual -= length * product;
      const Vector scaled = residual.cwiseQuotient(diagonal);
      const double before = size;
      size = residual.dot(scaled);
      direction = scaled + size / before * direction;
    }
    return x;
  }

 private:
  const std::vector<MetPair>& met_;
  double inflation_;
};

}  // namespace

double usable_inflation(const LeagueSituation& situation) {
  return std::isfinite(situation.inflation) && situation.inflation > 0 ? situation.inflation : 1;
}

std::vector<double> fit_strengths(const LeagueSituation& situation) {
  if (situation.contenders.empty()) return {};
  const Fit fit(situation, usable_inflation(situation));
  const Vector zero = Vector::Zero(static_cast<Eigen::Index>(situation.contenders.size()));
  Vector at = zero;
  for (std::size_t i = 0; i < std::min(situation.strengths.size(), situation.contenders.size()); ++i)
    if (std::isfinite(situation.strengths[i])) at[i] = situation.strengths[i];
  double value = fit.value(at);
  const double value_of_zero = fit.value(zero);
  if (!(value < value_of_zero)) {
    at = zero;
    value = value_of_zero;
  }
  for (int count = 0; count < kMaxSteps; ++count) {
    Vector step = fit.solve(at, fit.gradient(at));
    const double size = step.cwiseAbs().maxCoeff();
    if (!(size > kSmallStep)) break;
    Vector next = at - step;
    double next_value = fit.value(next);
    for (int halved = 0; !(next_value <= value) && halved < 60; ++halved) {
      step /= 2;
      next = at - step;
      next_value = fit.value(next);
    }
    if (!(next_value <= value)) break;
    at = next;
    const bool is_at_rest = next_value == value;
    value = next_value;
    if (is_at_rest) break;
  }
  return {at.begin(), at.end()};
}

}  // namespace toptile
