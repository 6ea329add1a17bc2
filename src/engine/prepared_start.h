// SPDX-License-Identifier: Apache-2.0
// A simulation whose start differs from that of its model: with inputs over time, or at rest.
#pragma once

#include "engine/input_table.h"
#include "engine/simulation.h"

namespace tangible {

// Begins again with inputs that follow the table; they take part in the start, too. Throws BadInput.
void drive_by_table(Simulation& run, const InputTable& table);
// Begins again in the static equilibrium near the assembled configuration. Throws BadInput if none is found.
void start_at_rest(Simulation& run);

}  // namespace tangible
