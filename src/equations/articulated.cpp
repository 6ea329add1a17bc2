// SPDX-License-Identifier: Apache-2.0
// Articulated inertias, symbolically.
#include "equations/articulated.h"

namespace tangible {
namespace {

Components plus(const Components& a, const Components& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Components minus(const Components& a, const Components& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Components times(Expr k, const Components& a) { return {k * a[0], k * a[1], k * a[2]}; }

Matrix3 plus(const Matrix3& a, const Matrix3& b) {
  return {{plus(a.row[0], b.row[0]), plus(a.row[1], b.row[1]), plus(a.row[2], b.row[2])}};
}
Matrix3 cross_matrix(const Components& r) { return {{{{0, -r[2], r[1]}, {r[2], 0, -r[0]}, {-r[1], r[0], 0}}}}; }

Matrix3 without_outer(const Matrix3& a, const Components& x, const Components& y) {
  Matrix3 result;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) result(i, j) = a(i, j) - x[i] * y[j];
  return result;
}

// The same for a symmetric matrix and x y^T that is symmetric too: six entries, each formed once.
Matrix3 without_symmetric_outer(const Matrix3& a, const Components& x, const Components& y) {
  Matrix3 result;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = i; j < 3; ++j) result(i, j) = result(j, i) = a(i, j) - x[i] * y[j];
  return result;
}

// The wrench that moves a carrier, with all beyond it free to follow: at its point, in its frame,
//   torque = rotary alpha + mixed a + bias_torque,  force = mixed^T alpha + linear a + bias_force.
struct Articulated {
  Matrix3 rotary{};
  Matrix3 mixed{};
  Matrix3 linear{};
  Components bias_torque{};
  Components bias_force{};
};

// One speed eliminated: u' = (remaining - along . acceleration) / inertia.
struct Elimination {
  std::size_t speed = 0;
  Components along_rotary;
  Components along_linear;
  Expr inverse_inertia;
  Expr remaining;
  Components partial;
};

// F = I A + p with A = A_before + S u', S . F = Q:
//   U = I S, D = S . U, I -= U U^T / D, p += U (Q - S . p) / D.
Elimination eliminate(Articulated& body, const Carrier& step, const Carrier::Partial& s, Expr direct) {
  Elimination e;
  e.speed = s.speed;
  e.partial = s.c;
  if (step.turns) {
    e.along_rotary = body.rotary * s.c;
    e.along_linear = transpose(body.mixed) * s.c;
  } else {
    e.along_rotary = body.mixed * s.c;
    e.along_linear = body.linear * s.c;
  }
  e.inverse_inertia = 1 / dot(s.c, step.turns ? e.along_rotary : e.along_linear);
  e.remaining = direct - dot(s.c, step.turns ? body.bias_torque : body.bias_force);
  const Components scaled_rotary = times(e.inverse_inertia, e.along_rotary);
  const Components scaled_linear = times(e.inverse_inertia, e.along_linear);
  body.rotary = without_symmetric_outer(body.rotary, scaled_rotary, e.along_rotary);
  body.mixed = without_outer(body.mixed, scaled_rotary, e.along_linear);
  body.linear = without_symmetric_outer(body.linear, scaled_linear, e.along_linear);
  body.bias_torque = plus(body.bias_torque, times(e.remaining, scaled_rotary));
  body.bias_force = plus(body.bias_force, times(e.remaining, scaled_linear));
  return e;
}

// The acceleration that the step adds without u' and without what the parent's acceleration alone would give.
Components step_remainder(const Carrier& step, const CarrierMotion& parent) {
  if (step.turns) return plus(step.rate_remainder, cross(from_parent(step, parent.w), step.rate));
  const Components& w = parent.w;
  const Components twice{2 * w[0], 2 * w[1], 2 * w[2]};
  const Components centripetal = cross(w, cross(w, step.offset));
  return plus(plus(centripetal, cross(twice, step.rate)), step.rate_remainder);
}

void add_remainder(Articulated& body, const Carrier& step, const Components& remainder) {
  if (step.turns) {
    body.bias_torque = plus(body.bias_torque, body.rotary * remainder);
    body.bias_force = plus(body.bias_force, transpose(body.mixed) * remainder);
  } else {
    body.bias_torque = plus(body.bias_torque, body.mixed * remainder);
    body.bias_force = plus(body.bias_force, body.linear * remainder);
  }
}

// a = a' + alpha x r and torque' = torque + r x force.
Articulated seen_from_parent(const Carrier& step, const Articulated& a) {
  Articulated b;
  if (step.turns) {
    b.rotary = to_parent(step, a.rotary);
    b.mixed = to_parent(step, a.mixed);
    b.linear = to_parent(step, a.linear);
    b.bias_torque = to_parent(step, a.bias_torque);
    b.bias_force = to_parent(step, a.bias_force);
    return b;
  }
  const Matrix3 r = cross_matrix(step.offset);
  b.linear = a.linear;
  b.mixed = plus(a.mixed, r * a.linear);
  // I - H r~ + r~ H'^T, symmetric.
  const Matrix3 less = a.mixed * r;
  const Matrix3 more = r * transpose(b.mixed);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = i; j < 3; ++j) b.rotary(i, j) = b.rotary(j, i) = a.rotary(i, j) - less(i, j) + more(i, j);
  b.bias_force = a.bias_force;
  b.bias_torque = plus(a.bias_torque, cross(step.offset, a.bias_force));
  return b;
}

void add(Articulated& a, const Articulated& b) {
  a.rotary = plus(a.rotary, b.rotary);
  a.mixed = plus(a.mixed, b.mixed);
  a.linear = plus(a.linear, b.linear);
  a.bias_torque = plus(a.bias_torque, b.bias_torque);
  a.bias_force = plus(a.bias_force, b.bias_force);
}

// A rigid body at rest in its carrier: w x I . w and w x (w x h) are all that its own motion requires.
Articulated rigid(const CarriedInertia& inertia, const Components& w, const CarrierWrench& load) {
  Articulated a;
  a.rotary = inertia.inertia;
  a.mixed = cross_matrix(inertia.first_moment);
  for (std::size_t i = 0; i < 3; ++i) a.linear(i, i) = inertia.mass;
  a.bias_torque = minus(cross(w, inertia.inertia * w), load.torque);
  a.bias_force = minus(cross(w, cross(w, inertia.first_moment)), load.force);
  return a;
}

}  // namespace

