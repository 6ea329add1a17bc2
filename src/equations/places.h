// SPDX-License-Identifier: Apache-2.0
// The symbols that positions, orientations and masses may depend on, and the moments that inertia forces need.
#pragma once

#include "equations/dynamical_equations.h"
#include "equations/energy.h"
#include "mechanics/mechanism.h"

namespace tangible {

// Throws EquationsError where a frame, a point or a speed depends on an input or a state variable: their second rates,
// which accelerations need, are unknown.
void check_places(const Mechanism& mechanism);

// Throws EquationsError where a mass, or a moment of inertia in the frame of its body, changes during a motion.
void check_masses(const Mechanism& mechanism);

// Throws EquationsError where the equations contain a moment of inertia that the analyst did not give.
void check_inertia(const Mechanism& mechanism, const DynamicalEquations& dynamical, const Energy& energy);

}  // namespace tangible
