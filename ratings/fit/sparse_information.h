// The information of a large field, as a sparse matrix with entries for each pair of players who met. The
// worths of the seats are eliminated (Schur complement).
//
// Strengths are solved for by conjugate gradients, which take few steps if players meet all kinds of others,
// and many if they meet only neighbours. But the graph of such a field falls apart at few cuts, so that its
// Cholesky factor is sparse and can be used instead. If the factor is too large all the same, the many steps
// are taken.
#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <vector>

#include "ratings/fit/rating_model.h"

namespace toptile {

class SparseInformation {
 public:
  using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

  // The maximum number of entries of a Cholesky factor, at 12 bytes each.
  static constexpr double kMaxEntries = 2e7;

  // The model must outlive this object.
  explicit SparseInformation(const RatingModel& model, double most_entries = kMaxEntries);
  ~SparseInformation();

  // Computes the information at these parameters.
  void look_at(const Logits& at);

  // Whether a Cholesky factor is available, so that a solution takes one pass.
  bool is_factorised() const { return is_factorised_; }

  // Solves with the information from the last look_at(). `right` must add up to 0 over each pool's players.
  Logits solve(const Logits& right) const;

  // The players' part. Off the diagonal it has minus the weights of pairs, and each row adds up to 0.
  const Rows& players() const { return rows_; }
  // The inverse of the players' part times the seats' columns, one column for each seat term.
  const Matrix& seat_columns() const { return seat_columns_; }
  // The seats' part of the inverse. It is infinite if strengths explain the results equally well.
  const Matrix& seat_variance() const { return seat_variance_; }
  // Whether the seats' worths are known. If not, they stay at 0.
  bool knows_seats() const { return seat_variance_.size() > 0 && seat_variance_.allFinite(); }

 private:
  class Triangle;

  void find_entries();
  Logits solve_players(const Logits& right) const;  // Assumes that seats are worth nothing.
  Logits balanced(Logits right) const;
  void factorise() const;
  void eliminate_seats(const Matrix& columns, const Matrix& block);

  const RatingModel& model_;
  double most_entries_ = 0;
  Rows rows_;
  struct Entries {
    int upper = 0, lower = 0;  // The indices of both entries among the values.
  };
  std::vector<Entries> entries_;  // One element per pair.
  std::vector<int> diagonal_;     // The players' indices among the values.
  Matrix seat_columns_, seat_variance_;
  // The factor's sparsity pattern is analysed once many steps turn out to be needed, and holds for all
  // parameters.
  mutable std::unique_ptr<Triangle> triangle_;
  mutable bool has_many_steps_ = false, is_too_large_ = false, is_factorised_ = false;
};

}  // namespace toptile
