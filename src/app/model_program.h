// SPDX-License-Identifier: Apache-2.0
// The programs of a model by name, for those who look at them or take them away.
#pragma once

#include <string>
#include <vector>

#include "app/pipeline.h"
#include "program/program.h"

namespace tangible {

// accelerations, mass, rates.
std::vector<std::string> model_program_names();
// Under the rows that always hold and those that hold at the start.
Program model_program(const LoadedModel& model, const std::string& name);
// The values with which the model file begins, in the order of the inputs of its programs.
std::vector<double> initial_inputs(const LoadedModel& model, const Program& program);

}  // namespace tangible
