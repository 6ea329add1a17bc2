// SPDX-License-Identifier: Apache-2.0
// Equations: everything that is derived from a mechanism by Kane's method.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "equations/constraint_row.h"
#include "equations/dynamical_equations.h"
#include "equations/energy.h"
#include "equations/kinematical_equations.h"
#include "equations/recursive.h"

namespace tangible {

// One line of the table of partial velocities.
struct PartialVelocityEntry {
  std::string name;
  bool is_angular = false;
  VelocityDecomposition motion;
};

// The force of a built-in row, brought into evidence by an auxiliary speed:
//   force = mass . u' - active - inertia_velocity - sum over active rows of auxiliary coefficient * their force
struct AuxiliaryEquation {
  std::string row;
  std::vector<Expr> mass;
  Expr active;
  Expr inertia_velocity;
};

// A component of a reaction, brought into evidence by an auxiliary speed of the joint:
//   component = mass . u' - active - inertia_velocity - sum over the rows that hold of row_coefficient * their force
struct ReactionEquation {
  std::string reaction;  // force(arm)
  Vector direction;      // of length one
  Expr symbol;           // the symbol of the component in conditions and outputs
  std::vector<Expr> mass;
  Expr active;
  Expr inertia_velocity;
  std::vector<Expr> row_coefficients;  // by row, built-in ones too
};

struct Equations {
  std::string name;
  std::vector<Speed> speeds;
  std::string speed_choice;  // the origin of the speeds when the analyst did not choose
  KinematicalEquations kinematical;
  std::vector<Expr> parameters;
  std::vector<Expr> angles;  // arguments of sines and cosines that the equations may need
  std::vector<PartialVelocityEntry> partial_velocities;
  DynamicalEquations dynamical;
  std::vector<ConstraintRow> rows;
  std::vector<AuxiliaryEquation> auxiliary;
  std::vector<ReactionEquation> reactions;  // three for each requested reaction
  Energy energy;
  std::optional<RecursiveFormulation> recursion;  // a second formulation of the same numbers, if there is one

  std::size_t nq() const { return kinematical.q.size(); }
  std::size_t nu() const { return kinematical.u.size(); }
};

// The graph in which the mechanism was built must be current. Throws EquationsError.
Equations derive_equations(const Mechanism& mechanism);
// The same with given speeds instead of the mechanism's own, and with permanent constraints besides its own.
Equations derive_equations(const Mechanism& mechanism, std::vector<Speed> speeds,
                           std::span<const Constraint> also = {});

}  // namespace tangible
