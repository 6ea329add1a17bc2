// SPDX-License-Identifier: Apache-2.0
// Short forms of scalars and vectors while equations are being formed.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "mechanics/mechanism.h"
#include "symbolic/printed_length.h"

namespace tangible {

// Simplifies what is small enough for a person and leaves large expressions, and all once a budget is spent, as the
// shared graphs they are: the equations of a long chain are for programs, not for people. Remembers what it did.
class Shortener {
 public:
  // Speeds: the symbols in which velocities are linear and forces quadratic; their coefficients are kept together.
  // Angles: arguments of sines and cosines that the mechanism computes anyway. A form that needs another one, such as
  // sin(2*q) for sin(q)*cos(q) or tan(q) for sin(q)/cos(q), is shorter to print but not to evaluate, and is not taken.
  Shortener(std::vector<Expr> speeds, std::vector<Expr> angles);

  Expr scalar(Expr e);
  // A polynomial in the speeds with short coefficients, or a common factor times one, whichever is cheaper.
  Expr polynomial(Expr e);
  // The cheapest of: as it is, one part after the other, all in one of the candidate frames.
  Vector vector(const Vector& v, std::span<const Frame> candidates);

 private:
  bool may_shorten(Expr e);
  Expr shortest(Expr original, std::span<const Expr> forms) const;
  bool needs_other_angles(Expr form, Expr original) const;
  Expr group_by_speeds(Expr e);
  Vector in_frame(const Vector& v, Frame f);
  std::vector<Frame> promising(const Vector& v, std::span<const Frame> candidates) const;
  Vector componentwise(const Vector& v);

  std::size_t budget_ = 1'500;  // operations of all expressions that may still be worked on
  PrintedLength lengths_;
  std::vector<Expr> speeds_;
  std::unordered_set<Expr> angles_;
  std::unordered_map<Expr, Expr> scalars_;
  std::unordered_map<Expr, Expr> polynomials_;
};

// The cost of evaluating an expression, for comparing forms of it; divisions and sines weigh more.
std::size_t cost(Expr e);
// The same of all components together, and one for each that is not zero.
std::size_t cost(const Vector& v);

// The angles between neighbouring frames, and the sums of those about parallel axes.
std::vector<Expr> angles_of(const Mechanism& mechanism);

}  // namespace tangible
