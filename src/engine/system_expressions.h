// SPDX-License-Identifier: Apache-2.0
// Expressions that only the simulation needs: what the analyst wrote in terms of speeds, rows of contacts, and where
// expressions have kinks and jumps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "equations/equations.h"
#include "program/lower.h"
#include "simulation/system.h"
#include "symbolic/substitute.h"

namespace tangible {

// Outputs of a program in the making.
class OutputList {
 public:
  std::size_t add(const std::string& name, Expr value) {
    list_.push_back({name, value});
    return list_.size() - 1;
  }
  Slots add(const std::string& name, std::span<const Expr> values);
  std::vector<Expr> values() const;
  const std::vector<LowerOutput>& list() const { return list_; }

 private:
  std::vector<LowerOutput> list_;
};

// What ports contribute to the generalized force of a forbidden speed: a symbol for each built-in row, and then for
// each component of the reactions.
std::vector<Expr> port_forces(const Equations& equations);

// q' -> W u + X, q'' -> its derivative, forces of built-in rows -> their auxiliary equations, with the symbols of ports
// if they are wanted.
class SpeedSubstitution {
 public:
  enum class Ports : std::uint8_t { none, as_symbols };
  SpeedSubstitution(const Mechanism& mechanism, const Equations& equations, Ports ports = Ports::none);
  Expr operator()(Expr e) const { return substitute(e, replacements_); }
  const Rates& rates() const { return rates_; }  // of q and t; speeds are constants in it

 private:
  Rates rates_;
  Substitution replacements_;
};

// a.u + c and its rate a.u' + rate_remainder.
struct RowExpressions {
  std::vector<Expr> a;
  Expr c;
  Expr rate_remainder;
  Expr configuration;
};
// The row whose value is e, an affine function of the speeds.
RowExpressions row_of(Expr e, const Equations& equations, const Rates& rates);
// First the rate of the gap, then the slip velocities along the tangents.
std::vector<RowExpressions> rows_of_contact(const Contact& contact, const Mechanism& mechanism,
                                            const Equations& equations, const SpeedSubstitution& in_speeds);

// A function with the sign of a product, but at zeros of factors that do not change it: of its powers those with odd
// exponents, once each. x^3 passes through zero too flat to be located.
Expr with_simple_roots(Expr e);

// Arguments of sign and abs, differences under comparisons, min and max: what passes through zero where the
// expressions have a kink or jump. Only those that can change while the mechanism moves.
std::vector<Expr> switching_functions(std::span<const Expr> expressions, std::span<const Expr> moving);

}  // namespace tangible
