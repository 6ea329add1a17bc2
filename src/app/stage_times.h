// SPDX-License-Identifier: Apache-2.0
// What each stage on the way from a model file to the first native evaluation of its accelerations costs.
#pragma once

#include <iosfwd>

#include "engine/formulation.h"
#include "equations/embedding.h"

namespace tangible {

// A line for each stage: its name, milliseconds, and what it made.
void write_stage_times(std::ostream& out, const Formulation& model, const Embedding& embedding);

}  // namespace tangible
