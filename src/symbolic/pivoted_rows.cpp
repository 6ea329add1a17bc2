// SPDX-License-Identifier: Apache-2.0
// Gram-Schmidt, unrolled, with pivots that are selected.
#include "symbolic/pivoted_rows.h"

#include <algorithm>

namespace tangible {
namespace {

// Of the first n entries.
Expr product_of_heads(std::span<const Expr> x, std::span<const Expr> y, std::size_t n) {
  std::vector<Expr> terms;
  for (std::size_t j = 0; j < n; ++j) terms.push_back(x[j] * y[j]);
  return sum(terms);
}

}  // namespace

PivotedRows::PivotedRows(const Matrix& a, std::span<const Expr> squares, std::size_t rank)
    : n_(a.columns()), directions_(rank, a.columns()), combinations_(rank, a.rows()) {
  // The remainder of each row and, behind it, the combination of rows that it is.
  std::vector<Row> rows(a.rows(), Row(n_ + a.rows()));
  for (std::size_t i = 0; i < a.rows(); ++i) {
    // A row that is zero everywhere, as of a plane loop across its plane, has no direction.
    const Expr inverse = squares[i].is_zero() ? Expr(0) : select(less(0, squares[i]), 1 / sqrt(squares[i]), 0);
    for (std::size_t j = 0; j < n_; ++j) rows[i][j] = a(i, j) * inverse;
    rows[i][n_ + i] = inverse;
  }
  for (std::size_t k = 0; k < rank; ++k) take_largest(rows, k);
  if (rank < std::min(a.rows(), n_)) refuse_more(rows);
  regularity_ = sqrt(regularity_);
}

// Beside the place where rows follow from others a little is left of them.
void PivotedRows::refuse_more(const std::vector<Row>& rows) {
  Expr largest;
  for (const Row& row : rows) largest = max(largest, product_of_heads(row, row, n_));
  regularity_ = select(less(largest, Rational(1, 100'000'000)), regularity_, 0);
}

void PivotedRows::take_largest(std::vector<Row>& rows, std::size_t k) {
  Row best = rows[0];
  Expr square = product_of_heads(best, best, n_);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Expr other = product_of_heads(rows[i], rows[i], n_);
    const Expr is_larger = less(square, other);
    for (std::size_t j = 0; j < best.size(); ++j)
      if (best[j] != rows[i][j]) best[j] = select(is_larger, rows[i][j], best[j]);
    square = select(is_larger, other, square);
  }
  regularity_ = min(regularity_, square);
  const Expr inverse = select(less(0, square), 1 / sqrt(square), 0);
  for (Expr& e : best) e = e * inverse;
  for (std::size_t j = 0; j < n_; ++j) directions_(k, j) = best[j];
  for (std::size_t i = 0; i < rows.size(); ++i) combinations_(k, i) = best[n_ + i];
  for (Row& row : rows) {
    const Expr along = product_of_heads(row, best, n_);
    for (std::size_t j = 0; j < row.size(); ++j)
      if (!best[j].is_zero()) row[j] = row[j] - along * best[j];
  }
}

std::vector<Expr> PivotedRows::smallest_solution(std::span<const Expr> b) const {
  std::vector<std::vector<Expr>> terms(n_);
  for (std::size_t k = 0; k < directions_.rows(); ++k) {
    std::vector<Expr> along;
    for (std::size_t i = 0; i < b.size(); ++i) along.push_back(combinations_(k, i) * b[i]);
    const Expr value = sum(along);
    for (std::size_t j = 0; j < n_; ++j) terms[j].push_back(directions_(k, j) * value);
  }
  std::vector<Expr> x;
  for (const std::vector<Expr>& list : terms) x.push_back(sum(list));
  return x;
}

std::vector<Expr> PivotedRows::multipliers(std::span<const Expr> y) const {
  std::vector<std::vector<Expr>> terms(combinations_.columns());
  for (std::size_t k = 0; k < directions_.rows(); ++k) {
    std::vector<Expr> along;
    for (std::size_t j = 0; j < n_; ++j) along.push_back(directions_(k, j) * y[j]);
    const Expr value = sum(along);
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i].push_back(combinations_(k, i) * value);
  }
  std::vector<Expr> l;
  for (const std::vector<Expr>& list : terms) l.push_back(sum(list));
  return l;
}

}  // namespace tangible
