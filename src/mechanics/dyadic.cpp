// SPDX-License-Identifier: Apache-2.0
// Dyadic algebra.
#include "mechanics/dyadic.h"

#include <algorithm>

#include "mechanics/error.h"

namespace tangible {
namespace {

bool vanishes(const Matrix3& c) {
  return std::ranges::all_of(c.row, [](const Components& r) { return is_zero(r); });
}

Matrix3 add(const Matrix3& a, const Matrix3& b) {
  Matrix3 c;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) c(i, j) = a(i, j) + b(i, j);
  return c;
}

}  // namespace

Dyadic::Dyadic(Frame left, Frame right, const Matrix3& c) {
  if (!left || !right) throw MechanicsError("a dyadic needs a frame");
  if (!vanishes(c)) parts_.push_back({left, right, c});
}

Dyadic& Dyadic::operator+=(const Dyadic& b) {
  for (const Part& part : b.parts_) {
    const auto same =
        std::ranges::find_if(parts_, [&](const Part& p) { return p.left == part.left && p.right == part.right; });
    if (same == parts_.end()) {
      parts_.push_back(part);
    } else {
      same->c = add(same->c, part.c);
    }
  }
  std::erase_if(parts_, [](const Part& p) { return vanishes(p.c); });
  return *this;
}

Dyadic operator+(Dyadic a, const Dyadic& b) { return a += b; }
Dyadic operator-(Dyadic a, const Dyadic& b) { return a += Expr(-1) * b; }
Dyadic operator*(Expr scale, const Dyadic& a) {
  return map(a, [&](Expr e) { return scale * e; });
}

Dyadic map(const Dyadic& a, const std::function<Expr(Expr)>& f) {
  Dyadic result;
  for (const auto& part : a.parts()) {
    Matrix3 c = part.c;
    for (auto& row : c.row)
      for (Expr& e : row)
        if (!e.is_zero()) e = f(e);
    result += Dyadic(part.left, part.right, c);
  }
  return result;
}

Dyadic outer(const Vector& a, const Vector& b) {
  Dyadic result;
  for (const auto& p : a.parts()) {
    for (const auto& q : b.parts()) {
      Matrix3 c;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) c(i, j) = p.c[i] * q.c[j];
      result += Dyadic(p.frame, q.frame, c);
    }
  }
  return result;
}

Dyadic unit_dyadic(Frame in) { return {in, identity_matrix()}; }

Vector dot(const Dyadic& a, const Vector& b) {
  Vector result;
  for (const auto& part : a.parts()) result += Vector(part.left, part.c * components(b, part.right));
  return result;
}

Vector dot(const Vector& a, const Dyadic& b) {
  Vector result;
  for (const auto& part : b.parts()) result += Vector(part.right, transpose(part.c) * components(a, part.left));
  return result;
}

Expr trace(const Dyadic& a) {
  std::vector<Expr> terms;
  for (const auto& part : a.parts()) {
    const Matrix3 c = part.left == part.right ? part.c : part.c * rotation(part.right, part.left);
    for (std::size_t i = 0; i < 3; ++i) terms.push_back(c(i, i));
  }
  return sum(terms);
}

Matrix3 components(const Dyadic& a, Frame in) {
  Matrix3 columns;
  for (std::size_t j = 0; j < 3; ++j) columns.row[j] = components(dot(a, in.axis(j)), in);
  return transpose(columns);
}

Dyadic inertia_of_particle(Expr mass, const Vector& r) {
  if (r.is_zero()) return {};
  return mass * (dot(r, r) * unit_dyadic(r.parts().front().frame) - outer(r, r));
}

}  // namespace tangible
