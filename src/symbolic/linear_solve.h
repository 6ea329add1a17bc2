// SPDX-License-Identifier: Apache-2.0
// Small linear systems with symbolic entries: which unknowns they determine, and what those are.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "symbolic/matrix.h"

namespace tangible {

// Tests and shortening of entries. By default: simplify() and the exact zero test.
struct LinearSolveOptions {
  std::function<bool(Expr)> is_zero;
  std::function<Expr(Expr)> shorten;
  // If given: the value of an expression under identities that the entries do not show, as e.e = 1. It is used only to
  // test whether rows are orthonormal.
  std::function<Expr(Expr)> under_identities = {};
};

// The system A x = b with columns of A in order of preference as unknowns to be solved for.
struct LinearSolution {
  std::vector<std::size_t> pivot_columns;   // the unknowns that are solved for, in increasing order
  std::vector<std::size_t> free_columns;    // the others
  std::vector<std::size_t> redundant_rows;  // rows of A that depend on rows before them
  bool consistent = true;                   // no redundant row contradicts the others
  // x_pivot = coefficients * x_free + constants; rows in the order of pivot_columns.
  Matrix coefficients;
  std::vector<Expr> constants;
  // The divisors of the solution, except numbers. If exact, their product is the determinant of the columns that are
  // solved for, up to a number: the solution holds wherever these columns are independent. If not, some of them may
  // vanish elsewhere, too.
  std::vector<Expr> divisors;
  bool is_exact = true;
};

// Eliminates with the columns of `preferred` first (most preferred first; the rest in their order). Pivots are the
// simplest entries that are not zero, so plain numbers are used up before anything is divided by an expression. The
// rest, which stays coupled, is solved by Cramer's rule up to six unknowns, by elimination beyond.
LinearSolution solve_linear(const Matrix& a, std::span<const Expr> b, std::span<const std::size_t> preferred = {},
                            const LinearSolveOptions& options = {});

// x with A x = b for a square A; throws std::domain_error when A is singular.
std::vector<Expr> solve_square(const Matrix& a, std::span<const Expr> b, const LinearSolveOptions& options = {});
Expr determinant(const Matrix& a);

}  // namespace tangible
