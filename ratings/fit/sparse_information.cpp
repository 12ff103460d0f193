#include "ratings/fit/sparse_information.h"

#include <Eigen/Dense>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

namespace toptile {
namespace {

constexpr int kManySteps = 100;
// This many steps are allowed if a factor would be too large. Fields of that size need some hundred.
constexpr int kMaxSolverSteps = 20000;
constexpr double kSolved = 1e-9;  // The residual's length divided by that of the right-hand side.
// If strengths are unknown and no more than this part of the information on the seats' worths is left, it is
// only rounding.
constexpr double kLeast = 1e-13;

using Solver = Eigen::ConjugateGradient<SparseInformation::Rows, Eigen::Lower | Eigen::Upper,
                                        Eigen::DiagonalPreconditioner<double>>;

}  // namespace

class SparseInformation::Triangle : public Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> {
 public:
  // The number of entries. The pattern must have been analysed.
  double entries() const { return m_nonZerosPerCol.cast<double>().sum(); }
};

SparseInformation::SparseInformation(const RatingModel& model, double most_entries)
    : model_(model), most_entries_(most_entries) {
  find_entries();
}

SparseInformation::~SparseInformation() = default;

// Each player's row has the player and everybody it met, once.
void SparseInformation::find_entries() {
  const int players = model_.players();
  std::vector<int> begin(static_cast<std::size_t>(players) + 1);
  for (int number = 0; number < model_.pairs(); ++number) {
    const SeatPair seats = model_.pair(number);
    ++begin[seats.one + 1];
    ++begin[seats.other + 1];
  }
  for (int i = 0; i < players; ++i) begin[i + 1] += begin[i] + 1;
  std::vector<int> columns(static_cast<std::size_t>(begin[players]));
  std::vector<int> next(begin.begin(), begin.end() - 1);
  for (int i = 0; i < players; ++i) columns[next[i]++] = i;
  for (int number = 0; number < model_.pairs(); ++number) {
    const SeatPair seats = model_.pair(number);
    columns[next[seats.one]++] = seats.other;
    columns[next[seats.other]++] = seats.one;
  }
  int kept = 0;
  for (int i = 0; i < players; ++i) {
    const auto row = columns.begin() + begin[i], end = columns.begin() + next[i];
    std::sort(row, end);
    const auto last = std::unique(row, end);
    begin[i] = kept;
    kept = static_cast<int>(std::copy(row, last, columns.begin() + kept) - columns.begin());
  }
  begin[players] = kept;
  const std::vector<double> zeros(static_cast<std::size_t>(kept));
  rows_ = Eigen::Map<const Rows>(players, players, kept, begin.data(), columns.data(), zeros.data());
  const auto place = [&](int row, int column) {
    const auto from = columns.begin() + begin[row], to = columns.begin() + begin[row + 1];
    return static_cast<int>(std::lower_bound(from, to, column) - columns.begin());
  };
  entries_.reserve(static_cast<std::size_t>(model_.pairs()));
  for (int number = 0; number < model_.pairs(); ++number) {
    const SeatPair seats = model_.pair(number);
    entries_.push_back({place(seats.one, seats.other), place(seats.other, seats.one)});
  }
  for (int i = 0; i < players; ++i) diagonal_.push_back(place(i, i));
}

void SparseInformation::look_at(const Logits& at) {
  const int players = model_.players(), seats = model_.seat_terms();
  const std::vector<double> weights = model_.weights(at);
  double* const values = rows_.valuePtr();
  std::fill_n(values, rows_.nonZeros(), 0.0);
  Matrix columns = Matrix::Zero(players, seats), block = Matrix::Zero(seats, seats);
  for (int number = 0; number < model_.pairs(); ++number) {
    const SeatPair pair = model_.pair(number);
    const double weight = weights[number];
    const bool is_within_body = pair.one == pair.other;  // Then it tells only what the seats are worth.
    if (!is_within_body) {
      values[entries_[number].upper] -= weight;
      values[entries_[number].lower] -= weight;
      values[diagonal_[pair.one]] += weight;
      values[diagonal_[pair.other]] += weight;
    }
    const std::array terms = {pair.one_term, pair.other_term};
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (terms[i] < 0) continue;
      const double sign = i == 0 ? weight : -weight;
      if (!is_within_body) {
        columns(pair.one, terms[i] - players) += sign;
        columns(pair.other, terms[i] - players) -= sign;
      }
      for (std::size_t j = 0; j < terms.size(); ++j)
        if (terms[j] >= 0) block(terms[i] - players, terms[j] - players) += i == j ? weight : -weight;
    }
  }
  is_factorised_ = false;
  if (has_many_steps_) factorise();
  eliminate_seats(columns, block);
}

