// SPDX-License-Identifier: Apache-2.0
// Small dense kernels for the loop: memory is taken once, rows are padded so that loops run two numbers at a time.
//
// Eigen serves where speed does not matter. Here matrices have 1 to 20 rows, and the cost of a general product is
// mostly its preparation. Nothing below allocates, except the constructor of PaddedTable.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

namespace tangible {

constexpr int padded(int n) { return (n + 3) & ~3; }

// Two numbers in one register: what every 64-bit processor has.
using Pack2 = double __attribute__((vector_size(16)));
inline Pack2 load(const double* x) {
  Pack2 two;
  __builtin_memcpy(&two, x, sizeof two);
  return two;
}
inline void store(double* x, Pack2 two) { __builtin_memcpy(x, &two, sizeof two); }
// Four, where it has them; elsewhere the compiler takes two registers.
using Pack4 = double __attribute__((vector_size(32)));

// A matrix of fixed capacity, row by row; what is not used stays zero.
class PaddedTable {
 public:
  PaddedTable() = default;
  PaddedTable(int rows, int columns)
      : stride_(padded(columns)), data_(static_cast<std::size_t>(std::max(rows, 1) * std::max(stride_, 4)), 0.0) {}
  double* row(int i) { return data_.data() + i * stride_; }
  const double* row(int i) const { return data_.data() + i * stride_; }
  int stride() const { return stride_; }
  void clear() { std::fill(data_.begin(), data_.end(), 0.0); }

 private:
  int stride_ = 0;
  std::vector<double> data_;
};

// y += a x over an even width.
inline void add_scaled(double* y, const double* x, double a, int width) {
  for (int k = 0; k < width; k += 2) store(y + k, load(y + k) + a * load(x + k));
}

// The next even number: widths of what is done two numbers at a time.
constexpr int even(int n) { return (n + 1) & ~1; }

inline double dot(const double* x, const double* y, int n) {
  double even = 0;
  double odd = 0;
  int k = 0;
  for (; k + 1 < n; k += 2) {
    even += x[k] * y[k];
    odd += x[k + 1] * y[k + 1];
  }
  return k < n ? even + odd + x[k] * y[k] : even + odd;
}

// x^T M x / 2 with M row by row, n x n.
double kinetic_energy(const double* mass, const double* x, int n);
// y = M x
void multiply(const double* mass, const double* x, double* y, int n);

// Solves k equations in k unknowns by Gauss with exchange of rows; the right side is in column k and becomes the
// solution. Returns the determinant; zero: there is no solution.
double solve_small_system(PaddedTable& system, int k);

// L D L^T of a symmetric matrix, in place; only the lower part is read. Each pivot is compared with the diagonal
// entry it came from, a ratio that no change of units alters.
class SymmetricFactor {
 public:
  explicit SymmetricFactor(int capacity) : l_(capacity, capacity), inverse_(capacity_size(capacity), 0.0) {}
  PaddedTable& matrix() { return l_; }
  // False: a pivot is not above min_ratio times its diagonal entry, the matrix is not positive definite, and solve()
  // must not be called. Inline, so that loops over sizes known at compile time are unrolled.
  bool factor(int n, double min_ratio = 0);
  void solve(double* x, int n) const;

 private:
  static std::size_t capacity_size(int n) { return static_cast<std::size_t>(std::max(n, 1)); }
  PaddedTable l_;
  std::vector<double> inverse_;  // of the pivots
};

inline bool SymmetricFactor::factor(int n, double min_ratio) {
  for (int j = 0; j < n; ++j) {
    double* lj = l_.row(j);
    const double least = min_ratio * lj[j];
    double pivot = lj[j];
    // Row j holds l_jk d_k until its own pivot is known.
    for (int k = 0; k < j; ++k) {
      const double scaled = lj[k];
      lj[k] = scaled * inverse_[static_cast<std::size_t>(k)];
      pivot -= lj[k] * scaled;
    }
    if (!(pivot > least && pivot > 0)) return false;  // also when it is not a number
    inverse_[static_cast<std::size_t>(j)] = 1 / pivot;
    for (int i = j + 1; i < n; ++i) {
      double* li = l_.row(i);
      double sum = li[j];
      for (int k = 0; k < j; ++k) sum -= li[k] * lj[k];
      li[j] = sum;
    }
  }
  return true;
}

inline void SymmetricFactor::solve(double* x, int n) const {
  for (int i = 0; i < n; ++i) {
    const double* li = l_.row(i);
    double sum = x[i];
    for (int k = 0; k < i; ++k) sum -= li[k] * x[k];
    x[i] = sum;
  }
  for (int i = 0; i < n; ++i) x[i] *= inverse_[static_cast<std::size_t>(i)];
  for (int i = n; i-- > 0;) {
    const double* li = l_.row(i);
    for (int k = 0; k < i; ++k) x[k] -= li[k] * x[i];
  }
}

}  // namespace tangible
