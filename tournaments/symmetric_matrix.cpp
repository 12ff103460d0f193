#include "tournaments/symmetric_matrix.h"

#include <algorithm>
#include <cmath>

namespace toptile {
namespace {

constexpr double kPivotFloor = 1e-14;

// Four sums at a time: one alone would wait for each addition before the next.
double dot(const double* a, const double* b, int count) {
  double sums[4] = {0, 0, 0, 0};
  int k = 0;
  for (; k + 4 <= count; k += 4) {
    for (int lane = 0; lane < 4; ++lane) sums[lane] += a[k + lane] * b[k + lane];
  }
  for (; k < count; ++k) sums[0] += a[k] * b[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void add_multiple(double* to, const double* from, double factor, int count) {
  for (int k = 0; k < count; ++k) to[k] += factor * from[k];
}

}  // namespace

Cholesky::Cholesky(const SymmetricMatrix& matrix)
    : size_(matrix.size()), lower_(std::size_t(size_) * std::size_t(size_)) {
  double largest = 0;
  for (int i = 0; i < size_; ++i) largest = std::max(largest, matrix(i, i));
  const double floor = largest > 0 ? kPivotFloor * largest : 1;
  for (int i = 0; i < size_; ++i) {
    double* own = row(i);
    for (int j = 0; j < i; ++j) own[j] = (matrix(i, j) - dot(own, row(j), j)) / row(j)[j];
    own[i] = std::sqrt(std::max(floor, matrix(i, i) - dot(own, own, i)));
  }
}

std::vector<double> Cholesky::solve(std::vector<double> b) const {
  for (int i = 0; i < size_; ++i) b[i] = (b[i] - dot(row(i), b.data(), i)) / row(i)[i];
  for (int i = size_ - 1; i >= 0; --i) {
    b[i] /= row(i)[i];
    add_multiple(b.data(), row(i), -b[i], i);
  }
  return b;
}

// With J = L⁻¹, found row by row, the inverse is Jᵀ J, summed over the rows of J.
SymmetricMatrix Cholesky::inverse() const {
  Cholesky j(SymmetricMatrix{});
  j.size_ = size_;
  j.lower_.resize(lower_.size());
  std::vector<double> sum(lower_.size());
  for (int i = 0; i < size_; ++i) {
    double* own = j.row(i);
    for (int k = 0; k < i; ++k) add_multiple(own, j.row(k), -row(i)[k], k + 1);
    own[i] = 1;
    for (int k = 0; k <= i; ++k) own[k] /= row(i)[i];
    for (int k = 0; k <= i; ++k) add_multiple(&sum[std::size_t(k) * std::size_t(size_)], own, own[k], k + 1);
  }
  SymmetricMatrix inverse(size_);
  for (int i = 0; i < size_; ++i) {
    for (int k = 0; k <= i; ++k) inverse.add(i, k, sum[std::size_t(i) * std::size_t(size_) + std::size_t(k)]);
  }
  return inverse;
}

SymmetricMatrix sandwich(const SymmetricMatrix& bread, const SymmetricMatrix& meat) {
  const int size = bread.size();
  SymmetricMatrix result(size);
  std::vector<double> product(static_cast<std::size_t>(size));  // A row of bread · meat.
  for (int i = 0; i < size; ++i) {
    std::fill(product.begin(), product.end(), 0.0);
    for (int k = 0; k < size; ++k) add_multiple(product.data(), meat.row(k).data(), bread(i, k), size);
    for (int j = 0; j <= i; ++j) result.add(i, j, dot(product.data(), bread.row(j).data(), size));
  }
  return result;
}

}  // namespace toptile
