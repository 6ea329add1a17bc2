// SPDX-License-Identifier: Apache-2.0
// Lagrange's method: generalized forces by differentiating the kinetic energy, as a check on Kane's.
#pragma once

#include <vector>

#include "mechanics/mechanism.h"

namespace tangible {

// In the coordinates and their rates alone, as if no constraint held:
//   inertia_i = d/dt dK/dq_i' - dK/dq_i          Parsa (23); Buffinton (6.11) with the sign of its errata
//   active_i  = sum of F . dv/dq_i' and T . dw/dq_i'
// Both are functions of q, q', t, and inertia also of the symbols in q_second (q1'', ...). Along every admissible
// motion F_r + F_r* = sum_i W_ir (active_i - inertia_i).
struct LagrangeEquations {
  std::vector<Expr> q;
  std::vector<Expr> q_rate;
  std::vector<Expr> q_second;
  Expr kinetic;
  std::vector<Expr> inertia;
  std::vector<Expr> active;
};

LagrangeEquations derive_lagrange_equations(const Mechanism& mechanism);

}  // namespace tangible
