// SPDX-License-Identifier: Apache-2.0
// L D L^T, row by row.
#include "symbolic/ldlt.h"

namespace tangible {

std::vector<Expr> solve_symmetric(const Matrix& m, std::span<const Expr> f) {
  const std::size_t n = m.rows();
  Matrix l(n, n);
  Matrix scaled(n, n);  // l_ij d_j
  std::vector<Expr> d(n);
  std::vector<Expr> x(f.begin(), f.end());
  std::vector<Expr> terms;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      terms.assign({m(i, j)});
      for (std::size_t k = 0; k < j; ++k) terms.push_back(-(scaled(i, k) * l(j, k)));
      scaled(i, j) = sum(terms);
      l(i, j) = scaled(i, j) / d[j];
    }
    terms.assign({m(i, i)});
    for (std::size_t k = 0; k < i; ++k) terms.push_back(-(scaled(i, k) * l(i, k)));
    d[i] = sum(terms);
    terms.assign({x[i]});
    for (std::size_t k = 0; k < i; ++k) terms.push_back(-(l(i, k) * x[k]));
    x[i] = sum(terms);
  }
  for (std::size_t i = n; i-- > 0;) {
    terms.assign({x[i] / d[i]});
    for (std::size_t k = i + 1; k < n; ++k) terms.push_back(-(l(k, i) * x[k]));
    x[i] = sum(terms);
  }
  return x;
}

std::vector<Expr> solve_by_cofactors(const Matrix& m, std::span<const Expr> f) {
  const std::size_t n = m.rows();
  Matrix cofactors(n, n);
  if (n == 2) {
    cofactors(0, 0) = m(1, 1);
    cofactors(1, 1) = m(0, 0);
    cofactors(0, 1) = cofactors(1, 0) = -m(1, 0);
  } else {
    const auto lower = [&](std::size_t i, std::size_t j) { return i >= j ? m(i, j) : m(j, i); };
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const std::size_t r = (i + 1) % 3, s = (i + 2) % 3, k = (j + 1) % 3, l = (j + 2) % 3;
        cofactors(i, j) = cofactors(j, i) = lower(r, k) * lower(s, l) - lower(r, l) * lower(s, k);
      }
    }
  }
  std::vector<Expr> terms;
  for (std::size_t k = 0; k < n; ++k) terms.push_back(cofactors(0, k) * m(k, 0));
  const Expr inverse = 1 / sum(terms);
  std::vector<Expr> x;
  for (std::size_t i = 0; i < n; ++i) {
    terms.clear();
    for (std::size_t k = 0; k < n; ++k) terms.push_back(cofactors(i, k) * f[k]);
    x.push_back(inverse * sum(terms));
  }
  return x;
}

}  // namespace tangible
