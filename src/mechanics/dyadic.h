// SPDX-License-Identifier: Apache-2.0
// Dyadic: a sum of three-by-three parts, each between two frames; inertia dyadics are the use.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mechanics/vector.h"

namespace tangible {

class Dyadic {
 public:
  // The sum over i, j of c(i, j) left.axis(i) right.axis(j).
  struct Part {
    Frame left;
    Frame right;
    Matrix3 c;
    friend bool operator==(const Part&, const Part&) = default;
  };

  Dyadic() = default;  // zero
  Dyadic(Frame frame, const Matrix3& c) : Dyadic(frame, frame, c) {}
  Dyadic(Frame left, Frame right, const Matrix3& c);

  std::span<const Part> parts() const& { return parts_; }
  std::vector<Part> parts() && { return std::move(parts_); }  // so that one can loop over the parts of a result
  bool is_zero() const { return parts_.empty(); }
  friend bool operator==(const Dyadic&, const Dyadic&) = default;

  Dyadic& operator+=(const Dyadic& b);

 private:
  std::vector<Part> parts_;
};

Dyadic operator+(Dyadic a, const Dyadic& b);
Dyadic operator-(Dyadic a, const Dyadic& b);
Dyadic operator*(Expr scale, const Dyadic& a);
Dyadic map(const Dyadic& a, const std::function<Expr(Expr)>& f);

Dyadic outer(const Vector& a, const Vector& b);
Dyadic unit_dyadic(Frame in);
Vector dot(const Dyadic& a, const Vector& b);
Vector dot(const Vector& a, const Dyadic& b);
Expr trace(const Dyadic& a);
// a(i, j) = in.axis(i) . a . in.axis(j)
Matrix3 components(const Dyadic& a, Frame in);

// Of a particle of the given mass at r: m (r.r 1 - r r). This is what the parallel axis theorem adds (Kane & Levinson
// 1985, sec. 3.5).
Dyadic inertia_of_particle(Expr mass, const Vector& r);

}  // namespace tangible
