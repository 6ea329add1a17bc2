// SPDX-License-Identifier: Apache-2.0
// The rank of the mass matrix.
#include "equations/massless.h"

#include <algorithm>
#include <iterator>

#include "equations/error.h"
#include "symbolic/residue_rank.h"

namespace tangible {

std::vector<std::size_t> massless_speeds(const Matrix& mass) {
  const std::size_t n = mass.rows();
  Matrix whole(n, n);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < n; ++i) {
    order.push_back(i);
    for (std::size_t j = 0; j <= i; ++j) whole(i, j) = whole(j, i) = mass(i, j);
  }
  const std::vector<std::size_t> heavy = find_basis(whole, order).rows;
  std::vector<std::size_t> rest;
  std::ranges::set_difference(order, heavy, std::back_inserter(rest));
  return rest;
}

std::string names_of_massless_speeds(const Equations& equations, const Embedding& embedding) {
  std::string names;
  for (const std::size_t r : massless_speeds(embedding.mass))
    names += (names.empty() ? "" : ", ") + std::string(equations.kinematical.u[embedding.independent[r]].name());
  return names;
}

void require_mass(const Equations& equations, const Embedding& embedding) {
  const std::string names = names_of_massless_speeds(equations, embedding);
  if (names.empty()) return;
  throw EquationsError("the mass matrix is singular: motions with " + names +
                           " move no mass, so that nothing determines their accelerations\n  give mass or inertia to "
                           "what moves with them, or add constraints",
                       {});
}

}  // namespace tangible
