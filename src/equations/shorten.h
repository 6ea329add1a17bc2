// SPDX-License-Identifier: Apache-2.0
// Short forms of scalars and vectors while equations are being formed.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "mechanics/vector.h"

namespace tangible {

// Simplifies what is small enough for a person and leaves large expressions as the shared graphs they are. Remembers
// what it did.
class Shortener {
 public:
  // Speeds: the symbols in which velocities are linear and forces quadratic; their coefficients are kept together.
  explicit Shortener(std::vector<Expr> speeds) : speeds_(std::move(speeds)) {}

  Expr scalar(Expr e);
  // A polynomial in the speeds with short coefficients.
  Expr polynomial(Expr e);
  // The cheapest of: as it is, one part after the other, all in one of the candidate frames.
  Vector vector(const Vector& v, std::span<const Frame> candidates);

 private:
  Vector in_frame(const Vector& v, Frame f);
  Vector componentwise(const Vector& v);

  std::vector<Expr> speeds_;
  std::unordered_map<Expr, Expr> scalars_;
  std::unordered_map<Expr, Expr> polynomials_;
};

// How long a vector is, for comparing forms of it: operations and one for each component that is not zero.
std::size_t cost(const Vector& v);

}  // namespace tangible
