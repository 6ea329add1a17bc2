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

}  // namespace tangible
