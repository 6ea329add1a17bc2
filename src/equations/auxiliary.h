// SPDX-License-Identifier: Apache-2.0
// Auxiliary speeds: forces of rows that hold by the choice of speeds, brought into evidence.
#pragma once

#include "equations/equations.h"

namespace tangible {

// One equation for each built-in row. The mechanism is given a speed that the row forbids; the generalized forces for
// that speed are what the row's force must balance (Kane & Levinson 1985, sec. 4.9).
std::vector<AuxiliaryEquation> derive_auxiliary_equations(const Mechanism& mechanism,
                                                          const KinematicalEquations& kinematical, MotionTable& motions,
                                                          Shortener& shortener);

}  // namespace tangible
