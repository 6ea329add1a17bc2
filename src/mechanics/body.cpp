// SPDX-License-Identifier: Apache-2.0
// From inertia entries to the central inertia dyadic.
#include "mechanics/body.h"

namespace tangible {
namespace {

Expr known_or_symbol(const std::optional<Expr>& entry, const char* name, RigidBody& body) {
  if (entry) return *entry;
  // The blanks keep the name out of reach of any model file.
  const Expr unknown = symbol("inertia " + std::string(name) + " of " + body.name);
  body.missing.push_back({unknown, body.name, name});
  return unknown;
}

}  // namespace

RigidBody make_body(const BodyDefinition& definition) {
  const InertiaEntries& entry = definition.inertia;
  if (!definition.frame || !definition.center)
    throw MechanicsError("body " + definition.name + " needs a frame and a mass centre");
  RigidBody body{definition.name, definition.frame, definition.center, definition.mass, {}, {}, definition.where};
  Matrix3 c;
  c(0, 0) = known_or_symbol(entry.xx, "xx", body);
  c(1, 1) = known_or_symbol(entry.yy, "yy", body);
  c(2, 2) = known_or_symbol(entry.zz, "zz", body);
  c(0, 1) = c(1, 0) = entry.xy.value_or(0);
  c(1, 2) = c(2, 1) = entry.yz.value_or(0);
  c(0, 2) = c(2, 0) = entry.zx.value_or(0);
  body.central_inertia = Dyadic(definition.inertia_in ? definition.inertia_in : definition.frame, c);
  if (definition.inertia_about && definition.inertia_about != definition.center) {
    const Vector r = position(definition.inertia_about, definition.center);
    body.central_inertia = body.central_inertia - inertia_of_particle(definition.mass, r);
  }
  return body;
}

Dyadic inertia_about(const RigidBody& body, Point p) {
  return body.central_inertia + inertia_of_particle(body.mass, position(p, body.center));
}

}  // namespace tangible
