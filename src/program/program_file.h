// SPDX-License-Identifier: Apache-2.0
// Programs as text that can be kept: every bit comes back.
//
//   tangible program 1
//   inputs 2
//   parameter m            stage, then the name to the end of the line
//   state x
//   constants 1
//   0x1.8p+1               hexadecimal, so that nothing is rounded; x followed by 16 digits for what is no number
//   instructions 1
//   state * 1 2            stage, operation, numbers of values: inputs, then constants, then results, from 0
//   outputs 1
//   3 y                    number of the value, then the name to the end of the line
#pragma once

#include <string>
#include <string_view>

#include "program/program.h"

namespace tangible {

// Throws std::invalid_argument if a name contains a line break.
std::string save_program(const Program& program);

// Throws std::invalid_argument that names the line, for anything that save_program() does not write, and for programs
// that are not valid. Uses memory in proportion to the text whatever it claims.
Program load_program(std::string_view text);

}  // namespace tangible
