// SPDX-License-Identifier: Apache-2.0
// Accelerations of a tree of carriers in a number of operations that grows with its length, not with its cube.
#pragma once

#include <span>
#include <vector>

#include "equations/composite.h"

namespace tangible {

// u' for given wrenches and direct generalized forces, by eliminating one speed after the other from the tips to the
// root (articulated inertias; Rosenthal 1990, Featherstone 1983). Motions carry the acceleration of O.
std::vector<Expr> articulated_accelerations(const CarrierTree& tree, std::span<const CarriedInertia> inertias,
                                            std::span<const CarrierMotion> motions, const CarrierLoads& loads);

}  // namespace tangible
