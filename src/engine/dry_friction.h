// SPDX-License-Identifier: Apache-2.0
// Dry friction that was written as a load: forces that jump with the sign of a speed s = a.u + c.
//
// Such a load reads F = F0 - limit * sign(s) * a along the row of s. While s is not zero the sign is a constant of the
// motion; at s = 0 it may have any value between -1 and 1 (Filippov), and friction that suffices holds the row s = 0
// with a force of at most `limit`. So sign(s) becomes a symbol that the simulation sets, and s a row that may hold, as
// the tangent of a contact does.
//
// Read as sign(s) are also comparisons of s with zero, and abs(s)/s and s/abs(s), as far as forces depend on them.
#pragma once

#include <string>
#include <vector>

#include "engine/system_expressions.h"
#include "symbolic/evaluate.h"

namespace tangible {

struct DryFriction {
  std::string name;    // of the loads that jump
  Expr speed;          // s
  Expr sign;           // the symbol in place of sign(s)
  RowExpressions row;  // of s
  Expr limit;          // the largest force along the row, not negative
};

class DryFrictions {
 public:
  DryFrictions() = default;
  DryFrictions(const Mechanism& mechanism, const Equations& equations, const SpeedSubstitution& in_speeds);

  const std::vector<DryFriction>& list() const { return list_; }
  // A force or a power with the symbols in place of what jumps.
  Expr in_force(Expr e) const;
  // An output: sign(s) alone is replaced; a comparison keeps its meaning.
  Expr in_output(Expr e) const;

 private:
  Expr replace(Expr e, std::size_t friction) const;

  std::vector<DryFriction> list_;
};

// The loads, as "a and b", whose power jumps or has a kink where the function passes through zero; empty: none.
std::string name_loads_that_switch(const Equations& equations, Expr function);

// The loads whose power has this expression in it; empty: none.
std::string name_loads_with(const Equations& equations, Expr part);

// The loads whose power divides by something that depends on speeds and is zero at a state, as v/|v| does where v is.
std::string name_loads_without_direction(const Equations& equations, const Values& state);

// The loads that almost jump with a speed at a state, as -F*atan(u/u0) does where u0 is tiny.
std::string name_steep_loads(const Equations& equations, const Values& state);

}  // namespace tangible
