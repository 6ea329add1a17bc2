// SPDX-License-Identifier: Apache-2.0
// Mechanism and equations lowered to a System: the programs and descriptions that the simulation runs on.
#pragma once

#include "equations/equations.h"
#include "simulation/system.h"

namespace tangible {

struct SystemOptions {
  bool derivatives = false;  // for implicit steps and equilibria
  bool books = true;         // integrate the powers of loads along, so that the energy can be accounted for
};

// Throws EquationsError for what cannot be simulated, with its location in the model file.
System lower_to_system(const Mechanism& mechanism, const Equations& equations, const SystemOptions& options = {});

}  // namespace tangible
