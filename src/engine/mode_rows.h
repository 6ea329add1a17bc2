// SPDX-License-Identifier: Apache-2.0
// The active rows of a named mode.
#pragma once

#include <string>
#include <vector>

#include "engine/formulation.h"

namespace tangible {

// The permanent rows, and those named: names of rows, of loops (all of their rows) and of declared modes. Without
// names: those that hold at the start. Throws BadInput for an unknown name; its message begins with `label`.
std::vector<std::string> rows_of_mode(const Formulation& model, const std::vector<std::string>& names,
                                      const std::string& label = "");

}  // namespace tangible
