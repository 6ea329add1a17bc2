// SPDX-License-Identifier: Apache-2.0
// Laplace's expansion along the first row that is left.
#include "symbolic/minors.h"

#include <bit>
#include <vector>

namespace tangible {

Expr Minors::of(unsigned rows, unsigned columns) {
  if (rows == 0) return 1;
  const auto [found, is_new] = known_.try_emplace({rows, columns});
  if (!is_new) return found->second;
  const auto i = static_cast<std::size_t>(std::countr_zero(rows));
  std::vector<Expr> terms;
  bool is_positive = true;
  for (std::size_t j = 0; j < a_.columns(); ++j) {
    if ((columns >> j & 1u) == 0) continue;
    if (!a_(i, j).is_zero()) {
      const Expr term = a_(i, j) * of(rows & (rows - 1), columns & ~(1u << j));
      terms.push_back(is_positive ? term : -term);
    }
    is_positive = !is_positive;
  }
  const Expr minor = shorten_ ? shorten_(sum(terms)) : sum(terms);
  return known_[{rows, columns}] = minor;
}

Expr Minors::cofactor(std::size_t i, std::size_t j) {
  const unsigned rows = (1u << a_.rows()) - 1, columns = (1u << a_.columns()) - 1;
  const Expr minor = of(rows & ~(1u << i), columns & ~(1u << j));
  return (i + j) % 2 == 0 ? minor : -minor;
}

}  // namespace tangible
