// SPDX-License-Identifier: Apache-2.0
// Slip opposite to friction means v_t = -s F_t with some s >= 0; the circle makes one equation for s.
#include "dynamics/friction_circle.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

using Pair = std::array<double, 2>;

// Tangential problem v_t = W F + c; F(s) = -(W + s)^-1 c, and the limit of its length is a + g . F.
struct Tangential {
  double w11, w12, w22;
  Pair c;
  double a;
  Pair g;

  Pair force(double s) const {
    const double d11 = w11 + s;
    const double d22 = w22 + s;
    const double det = d11 * d22 - w12 * w12;
    if (!(det > 0)) return {0, 0};
    return {-(d22 * c[0] - w12 * c[1]) / det, -(d11 * c[1] - w12 * c[0]) / det};
  }
  // Above zero: more force than the circle admits.
  double excess(double s) const {
    const Pair f = force(s);
    return std::hypot(f[0], f[1]) - (a + g[0] * f[0] + g[1] * f[1]);
  }
};

// The stuck force s = 0 if the circle admits it, else the s where the force reaches the circle.
Pair solve_tangential(const Tangential& problem) {
  const double size = std::max(problem.w11 + problem.w22, 1e-300);
  const double smallest = 1e-15 * size;  // a tangent that nothing can move
  const double det = problem.w11 * problem.w22 - problem.w12 * problem.w12;
  double low = det > 1e-14 * size * size ? 0 : smallest;
  if (problem.excess(low) <= 0) return problem.force(low);
  double high = size;
  for (int k = 0; k < 200 && problem.excess(high) > 0; ++k) {
    low = high;
    high *= 4;
  }
  // Illinois: false position that halves the value of an end that stays.
  double at_low = problem.excess(low);
  double at_high = problem.excess(high);
  for (int k = 0; k < 100 && high - low > 4e-16 * high; ++k) {
    double middle = at_low > at_high ? low + (high - low) * at_low / (at_low - at_high) : (low + high) / 2;
    if (!(middle > low && middle < high)) middle = (low + high) / 2;
    const double value = problem.excess(middle);
    if (value == 0) return problem.force(middle);
    if (value > 0) {
      low = middle;
      at_low = value;
      at_high /= 2;
    } else {
      high = middle;
      at_high = value;
      at_low /= 2;
    }
  }
  return problem.force((low + high) / 2);
}

}  // namespace

std::array<double, 3> solve_single_contact(const SingleContact& contact) {
  const auto& w = contact.response;
  const double mu = contact.friction;
  // The contact opens: only the base acts.
  {
    const double n = contact.base;
    const Pair c{contact.free[1] + w[1][0] * n, contact.free[2] + w[2][0] * n};
    Pair f{0, 0};
    if (mu * n > 0) f = solve_tangential({w[1][1], w[1][2], w[2][2], c, mu * n, {0, 0}});
    const double rate = contact.free[0] + w[0][0] * n + w[0][1] * f[0] + w[0][2] * f[1];
    if (rate >= 0 || !(w[0][0] > 0)) return {n, f[0], f[1]};
  }
  // It stays closed: the normal rate is zero, which determines the normal part from the tangential one.
  const double inverse = 1 / w[0][0];
  const Pair share{w[0][1] * inverse, w[0][2] * inverse};
  const double normal = -contact.free[0] * inverse;
  Pair f{0, 0};
  if (mu > 0)
    f = solve_tangential({w[1][1] - share[0] * w[0][1],
                          w[1][2] - share[0] * w[0][2],
                          w[2][2] - share[1] * w[0][2],
                          {contact.free[1] + w[1][0] * normal, contact.free[2] + w[2][0] * normal},
                          mu * normal,
                          {-mu * share[0], -mu * share[1]}});
  return {std::max(contact.base, normal - share[0] * f[0] - share[1] * f[1]), f[0], f[1]};
}

}  // namespace tangible
