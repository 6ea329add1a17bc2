// SPDX-License-Identifier: Apache-2.0
// Fingerprint: the value of an expression modulo a large prime at a random point.
//
// Symbols take random residues, sines and cosines are rational points of the circle that add as their angles do, and
// exponentials multiply as their arguments add. Whatever is not algebraic or trigonometric (asin, log, abs, select,
// ...) takes a residue scattered from those of its arguments.
//  - Two expressions of different fingerprints that are `certain` differ: the point is a proof.
//  - Two equal fingerprints are equal expressions but for a chance of at most degree / prime per seed, the bound of
//    Schwartz and Zippel.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/expr.h"
#include "symbolic/residue.h"

namespace tangible {

class Fingerprint {
 public:
  explicit Fingerprint(std::uint64_t seed) : seed_(seed) {}

  struct Value {
    Residue residue = 0;
    // Bounds on the degrees of the numerator and denominator in the random parameters.
    float numerator_degree = 0;
    float denominator_degree = 0;
    bool known = false;
    bool defined = true;  // no division by a zero residue below
    bool certain = true;  // a residue other than zero proves that the expression is not zero
  };

  // Visits every node of a graph once, whatever the number of calls; values are kept until another graph is current.
  const Value& of(Expr e);

 private:
  Value compute(Expr e);
  Value compute_sum(Expr e) const;
  Value compute_product(Expr e) const;
  void multiply_power(Value& product, const Value& base, Expr base_expr, const Rational& exponent) const;
  Value compute_circular(Expr e);
  Value compute_exponential(Expr e);
  Value compute_opaque(Expr e) const;
  Value from_operands(Expr e) const;
  CirclePoint atom_point(Residue atom);

  std::uint64_t seed_;
  std::uint64_t graph_ = 0;   // serial number of the graph that the table belongs to
  std::vector<Value> table_;  // by node id
  std::unordered_map<Residue, CirclePoint> points_;
};

}  // namespace tangible
