// SPDX-License-Identifier: Apache-2.0
// The values of the equations at a state, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/complete_state.h"
#include "engine/evaluate_state.h"
#include "engine/formulation.h"

namespace tangible {

// "ok", or why nothing determines the motion at a state: rows that contradict or depend on each other, no mass.
std::string status_of_motion(const Equations& equations, const EvaluatedState& state);

// The status names the rows that the state violates; their residuals are given.
nlohmann::ordered_json evaluate_to_json(const Formulation& model, const StateQuery& query,
                                        const std::vector<RowResidual>& violated = {});

}  // namespace tangible
