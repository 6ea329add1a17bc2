// SPDX-License-Identifier: Apache-2.0
// Accelerations and forces under rows that are solved as a whole: no speed is singled out as a dependent one, so the
// result is right wherever the rows are independent.
#pragma once

#include <span>
#include <vector>

#include "equations/embedding.h"

namespace tangible {

//   M u' = f + A^T force,  A u' + rate remainder = 0
// With T a basis of the motions that the rows allow and g the smallest u' that they demand, T^T M T w = T^T (f - M g)
// and u' = T w + g: Gillespie (44), (45) with an orthonormal T in place of [1; D]. M may be singular beyond these
// motions, as with massless bodies. All speeds are taken as they are given; the state must satisfy the rows.
struct ConstrainedMotion {
  std::vector<Expr> u_rate;       // of all speeds
  std::vector<std::size_t> rows;  // indices of the rows that have a force
  std::vector<Expr> row_force;    // of these; where rows take turns, one of many possible sets
  Expr regularity;                // 1: orthogonal rows, 0: rows that depend on each other
  // The largest |A u + c|; where rows follow from others only in the assembled mechanism, also what is not closed.
  Expr violation;
};

ConstrainedMotion derive_constrained_motion(const Equations& equations, const Embedding& embedding);

// The square of the most that a row can be whatever the angles in it: a row that vanishes is known by its size
// elsewhere.
Expr squared_bound(std::span<const Expr> row);

// How well the rows determine the dependent speeds of the embedding: 0 where D does not exist, at most 1.
Expr embedding_regularity(const Equations& equations, const Embedding& embedding);

}  // namespace tangible
