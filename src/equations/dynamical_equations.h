// SPDX-License-Identifier: Apache-2.0
// Kane's dynamical equations F_r + F_r* = 0 without the switchable constraints.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "equations/velocity_decomposition.h"
#include "symbolic/matrix.h"

namespace tangible {

// F_r + F_r* = 0 with F_r* = -(mass u')_r + inertia_velocity_r, so mass u' = active + inertia_velocity.
struct DynamicalEquations {
  Matrix mass;                         // nu x nu, symmetric
  std::vector<Expr> active;            // F_r, Gillespie (13), (32)
  std::vector<Expr> inertia_velocity;  // the part of F_r* without accelerations, Gillespie (14), (33)
  std::vector<Expr> combined_forcing;  // active + inertia_velocity in fewer operations, where that is known

  Expr forcing(std::size_t r) const {
    return combined_forcing.empty() ? active[r] + inertia_velocity[r] : combined_forcing[r];
  }
};

DynamicalEquations derive_dynamical_equations(const Mechanism& mechanism, MotionTable& motions, Shortener& shortener);

// Something with mass, moving: what F_r*, energy and momentum are summed over.
struct MassElement {
  std::string name;
  Expr mass;
  Point center;
  Frame frame;     // no frame for a particle
  Dyadic inertia;  // central
};
std::vector<MassElement> mass_elements(const Mechanism& mechanism);

// Generalized active force of one load: sum of v_r . F and w_r . T.
std::vector<Expr> generalized_active_force(const AppliedLoads& loads, MotionTable& motions, std::size_t nu);
// The power of one load: sum of v . F and w . T.
Expr power(const AppliedLoads& loads, MotionTable& motions);
// Of each load the power that the motions with all speeds zero take: sum of (v - v_r u_r) . F and (w - w_r u_r) . T.
std::vector<Expr> prescribed_powers(std::span<const AppliedLoads> loads, MotionTable& motions);

}  // namespace tangible
