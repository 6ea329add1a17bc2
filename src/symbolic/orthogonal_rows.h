// SPDX-License-Identifier: Apache-2.0
// Rows a x = b factored by Householder reflections, as expressions without a pivot that could vanish: right wherever
// the rows are independent, whichever unknowns depend on which there.
#pragma once

#include <span>
#include <vector>

#include "symbolic/matrix.h"

namespace tangible {

// a^T = Q R with Q = H1 H2 ... Hm, Hk = 1 - tau v v^T (Golub and Van Loan, 5.1 and 5.2). Meant for programs: nothing is
// simplified but zeros.
class OrthogonalRows {
 public:
  // squares: of the lengths that the regularity is relative to, if these are not those of the rows.
  explicit OrthogonalRows(const Matrix& a, std::span<const Expr> squares = {});

  // Columns that are orthogonal to the rows and to each other, of length one.
  Matrix null_basis() const;
  // The smallest x with a x = b.
  std::vector<Expr> smallest_solution(std::span<const Expr> b) const;
  // l with a^T l = y for a y that is a combination of the rows.
  std::vector<Expr> multipliers(std::span<const Expr> y) const;
  // The least part of a row that is orthogonal to the rows before it, in parts of its length: from 1, orthogonal rows,
  // to 0, rows that depend on each other.
  Expr regularity() const { return regularity_; }

 private:
  struct Reflection {
    std::vector<Expr> v;  // zero before its own row, then 1; empty: none is needed
    Expr tau;
  };

  void take_row(const Matrix& a, std::size_t k, std::span<const Expr> squares);
  void reflect(const Reflection& h, std::vector<Expr>& x) const;
  std::vector<Expr> to_original_order(const std::vector<Expr>& x) const;

  std::size_t n_;
  std::vector<std::size_t> order_;  // of the unknowns
  std::vector<Reflection> reflections_;
  Matrix r_;  // upper triangular, m x m
  Expr regularity_ = 1;
};

}  // namespace tangible
