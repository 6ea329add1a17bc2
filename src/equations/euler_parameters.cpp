// SPDX-License-Identifier: Apache-2.0
// Polynomials in e0 modulo e.e = 1.
#include "equations/euler_parameters.h"

#include <algorithm>

#include "symbolic/differentiate.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// Of the determinant of a rotation matrix, with some to spare.
constexpr int highest_power = 8;

// sum_k c_k e0^k with e0^2 -> 1 - e1^2 - e2^2 - e3^2; e itself if it is no polynomial in e0 of a low degree.
Expr lower_powers(Expr e, const EulerParameters& p) {
  const Expr square = 1 - pow(p.e1, 2) - pow(p.e2, 2) - pow(p.e3, 2);
  const Substitution zero{{p.e0, Expr(0)}};
  std::vector<Expr> terms;
  Expr derivative = e;
  std::int64_t factorial = 1;
  for (int k = 0; !derivative.is_zero(); ++k) {
    if (k > highest_power) return e;
    if (k > 1) factorial *= k;
    const Expr coefficient = substitute(derivative, zero) / factorial;
    terms.push_back(coefficient * pow(square, k / 2) * (k % 2 == 1 ? p.e0 : Expr(1)));
    derivative = differentiate(derivative, p.e0);
  }
  return sum(terms);
}

}  // namespace

std::vector<EulerParameters> free_euler_parameters(const Mechanism& mechanism) {
  std::vector<EulerParameters> found;
  FrameTree& frames = mechanism.frames();
  for (std::uint32_t i = 1; i < frames.size(); ++i) {
    const auto* p = std::get_if<EulerParameters>(&frames.orientation(frames.at(i)));
    if (p == nullptr) continue;
    const Expr all[] = {p->e0, p->e1, p->e2, p->e3};
    if (std::ranges::all_of(all, [](Expr e) { return e.is(Kind::symbol); })) found.push_back(*p);
  }
  return found;
}

Expr on_unit_sphere(Expr e, std::span<const EulerParameters> parameters, Shortener& shortener) {
  for (const EulerParameters& p : parameters) {
    if (!depends_on(e, p.e0)) continue;
    const Expr lowered = shortener.scalar(lower_powers(e, p));
    if (cost(lowered) < cost(e)) e = lowered;
  }
  return e;
}

}  // namespace tangible