void SparseInformation::eliminate_seats(const Matrix& columns, const Matrix& block) {
  seat_columns_.resize(columns.rows(), columns.cols());
  for (int term = 0; term < columns.cols(); ++term)
    seat_columns_.col(term) = solve_players(columns.col(term));
  const Matrix left = block - columns.transpose() * seat_columns_;
  seat_variance_.resizeLike(block);
  if (block.size() == 0) return;
  const Eigen::SelfAdjointEigenSolver<Matrix> parts(left);
  if (parts.eigenvalues()[0] > kLeast * block.trace()) {
    seat_variance_ = left.inverse();
  } else {
    seat_variance_.setConstant(std::numeric_limits<double>::infinity());
  }
}

// The first player of each pool is held fixed, which makes the matrix definite apart from rounding. If there
// is not a factor, conjugate gradients go on.
void SparseInformation::factorise() const {
  if (is_too_large_) return;
  Eigen::SparseMatrix<double> held = rows_;
  std::vector<char> has_held(static_cast<std::size_t>(model_.pools()));
  for (int i = 0; i < model_.players(); ++i) {
    char& is_held = has_held[model_.pool_of()[i]];
    if (!is_held) held.coeffRef(i, i) += held.coeff(i, i) > 0 ? held.coeff(i, i) : 1;
    is_held = true;
  }
  if (!triangle_) {
    triangle_ = std::make_unique<Triangle>();
    triangle_->analyzePattern(held);
    is_too_large_ = triangle_->entries() > most_entries_;
    if (is_too_large_) return triangle_.reset();
  }
  triangle_->factorize(held);
  is_factorised_ = triangle_->info() == Eigen::Success;
}

// Makes the sum over each pool 0. If rounding left another sum, there would be no solution, and steps would
// go on forever.
Logits SparseInformation::balanced(Logits right) const {
  Logits sum = Logits::Zero(model_.pools()), players = sum;
  for (int i = 0; i < model_.players(); ++i) {
    sum[model_.pool_of()[i]] += right[i];
    players[model_.pool_of()[i]] += 1;
  }
  for (int i = 0; i < model_.players(); ++i)
    right[i] -= sum[model_.pool_of()[i]] / players[model_.pool_of()[i]];
  return right;
}

Logits SparseInformation::solve_players(const Logits& unbalanced) const {
  const Logits right = balanced(unbalanced);
  if (is_factorised_) return triangle_->solve(right);
  Solver solver;
  solver.setTolerance(kSolved);
  solver.setMaxIterations(has_many_steps_ ? kMaxSolverSteps : kManySteps);
  solver.compute(rows_);
  Logits result = solver.solve(right);
  if (solver.info() == Eigen::Success || has_many_steps_) return result;
  has_many_steps_ = true;
  factorise();
  return solve_players(right);
}

Logits SparseInformation::solve(const Logits& right) const {
  const int players = model_.players(), seats = model_.seat_terms();
  Logits result(players + seats);
  result.head(players) = solve_players(right.head(players));
  result.tail(seats).setZero();
  if (!knows_seats()) return result;
  result.tail(seats) = seat_variance_ * (right.tail(seats) - seat_columns_.transpose() * right.head(players));
  result.head(players) -= seat_columns_ * result.tail(seats);
  return result;
}

}  // namespace toptile
