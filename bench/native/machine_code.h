// SPDX-License-Identifier: Apache-2.0
// Machine code in files, for models of processors to read (estimate.py).
#pragma once

#include <string>

#include "program/program.h"

namespace tangible::bench {

// FOLDER/NAME.TARGET.LANES.code: what a run from the coordinates on executes, for each target that there is, as a
// single evaluation and as a batch of eight. Of a program that the passes have been over. Targets that this machine
// lacks are written, too: nothing is run.
void write_machine_code(const Program& program, const std::string& name, const std::string& folder);

}  // namespace tangible::bench
