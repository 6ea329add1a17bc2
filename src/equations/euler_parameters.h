// SPDX-License-Identifier: Apache-2.0
// Expressions in Euler parameters, which lie on the unit sphere.
#pragma once

#include <vector>

#include "equations/shorten.h"
#include "mechanics/mechanism.h"

namespace tangible {

// The Euler parameters of all frames that are coordinates of their own.
std::vector<EulerParameters> free_euler_parameters(const Mechanism& mechanism);

// e where e0^2 + e1^2 + e2^2 + e3^2 = 1: powers of e0 are lowered to the first, if that is shorter. Components of an
// angular velocity along axes other than the body's become bilinear so, and their inverse has no poles.
Expr on_unit_sphere(Expr e, std::span<const EulerParameters> parameters, Shortener& shortener);

}  // namespace tangible
