// SPDX-License-Identifier: Apache-2.0
// Vector: a sum of parts, each with three components in the frame where it is shortest.
//
// Adding is frame-free: u1 B.x + L2 u2 B.y - L3 u3 C.y stays a sum over B and C. Taking components demands a frame.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mechanics/frame.h"

namespace tangible {

class Vector {
 public:
  struct Part {
    Frame frame;
    Components c;
    friend bool operator==(const Part&, const Part&) = default;
  };

  Vector() = default;  // zero
  Vector(Frame frame, const Components& c);

  // In the order of the frames' indices, none of them zero.
  std::span<const Part> parts() const& { return parts_; }
  std::vector<Part> parts() && { return std::move(parts_); }  // so that one can loop over the parts of a result
  bool is_zero() const { return parts_.empty(); }             // structurally
  friend bool operator==(const Vector&, const Vector&) = default;

  Vector& operator+=(const Vector& b);
  Vector& operator-=(const Vector& b);

 private:
  std::vector<Part> parts_;
};

Vector operator+(Vector a, const Vector& b);
Vector operator-(Vector a, const Vector& b);
Vector operator-(const Vector& a);
Vector operator*(Expr scale, const Vector& a);
Vector operator*(const Vector& a, Expr scale);
Vector operator/(const Vector& a, Expr divisor);
// Every component e replaced by f(e): substitution, simplification, differentiation.
Vector map(const Vector& a, const std::function<Expr(Expr)>& f);

// dot(v, B.axis(i)) and components(v, B)[i] are the same node.
Expr dot(const Vector& a, const Vector& b);
// Each pair of parts is crossed in the frame where one of the two need not be turned, else in that of b's part.
Vector cross(const Vector& a, const Vector& b);
Expr magnitude(const Vector& a);
Vector unit(const Vector& a);

Components components(const Vector& a, Frame in);
Vector express(const Vector& a, Frame in);  // one part

// The same components serve in another frame: it is the same frame, or the part lies along the axis about which one
// turns into the other.
bool keeps_components(const Vector::Part& part, Frame in);

}  // namespace tangible
