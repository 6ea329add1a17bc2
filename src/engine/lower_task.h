// SPDX-License-Identifier: Apache-2.0
// The task map of a mechanism as programs, and whether it is one.
#pragma once

#include "equations/equations.h"
#include "simulation/task_program.h"

namespace tangible {

// The mechanism has a task map.
TaskProgram lower_task(const Mechanism& mechanism, const Equations& equations);

// Throws EquationsError, with the location in the file, unless d phi/dq has rank dim(q), d psi/dz rank dim(z), every
// psi(z) is a phi(q) at which the permanent configuration constraints hold, and z has as many parameters as those
// constraints leave freedoms. Tested at configurations near the start of the model.
void check_task(const Mechanism& mechanism, const Equations& equations);

}  // namespace tangible
