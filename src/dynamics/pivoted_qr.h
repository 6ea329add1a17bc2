// SPDX-License-Identifier: Apache-2.0
// A P = Q R by Householder reflections with column exchange: least squares, solutions of smallest norm, and the rank.
// The constructor takes the memory; nothing else does.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tangible {

class PivotedQr {
 public:
  PivotedQr(std::size_t max_rows, std::size_t max_columns);

  // Row by row. Columns count as dependent where what is left of them is below `tolerance` of the longest column.
  // Returns the rank.
  std::size_t factor(std::span<const double> matrix, std::size_t rows, std::size_t columns, double tolerance = 1e-10);
  std::size_t rank() const { return rank_; }
  bool has_full_column_rank() const { return rank_ == columns_; }

  // The y of |A y - b| smallest: the pseudo-inverse times b where the columns are independent, zero in dependent ones.
  void solve(std::span<const double> b, std::span<double> y);
  // The w of smallest norm with A^T w = c; where columns are dependent, of the independent ones.
  void solve_transposed(std::span<const double> c, std::span<double> w);

 private:
  double& at(std::size_t i, std::size_t j) { return a_[i * columns_ + j]; }
  double at(std::size_t i, std::size_t j) const { return a_[i * columns_ + j]; }
  double length_below(std::size_t column, std::size_t row) const;
  void exchange(std::size_t a, std::size_t b);
  void reflect(std::size_t k, std::span<double> v) const;

  std::size_t rows_ = 0, columns_ = 0, rank_ = 0;
  std::vector<double> a_;            // R above the diagonal, reflectors below and on it
  std::vector<double> diagonal_;     // of R
  std::vector<double> scale_;        // 2 / v.v of each reflector
  std::vector<std::size_t> column_;  // at a position
  std::vector<double> work_;
};

}  // namespace tangible