std::vector<Expr> articulated_accelerations(const CarrierTree& tree, std::span<const CarriedInertia> inertias,
                                            std::span<const CarrierMotion> motions, const CarrierLoads& loads) {
  const std::size_t n = tree.size();
  std::vector<Articulated> bodies(n);
  std::vector<std::vector<Elimination>> eliminations(n);
  std::vector<Components> remainders(n);
  for (std::size_t i = 0; i < n; ++i) bodies[i] = rigid(inertias[i], motions[i].w, loads.wrenches[i]);
  for (std::size_t i = n; i-- > 1;) {
    const Carrier& step = tree[i];
    const auto parent = static_cast<std::size_t>(step.parent);
    for (auto s = step.partials.rbegin(); s != step.partials.rend(); ++s)
      eliminations[i].push_back(eliminate(bodies[i], step, *s, loads.direct[s->speed]));
    remainders[i] = step_remainder(step, motions[parent]);
    add_remainder(bodies[i], step, remainders[i]);
    add(bodies[parent], seen_from_parent(step, bodies[i]));
  }
  struct Acceleration {
    Components rotary;
    Components linear;
  };
  std::vector<Acceleration> accelerations(n);
  accelerations[0].linear = motions[0].acceleration;
  std::vector<Expr> u_rate(tree.speed_count(), 0);
  for (std::size_t i = 1; i < n; ++i) {
    const Carrier& step = tree[i];
    const Acceleration& outer = accelerations[static_cast<std::size_t>(step.parent)];
    Acceleration& own = accelerations[i];
    own.rotary = from_parent(step, outer.rotary);
    own.linear = from_parent(step, outer.linear);
    if (!step.turns) own.linear = plus(own.linear, cross(own.rotary, step.offset));
    Components& moved = step.turns ? own.rotary : own.linear;
    moved = plus(moved, remainders[i]);
    for (auto e = eliminations[i].rbegin(); e != eliminations[i].rend(); ++e) {
      const Expr rate =
          e->inverse_inertia * (e->remaining - (dot(e->along_rotary, own.rotary) + dot(e->along_linear, own.linear)));
      u_rate[e->speed] = rate;
      moved = plus(moved, times(rate, e->partial));
    }
  }
  return u_rate;
}

}  // namespace tangible
