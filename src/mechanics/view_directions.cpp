// SPDX-License-Identifier: Apache-2.0
// The initial view directions of a display, and the initial values.
#include <cmath>
#include <utility>

#include "mechanics/default_shapes.h"

namespace tangible {
namespace {

using Numbers = std::array<double, 3>;

double dot(const Numbers& a, const Numbers& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Numbers sum(const Numbers& a, double scale, const Numbers& b) {
  return {a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]};
}

// Of length one; what has no direction is left as `otherwise`.
Numbers unit(const Numbers& a, const Numbers& otherwise) {
  const double length = std::sqrt(dot(a, a));
  if (!(std::isfinite(length) && length > 0)) return otherwise;
  return {a[0] / length, a[1] / length, a[2] / length};
}

Numbers in_newtonian(const Mechanism& mechanism, const Vector& v, const Values& start) {
  const Components c = components(v, mechanism.N());
  return {evaluate(c[0], start), evaluate(c[1], start), evaluate(c[2], start)};
}

Vector said_or_against_gravity(const Mechanism& mechanism) {
  if (!mechanism.view.up.is_zero()) return mechanism.view.up;
  for (const Load& load : mechanism.loads())
    if (const auto* gravity = std::get_if<UniformGravity>(&load.kind)) return -gravity->acceleration;
  return mechanism.N().z();
}

}  // namespace

Values given_start(const Mechanism& mechanism) {
  Values out;
  out[mechanism.time()] = 0;
  for (const Parameter& p : mechanism.parameters()) out[p.symbol] = p.value;
  for (const Input& i : mechanism.inputs()) out[i.symbol] = i.value;
  for (const Coordinate& q : mechanism.coordinates()) out[q.symbol] = q.value;
  for (const StateVariable& z : mechanism.states()) out[z.symbol] = 0;
  for (const Discrete& d : mechanism.discretes()) out[d.symbol] = d.value;
  for (const InitialValue& initial : mechanism.initials()) {
    const auto named = mechanism.find_symbol(initial.name);
    if (named && out.contains(*named)) out[*named] = initial.value;
  }
  return out;
}

// From the front where z is level, as of mechanisms in the plane of x and y; else from the side of -y, and from above.
ViewDirections view_directions(const Mechanism& mechanism, const Values& start) {
  constexpr double aside = 0.3, above = 0.25, far_aside = 0.6, far_above = 0.5;
  ViewDirections out;
  out.up = unit(in_newtonian(mechanism, said_or_against_gravity(mechanism), start), {0, 0, 1});
  const bool z_is_level = std::abs(out.up[2]) < 0.5;
  const Numbers front = z_is_level ? Numbers{0, 0, 1} : Numbers{0, -1, 0};
  const Numbers side{front[2] * out.up[1] - front[1] * out.up[2], front[0] * out.up[2] - front[2] * out.up[0],
                     front[1] * out.up[0] - front[0] * out.up[1]};
  Numbers from = sum(front, -dot(front, out.up), out.up);
  from = sum(from, z_is_level ? -aside : -far_aside, side);
  from = sum(from, z_is_level ? above : far_above, out.up);
  if (!mechanism.view.from.is_zero()) from = in_newtonian(mechanism, mechanism.view.from, start);
  out.from = unit(from, front);
  return out;
}

}  // namespace tangible
