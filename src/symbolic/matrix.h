// SPDX-License-Identifier: Apache-2.0
// Matrix: a dense matrix of expressions.
#pragma once

#include <cstddef>
#include <vector>

#include "symbolic/expr.h"

namespace tangible {

class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns), entries_(rows * columns) {}
  static Matrix identity(std::size_t n) {
    Matrix result(n, n);
    for (std::size_t i = 0; i < n; ++i) result(i, i) = 1;
    return result;
  }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  Expr& operator()(std::size_t i, std::size_t j) { return entries_[i * columns_ + j]; }
  Expr operator()(std::size_t i, std::size_t j) const { return entries_[i * columns_ + j]; }
  std::vector<Expr>& entries() { return entries_; }  // row by row
  const std::vector<Expr>& entries() const { return entries_; }

  Matrix transposed() const {
    Matrix result(columns_, rows_);
    for (std::size_t i = 0; i < rows_; ++i)
      for (std::size_t j = 0; j < columns_; ++j) result(j, i) = (*this)(i, j);
    return result;
  }

  friend bool operator==(const Matrix&, const Matrix&) = default;

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<Expr> entries_;
};

// Every entry is one flat sum of products.
inline Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.columns());
  std::vector<Expr> terms;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < b.columns(); ++j) {
      terms.clear();
      for (std::size_t k = 0; k < a.columns(); ++k)
        if (!a(i, k).is_zero() && !b(k, j).is_zero()) terms.push_back(a(i, k) * b(k, j));
      result(i, j) = sum(terms);
    }
  }
  return result;
}

}  // namespace tangible
