// SPDX-License-Identifier: Apache-2.0
// What each stage on the way from a model file to the first native evaluation of its accelerations costs.
#pragma once

#include <string>

#include "engine/formulation.h"
#include "equations/embedding.h"

namespace tangible {

// A line for each stage: its name, milliseconds, and what it made.
std::string stage_times_text(const Formulation& model, const Embedding& embedding);

}  // namespace tangible
