// SPDX-License-Identifier: Apache-2.0
// The inertia that a live device can render by following it: the handle's acceleration is the second difference of the
// device's position, F(k) = -M (p(k) - 2 p(k-1) + p(k-2))/T^2. Passive for M < b T/2, stable for M below twice the
// device's mass (1.24 times with one sample of delay): reference 4.2.
#pragma once

#include "haptics/coupler_tuning.h"

namespace tangible {

double largest_passive_inertia(double damping, double tick, int delay);
// By the eigenvalues of the exact loop.
double largest_stable_inertia(const SampledDevice& device, double tick, int delay);

// The bounds of a device, per kind of freedom; the stable one with a margin of two, alone and in the tuning's arms.
struct FollowBounds {
  LinearAndRotary passive;
  LinearAndRotary stable;
  // A label for the inertia that is to be shown; unproven: it must not be shown.
  CouplerLabel label(const LinearAndRotary& inertia) const;
};
FollowBounds follow_bounds(const DeviceLimits& device, double tick, int delay, Vec3 scale = {1, 1, 1});

// The largest inertia along and about any axis: eigenvalues of the 3 x 3 blocks.
LinearAndRotary largest_inertia(const std::array<double, 36>& inertia);

}  // namespace tangible
