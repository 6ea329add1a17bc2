// SPDX-License-Identifier: Apache-2.0
// Householder reflections, longest column first.
#include "dynamics/pivoted_qr.h"

#include <algorithm>
#include <cmath>

namespace tangible {

PivotedQr::PivotedQr(std::size_t max_rows, std::size_t max_columns)
    : a_(max_rows * max_columns),
      diagonal_(max_columns),
      scale_(max_columns),
      column_(max_columns),
      work_(std::max(max_rows, max_columns)) {}

double PivotedQr::length_below(std::size_t column, std::size_t row) const {
  double length = 0;
  for (std::size_t i = row; i < rows_; ++i) length = std::hypot(length, at(i, column));
  return length;
}

void PivotedQr::exchange(std::size_t a, std::size_t b) {
  if (a == b) return;
  std::swap(column_[a], column_[b]);
  for (std::size_t i = 0; i < rows_; ++i) std::swap(at(i, a), at(i, b));
}

std::size_t PivotedQr::factor(std::span<const double> matrix, std::size_t rows, std::size_t columns, double tolerance) {
  rows_ = rows;
  columns_ = columns;
  std::ranges::copy(matrix.first(rows * columns), a_.begin());
  for (std::size_t j = 0; j < columns; ++j) column_[j] = j;
  double longest = 0;
  rank_ = 0;
  for (std::size_t k = 0; k < std::min(rows, columns); ++k) {
    std::size_t best = k;
    double length = 0;
    for (std::size_t j = k; j < columns; ++j)
      if (const double l = length_below(j, k); l > length) best = j, length = l;
    longest = std::max(longest, length);
    if (!(length > tolerance * longest)) break;
    exchange(k, best);
    diagonal_[k] = at(k, k) > 0 ? -length : length;
    at(k, k) -= diagonal_[k];
    double square = 0;
    for (std::size_t i = k; i < rows; ++i) square += at(i, k) * at(i, k);
    scale_[k] = 2 / square;
    for (std::size_t j = k + 1; j < columns; ++j) {
      double along = 0;
      for (std::size_t i = k; i < rows; ++i) along += at(i, k) * at(i, j);
      for (std::size_t i = k; i < rows; ++i) at(i, j) -= scale_[k] * along * at(i, k);
    }
    rank_ = k + 1;
  }
  return rank_;
}

void PivotedQr::reflect(std::size_t k, std::span<double> v) const {
  double along = 0;
  for (std::size_t i = k; i < rows_; ++i) along += at(i, k) * v[i];
  for (std::size_t i = k; i < rows_; ++i) v[i] -= scale_[k] * along * at(i, k);
}

void PivotedQr::solve(std::span<const double> b, std::span<double> y) {
  const std::span<double> v(work_.data(), rows_);
  std::ranges::copy(b.first(rows_), v.begin());
  for (std::size_t k = 0; k < rank_; ++k) reflect(k, v);
  std::ranges::fill(y.first(columns_), 0.0);
  for (std::size_t k = rank_; k-- > 0;) {
    double sum = v[k];
    for (std::size_t j = k + 1; j < rank_; ++j) sum -= at(k, j) * y[column_[j]];
    y[column_[k]] = sum / diagonal_[k];
  }
}

void PivotedQr::solve_transposed(std::span<const double> c, std::span<double> w) {
  std::ranges::fill(w.first(rows_), 0.0);
  for (std::size_t k = 0; k < rank_; ++k) {
    double sum = c[column_[k]];
    for (std::size_t i = 0; i < k; ++i) sum -= at(i, k) * w[i];
    w[k] = sum / diagonal_[k];
  }
  for (std::size_t k = rank_; k-- > 0;) reflect(k, w);
}

}  // namespace tangible
