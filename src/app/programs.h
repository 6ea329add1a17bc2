// SPDX-License-Identifier: Apache-2.0
// The programs of a model: which symbols are inputs, and at which stage they change.
#pragma once

#include <string>
#include <vector>

#include "equations/embedding.h"
#include "program/lower.h"

namespace tangible {

// Parameters, coordinates and t, speeds, then inputs, own states and discrete variables.
std::vector<LowerInput> program_inputs(const Mechanism& mechanism, const Equations& equations);

Program kinematical_program(const Mechanism& mechanism, const Equations& equations);
Program mass_and_forcing_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding);
// The independent accelerations from state and inputs, by an unrolled L D L^T.
Program acceleration_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding);

}  // namespace tangible
