// SPDX-License-Identifier: Apache-2.0
// Constraint rows: every constraint as a linear equation in the speeds, with its rate.
#pragma once

#include <string>
#include <vector>

#include "equations/velocity_decomposition.h"

namespace tangible {

//   a . u + c = 0                Gillespie (3)
//   a . u' + rate_remainder = 0, with rate_remainder = a' . u + c'
struct ConstraintRow {
  std::string name;
  std::string group;  // the declared constraint to which it belongs; its own name if it is alone
  ConstraintKind kind = ConstraintKind::motion;
  Activity active = Activity::permanent;
  bool built_in = false;        // holds by the choice of speeds: a and c vanish
  std::vector<Expr> a;          // coefficients of the speeds
  std::vector<Expr> auxiliary;  // coefficients of the auxiliary speeds of built-in rows
  Expr c;
  Expr rate_remainder;
  Expr configuration;  // of a configuration constraint, what must be zero
  SourceLocation where;

  bool is_named(std::string_view word) const { return word == name || word == group; }
};

// Throws EquationsError for a constraint that is not linear in rates and speeds, or that never involves motion.
std::vector<ConstraintRow> derive_constraint_rows(const Mechanism& mechanism, const KinematicalEquations& kinematical,
                                                  Shortener& shortener);

}  // namespace tangible
