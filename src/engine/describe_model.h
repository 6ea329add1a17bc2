// SPDX-License-Identifier: Apache-2.0
// A formulation and its system as plain data.
#pragma once

#include "engine/description.h"
#include "engine/formulation.h"
#include "engine/lower_scene.h"
#include "simulation/system.h"

namespace tangible {

// The graph of the formulation must be current.
ModelDescription describe_model(const Formulation& model, const System& system, const Scene& scene);

}  // namespace tangible
