// SPDX-License-Identifier: Apache-2.0
// Energies, momenta and powers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "equations/composite.h"
#include "equations/dynamical_equations.h"

namespace tangible {

struct LoadPower {
  std::string load;
  Expr power;  // of the load on the mechanism
  // The part of it that goes into points and frames with prescribed motion, with all speeds zero: the forces that
  // prescribe the motion absorb it.
  Expr prescribed_power;
  std::optional<Expr> potential;  // if it has one
  std::optional<Expr> dissipation;
};

struct Energy {
  Expr kinetic;
  Expr potential;  // of all loads that have one
  std::vector<LoadPower> loads;
  Components linear_momentum_N;     // in N, components in N
  Components angular_momentum_O_N;  // about O in N, components in N
};

Energy derive_energy(const Mechanism& mechanism, MotionTable& motions, Shortener& shortener);
// The same with kinetic energy and momenta known already.
Energy derive_energy(const Mechanism& mechanism, MotionTable& motions, const Momenta& known);

}  // namespace tangible
