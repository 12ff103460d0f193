#include "ratings/fit/directions.h"

#include <utility>

#include "ratings/fit/likelihood_maximum.h"

namespace toptile {
namespace {

class DenseDirections : public Directions {
 public:
  DenseDirections(const RatingModel& model, const Logits& at, const Logits& zero)
      : pool_of_(model.pool_of()), inverse_(Normal(model, model.information(at)).inverse()) {
    Matrix weights = Matrix::Zero(model.parameters(), model.pools());
    for (int i = 0; i < model.players(); ++i) weights(i, pool_of_[i]) = zero[i];
    of_zero_ = inverse_ * weights;
    variance_of_zero_ = weights.cwiseProduct(of_zero_).colwise().sum();
  }

  ContrastDirection of_player(int player) const override {
    const int pool = pool_of_[player];
    return {inverse_.col(player) - of_zero_.col(pool),
            inverse_(player, player) - 2 * of_zero_(player, pool) + variance_of_zero_[pool]};
  }
  ContrastDirection of_seat_term(int parameter) const override {
    return {inverse_.col(parameter), inverse_(parameter, parameter)};
  }
  const Logits& of_home(int) const override { return no_home_; }

 private:
  std::vector<int> pool_of_;
  Matrix inverse_, of_zero_;  // `of_zero_` has a column for each pool.
  Eigen::RowVectorXd variance_of_zero_;
  Logits no_home_;
};

}  // namespace

ContrastDirection Directions::between(int one, int other) const {
  ContrastDirection result{of_player(one).along - of_player(other).along, 0};
  result.variance = result.along[one] - result.along[other];
  return result;
}

std::unique_ptr<Directions> dense_directions(const RatingModel& model, const Logits& at, const Logits& zero) {
  return std::make_unique<DenseDirections>(model, at, zero);
}

std::unique_ptr<Directions> directions(const RatingModel& model, const Logits& at, const Logits& zero,
                                       std::span<const int> group_of) {
  return model.players() <= kMaxDense ? dense_directions(model, at, zero)
                                      : sparse_directions(model, at, zero, group_of);
}

}  // namespace toptile
