// SPDX-License-Identifier: Apache-2.0
// What the equations say at a state, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/evaluate_state.h"
#include "engine/formulation.h"

namespace tangible {

nlohmann::ordered_json evaluate_to_json(const Formulation& model, const StateQuery& query);

}  // namespace tangible
