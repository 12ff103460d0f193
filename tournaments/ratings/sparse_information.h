// The information of a wide field: entries for each two who met, and what the seats are worth beside them,
// which is eliminated (Schur's complement).
//
// Players' strengths are solved for by conjugate gradients, which take few steps where everybody meets all
// kinds of others. Where they take many, as in a field in which everybody meets neighbours alone, such a
// graph falls apart at few cuts, and its Cholesky factor is sparse. If it is not, the steps are taken.
#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <vector>

#include "tournaments/ratings/rating_model.h"

namespace toptile {

class SparseInformation {
 public:
  using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

  // A Cholesky factor has no more entries than that, 12 bytes each.
  static constexpr double kMostEntries = 2e7;

  // The model must outlive it.
  explicit SparseInformation(const RatingModel& model, double most_entries = kMostEntries);
  ~SparseInformation();

  // Takes the information at these parameters.
  void look_at(const Logits& at);

  // Whether a Cholesky factor is at hand, so that a solution takes one pass.
  bool is_factorised() const { return is_factorised_; }

  // It is for what was looked at last. `right` adds up to 0 over each pool's players.
  Logits solve(const Logits& right) const;

  // The players' part: off the diagonal minus the weights of pairs, in each row 0 in sum.
  const Rows& players() const { return rows_; }
  // What the players' part makes of the seats' columns; a column a seat term.
  const Matrix& seat_columns() const { return seat_columns_; }
  // The inverse's part of the seats: infinite where strengths explain the order of play as well.
  const Matrix& seat_variance() const { return seat_variance_; }
  // Seats of which nothing is known are held fast.
  bool knows_seats() const { return seat_variance_.size() > 0 && seat_variance_.allFinite(); }

 private:
  class Triangle;

  void find_entries();
  Logits solve_players(const Logits& right) const;  // The seats are taken to be worth nothing.
  Logits balanced(Logits right) const;
  void factorise() const;
  void eliminate_seats(const Matrix& columns, const Matrix& block);

  const RatingModel& model_;
  double most_entries_ = 0;
  Rows rows_;
  struct Entries {
    int upper = 0, lower = 0;  // Places among the values.
  };
  std::vector<Entries> entries_;  // A pair each.
  std::vector<int> diagonal_;     // Places among the values.
  Matrix seat_columns_, seat_variance_;
  // Its pattern is analysed once steps turn out to be many, and holds for all parameters.
  mutable std::unique_ptr<Triangle> triangle_;
  mutable bool has_many_steps_ = false, is_too_large_ = false, is_factorised_ = false;
};

}  // namespace toptile
