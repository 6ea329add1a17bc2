// SPDX-License-Identifier: Apache-2.0
// Householder reflections, unrolled.
#include "symbolic/orthogonal_rows.h"

#include <numeric>

namespace tangible {
namespace {

Expr sum_of_squares(std::span<const Expr> x) {
  std::vector<Expr> squares;
  for (const Expr e : x) squares.push_back(e * e);
  return sum(squares);
}

}  // namespace

OrthogonalRows::OrthogonalRows(const Matrix& a, std::span<const Expr> squares)
    : n_(a.columns()), order_(n_), r_(a.rows(), a.rows()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  for (std::size_t k = 0; k < a.rows(); ++k) take_row(a, k, squares);
  regularity_ = sqrt(regularity_);
}

void OrthogonalRows::take_row(const Matrix& a, std::size_t k, std::span<const Expr> squares) {
  std::vector<Expr> x;
  for (const std::size_t j : order_) x.push_back(a(k, j));
  const Expr whole = squares.empty() ? sum_of_squares(x) : squares[k];
  for (const Reflection& h : reflections_) reflect(h, x);
  // An unknown that the row contains comes first.
  for (std::size_t j = k; j < n_ && x[k].is_zero(); ++j) {
    if (x[j].is_zero()) continue;
    std::swap(x[j], x[k]);
    std::swap(order_[j], order_[k]);
    for (Reflection& h : reflections_)
      if (!h.v.empty()) std::swap(h.v[j], h.v[k]);
  }
  for (std::size_t i = 0; i < k; ++i) r_(i, k) = x[i];
  const std::span<const Expr> rest = std::span(x).subspan(k + 1);
  const bool is_alone = sum_of_squares(rest).is_zero();
  const Expr square = sum_of_squares(std::span(x).subspan(k));
  // A row of zeros is no row; NaN would be lost in min().
  regularity_ = min(regularity_, select(less(0, whole), square / whole, 0));
  Reflection h;
  if (is_alone) {
    r_(k, k) = x[k];
  } else {
    // v = x +- |x| e1 with the sign of x1, so that nothing cancels.
    const Expr length = sqrt(square);
    const Expr signed_length = select(less(x[k], 0), -length, length);
    const Expr first = x[k] + signed_length;
    const Expr inverse = 1 / first;
    h.v.assign(n_, Expr(0));
    h.v[k] = 1;
    for (std::size_t j = k + 1; j < n_; ++j) h.v[j] = x[j] * inverse;
    h.tau = first / signed_length;
    r_(k, k) = -signed_length;
  }
  reflections_.push_back(std::move(h));
}

void OrthogonalRows::reflect(const Reflection& h, std::vector<Expr>& x) const {
  if (h.v.empty()) return;
  std::vector<Expr> terms;
  for (std::size_t j = 0; j < n_; ++j)
    if (!h.v[j].is_zero() && !x[j].is_zero()) terms.push_back(h.v[j] * x[j]);
  if (terms.empty()) return;
  const Expr along = h.tau * sum(terms);
  for (std::size_t j = 0; j < n_; ++j)
    if (!h.v[j].is_zero()) x[j] = x[j] - h.v[j] * along;
}

std::vector<Expr> OrthogonalRows::to_original_order(const std::vector<Expr>& x) const {
  std::vector<Expr> result(n_);
  for (std::size_t j = 0; j < n_; ++j) result[order_[j]] = x[j];
  return result;
}

Matrix OrthogonalRows::null_basis() const {
  const std::size_t m = r_.rows();
  Matrix basis(n_, n_ - m);
  for (std::size_t c = 0; c + m < n_; ++c) {
    std::vector<Expr> x(n_);
    x[m + c] = 1;
    for (auto h = reflections_.rbegin(); h != reflections_.rend(); ++h) reflect(*h, x);
    const std::vector<Expr> column = to_original_order(x);
    for (std::size_t j = 0; j < n_; ++j) basis(j, c) = column[j];
  }
  return basis;
}

std::vector<Expr> OrthogonalRows::smallest_solution(std::span<const Expr> b) const {
  std::vector<Expr> x(n_);
  std::vector<Expr> terms;
  for (std::size_t k = 0; k < r_.rows(); ++k) {
    terms.assign({b[k]});
    for (std::size_t j = 0; j < k; ++j) terms.push_back(-(r_(j, k) * x[j]));
    x[k] = sum(terms) / r_(k, k);
  }
  for (auto h = reflections_.rbegin(); h != reflections_.rend(); ++h) reflect(*h, x);
  return to_original_order(x);
}

std::vector<Expr> OrthogonalRows::multipliers(std::span<const Expr> y) const {
  std::vector<Expr> x;
  for (const std::size_t j : order_) x.push_back(y[j]);
  for (const Reflection& h : reflections_) reflect(h, x);
  const std::size_t m = r_.rows();
  std::vector<Expr> l(m);
  std::vector<Expr> terms;
  for (std::size_t k = m; k-- > 0;) {
    terms.assign({x[k]});
    for (std::size_t j = k + 1; j < m; ++j) terms.push_back(-(r_(k, j) * l[j]));
    l[k] = sum(terms) / r_(k, k);
  }
  return l;
}

}  // namespace tangible
