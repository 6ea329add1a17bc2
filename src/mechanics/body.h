// SPDX-License-Identifier: Apache-2.0
// Things that have mass: particles and rigid bodies.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mechanics/dyadic.h"
#include "mechanics/error.h"
#include "mechanics/point.h"

namespace tangible {

struct Particle {
  std::string name;
  Point at;
  Expr mass;
  SourceLocation where = {};
};

// Moments (xx, yy, zz) and products (xy, yz, zx) of inertia, the entries of the inertia matrix: a product is -integral
// of x y dm, and enters the matrix unchanged. A missing product is zero. A missing moment is unknown: it becomes a
// symbol that no file can contain, and is an error only if the equations contain it.
struct InertiaEntries {
  std::optional<Expr> xx = {}, yy = {}, zz = {}, xy = {}, yz = {}, zx = {};
};

// The symbol of a moment of inertia that the analyst did not give.
struct MissingInertia {
  Expr symbol;
  std::string body;
  std::string entry;  // "xx", "yy" or "zz"
};

struct RigidBody {
  std::string name;
  Frame frame;
  Point center;
  Expr mass;
  Dyadic central_inertia;               // about the mass centre
  std::vector<MissingInertia> missing;  // the unknown moments in central_inertia
  SourceLocation where;
};

// The definition of a body.
struct BodyDefinition {
  std::string name;
  Frame frame;
  Point center;
  Expr mass;
  InertiaEntries inertia = {};
  Frame inertia_in = {};     // the frame of the entries (default: the body's own)
  Point inertia_about = {};  // the point of reference (default: the mass centre)
  SourceLocation where = {};
};
RigidBody make_body(const BodyDefinition& definition);

// About another point: I_P = I_cm + m (r.r 1 - r r), r from P to the mass centre.
Dyadic inertia_about(const RigidBody& body, Point p);

}  // namespace tangible
