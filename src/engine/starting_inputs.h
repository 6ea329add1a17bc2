// SPDX-License-Identifier: Apache-2.0
// What exported code needs to be tried: the inputs of a program where the motion begins, and their units.
#pragma once

#include <string>
#include <vector>

#include "engine/formulation.h"
#include "program/program.h"

namespace tangible {

struct StartingInputs {
  std::vector<double> values;      // in the order of the program's inputs
  std::vector<std::string> units;  // "" where the unit is not known
  bool is_assembled = false;       // false: it cannot be, so coordinates and speeds are zero
};

// Of the assembled mechanism: its coordinates satisfy the rows that hold at the start, and so do its speeds.
StartingInputs starting_inputs(const Formulation& model, const Program& program);

}  // namespace tangible
