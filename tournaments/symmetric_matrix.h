// Dense symmetric matrices as a fit needs them: filled entry by entry, factorised, inverted. Up to a few
// thousand rows; memory is 8 bytes times the square of the size, a factorisation size³/6 multiplications.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace toptile {

class SymmetricMatrix {
 public:
  SymmetricMatrix() = default;
  // All zeros.
  explicit SymmetricMatrix(int size) : size_(size), values_(std::size_t(size) * std::size_t(size)) {}

  int size() const { return size_; }
  double operator()(int row, int column) const { return values_[index(row, column)]; }
  std::span<const double> row(int number) const { return {&values_[index(number, 0)], std::size_t(size_)}; }

  // Adds to the entry and, off the diagonal, to its mirror image.
  void add(int row, int column, double value) {
    values_[index(row, column)] += value;
    if (row != column) values_[index(column, row)] += value;
  }

 private:
  std::size_t index(int row, int column) const {
    return std::size_t(row) * std::size_t(size_) + std::size_t(column);
  }

  int size_ = 0;
  std::vector<double> values_;
};

// The lower triangle L of a positive definite matrix L Lᵀ. A pivot that rounding has eaten (below 1e-14 of
// the largest diagonal entry) is raised to that floor: what is factorised then is a slightly larger, still
// definite matrix.
class Cholesky {
 public:
  explicit Cholesky(const SymmetricMatrix& matrix);

  // The solution x of (L Lᵀ) x = b.
  std::vector<double> solve(std::vector<double> b) const;
  SymmetricMatrix inverse() const;

 private:
  const double* row(int number) const { return &lower_[std::size_t(number) * std::size_t(size_)]; }
  double* row(int number) { return &lower_[std::size_t(number) * std::size_t(size_)]; }

  int size_ = 0;
  std::vector<double> lower_;
};

// bread · meat · bread.
SymmetricMatrix sandwich(const SymmetricMatrix& bread, const SymmetricMatrix& meat);

}  // namespace toptile
