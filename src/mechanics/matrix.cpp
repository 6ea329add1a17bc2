// SPDX-License-Identifier: Apache-2.0
// Arithmetic on three components; each entry is one flat sum, so that equal computations give equal nodes.
#include "mechanics/matrix.h"

namespace tangible {

Matrix3 identity_matrix() { return {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}; }

Matrix3 transpose(const Matrix3& a) {
  Matrix3 t;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) t(j, i) = a(i, j);
  return t;
}

Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
  const Matrix3 columns = transpose(b);
  Matrix3 c;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) c(i, j) = dot(a.row[i], columns.row[j]);
  return c;
}

Components operator*(const Matrix3& a, const Components& b) {
  return {dot(a.row[0], b), dot(a.row[1], b), dot(a.row[2], b)};
}

bool is_zero(const Components& a) { return a[0].is_zero() && a[1].is_zero() && a[2].is_zero(); }

Expr dot(const Components& a, const Components& b) {
  const std::array<Expr, 3> terms{a[0] * b[0], a[1] * b[1], a[2] * b[2]};
  return sum(terms);
}

Components cross(const Components& a, const Components& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

bool are_parallel(const Components& a, const Components& b) { return is_zero(cross(a, b)); }

}  // namespace tangible
