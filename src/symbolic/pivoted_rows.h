// SPDX-License-Identifier: Apache-2.0
// Rows a x = b of which some follow from others, which ones changing with the state: orthogonalised with the
// largest that is left first, as expressions.
#pragma once

#include <span>
#include <vector>

#include "symbolic/matrix.h"

namespace tangible {

// Modified Gram-Schmidt with pivoting (Golub and Van Loan, 5.2.8 and 5.4): right wherever `rank` rows are independent,
// whichever these are. The pivots are selected while a program runs.
class PivotedRows {
 public:
  // squares: of the lengths that the rows are compared by.
  PivotedRows(const Matrix& a, std::span<const Expr> squares, std::size_t rank);

  // An orthonormal basis of the rows, one direction in each row.
  const Matrix& directions() const { return directions_; }
  // The smallest x with a x = b; b of the rows that follow is taken to follow.
  std::vector<Expr> smallest_solution(std::span<const Expr> b) const;
  // l with a^T l = y for a y that is a combination of the rows; not the only one.
  std::vector<Expr> multipliers(std::span<const Expr> y) const;
  // The least part of a row that is taken which is orthogonal to those taken before, in parts of its length; zero where
  // more rows are independent than `rank` says.
  Expr regularity() const { return regularity_; }

 private:
  using Row = std::vector<Expr>;
  void take_largest(std::vector<Row>& rows, std::size_t k);
  void refuse_more(const std::vector<Row>& rows);

  std::size_t n_;
  Matrix directions_;    // rank x n
  Matrix combinations_;  // directions = combinations a
  Expr regularity_ = 1;
};

}  // namespace tangible
