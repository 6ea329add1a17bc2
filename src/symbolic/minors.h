// SPDX-License-Identifier: Apache-2.0
// Minors: determinants of parts of a matrix, each formed once.
#pragma once

#include <functional>
#include <map>
#include <utility>

#include "symbolic/matrix.h"

namespace tangible {

class Minors {
 public:
  // The matrix must outlive the object. shorten: applied to every determinant; none: they stay as they are built.
  explicit Minors(const Matrix& a, std::function<Expr(Expr)> shorten = {}) : a_(a), shorten_(std::move(shorten)) {}

  // Rows and columns as sets of bits, as many of one as of the other.
  Expr of(unsigned rows, unsigned columns);
  // Of a square matrix: the determinant without row i and column j, with its sign.
  Expr cofactor(std::size_t i, std::size_t j);

 private:
  const Matrix& a_;
  std::function<Expr(Expr)> shorten_;
  std::map<std::pair<unsigned, unsigned>, Expr> known_;
};

}  // namespace tangible
