// SPDX-License-Identifier: Apache-2.0
// Vector algebra in mixed bases.
#include "mechanics/vector.h"

#include <algorithm>

#include "mechanics/error.h"

namespace tangible {
namespace {

Components add(const Components& a, const Components& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

// Appends the terms of a . b, so that the caller can make one flat sum of several parts.
void append_dot_terms(const Vector::Part& a, const Vector::Part& b, std::vector<Expr>& terms) {
  if (keeps_components(a, b.frame) || keeps_components(b, a.frame)) {
    for (std::size_t i = 0; i < 3; ++i)
      if (!a.c[i].is_zero() && !b.c[i].is_zero()) terms.push_back(a.c[i] * b.c[i]);
    return;
  }
  const Matrix3& r = rotation(a.frame, b.frame);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (a.c[i].is_zero() || b.c[j].is_zero() || r(i, j).is_zero()) continue;
      terms.push_back(a.c[i] * r(i, j) * b.c[j]);
    }
  }
}

Vector cross_parts(const Vector::Part& a, const Vector::Part& b) {
  if (keeps_components(a, b.frame)) return {b.frame, cross(a.c, b.c)};
  if (keeps_components(b, a.frame)) return {a.frame, cross(a.c, b.c)};
  return {b.frame, cross(rotation(b.frame, a.frame) * a.c, b.c)};
}

}  // namespace

Vector::Vector(Frame frame, const Components& c) {
  if (!frame) throw MechanicsError("a vector needs a frame");
  if (!tangible::is_zero(c)) parts_.push_back({frame, c});
}

Vector& Vector::operator+=(const Vector& b) {
  std::vector<Part> merged;
  merged.reserve(parts_.size() + b.parts_.size());
  auto i = parts_.begin();
  for (const Part& part : b.parts_) {
    while (i != parts_.end() && i->frame.index() < part.frame.index()) merged.push_back(*i++);
    if (i == parts_.end() || i->frame.index() != part.frame.index()) {
      merged.push_back(part);
      continue;
    }
    if (i->frame != part.frame) throw MechanicsError("vectors of two mechanisms do not add");
    const Part both{part.frame, add(i->c, part.c)};
    if (!tangible::is_zero(both.c)) merged.push_back(both);
    ++i;
  }
  merged.insert(merged.end(), i, parts_.end());
  parts_ = std::move(merged);
  return *this;
}
Vector& Vector::operator-=(const Vector& b) { return *this += -b; }

Vector operator+(Vector a, const Vector& b) { return a += b; }
Vector operator-(Vector a, const Vector& b) { return a -= b; }
Vector operator-(const Vector& a) { return Expr(-1) * a; }
Vector operator*(Expr scale, const Vector& a) {
  return map(a, [&](Expr e) { return scale * e; });
}
Vector operator*(const Vector& a, Expr scale) { return scale * a; }
Vector operator/(const Vector& a, Expr divisor) {
  return map(a, [&](Expr e) { return e / divisor; });
}

Vector map(const Vector& a, const std::function<Expr(Expr)>& f) {
  Vector result;
  for (const auto& part : a.parts()) {
    Components c;
    for (std::size_t i = 0; i < 3; ++i)
      if (!part.c[i].is_zero()) c[i] = f(part.c[i]);
    result += Vector(part.frame, c);
  }
  return result;
}

bool keeps_components(const Vector::Part& part, Frame in) {
  if (part.frame == in) return true;
  const auto& turn = in.tree().rotation(in, part.frame).simple;
  return turn && (turn->angle.is_zero() || are_parallel(part.c, turn->axis));
}

Expr dot(const Vector& a, const Vector& b) {
  std::vector<Expr> terms;
  for (const auto& p : a.parts())
    for (const auto& q : b.parts()) append_dot_terms(p, q, terms);
  return sum(terms);
}

Vector cross(const Vector& a, const Vector& b) {
  Vector result;
  for (const auto& p : a.parts())
    for (const auto& q : b.parts()) result += cross_parts(p, q);
  return result;
}

Expr magnitude(const Vector& a) {
  if (a.parts().size() == 1) {
    const Components& c = a.parts().front().c;
    for (std::size_t i = 0; i < 3; ++i)
      if (c[(i + 1) % 3].is_zero() && c[(i + 2) % 3].is_zero()) return abs(c[i]);
  }
  return sqrt(dot(a, a));
}

Vector unit(const Vector& a) {
  if (a.is_zero()) throw MechanicsError("the zero vector has no direction");
  return a / magnitude(a);
}

Components components(const Vector& a, Frame in) { return {dot(a, in.x()), dot(a, in.y()), dot(a, in.z())}; }

Vector express(const Vector& a, Frame in) { return {in, components(a, in)}; }

}  // namespace tangible
