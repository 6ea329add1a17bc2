// SPDX-License-Identifier: Apache-2.0
// Three components and three-by-three matrices of expressions, without frames: the arithmetic under Vector and Dyadic.
#pragma once

#include <array>
#include <cstddef>

#include "symbolic/expr.h"

namespace tangible {

using Components = std::array<Expr, 3>;

struct Matrix3 {
  std::array<Components, 3> row;

  Expr& operator()(std::size_t i, std::size_t j) { return row[i][j]; }
  Expr operator()(std::size_t i, std::size_t j) const { return row[i][j]; }
  friend bool operator==(const Matrix3&, const Matrix3&) = default;
};

Matrix3 identity_matrix();
Matrix3 transpose(const Matrix3& a);
Matrix3 operator*(const Matrix3& a, const Matrix3& b);
Components operator*(const Matrix3& a, const Components& b);

bool is_zero(const Components& a);
Expr dot(const Components& a, const Components& b);
Components cross(const Components& a, const Components& b);
// True when a and b visibly point along one line: every a_i b_j is the same expression as a_j b_i.
bool are_parallel(const Components& a, const Components& b);

}  // namespace tangible
