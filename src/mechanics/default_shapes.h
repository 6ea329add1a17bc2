// SPDX-License-Identifier: Apache-2.0
// Shapes for a mechanism that has none: rods between the points of a body, blocks of its inertia, balls for particles,
// pins for joints, coils for springs, and a floor. Sizes follow from the geometry at the start.
#pragma once

#include <array>
#include <vector>

#include "mechanics/mechanism.h"

namespace tangible {

// The given start of the mechanism, before anything is assembled: parameters, inputs, coordinates, state variables and
// discrete variables, and the time zero. Speeds are not among them.
Values given_start(const Mechanism& mechanism);

// `start` has values as given_start does; those of an assembled mechanism fit better.
std::vector<Shape> default_shapes(const Mechanism& mechanism, const Values& start);
// The mechanism's own shapes, or the default ones if it has none.
std::vector<Shape> shapes_to_draw(const Mechanism& mechanism, const Values& start);

// Unit vectors in N. Up is that of the mechanism, or against its gravity, or N.z.
struct ViewDirections {
  std::array<double, 3> up{0, 0, 1};
  std::array<double, 3> from{1, -1, 1};
};
ViewDirections view_directions(const Mechanism& mechanism, const Values& start);

}  // namespace tangible
