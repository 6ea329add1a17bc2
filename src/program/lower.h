// SPDX-License-Identifier: Apache-2.0
// Lowering: expressions to a straight-line program.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "program/program.h"
#include "symbolic/expr.h"

namespace tangible {

struct LowerInput {
  Expr symbol;
  Stage stage = Stage::state;
};
struct LowerOutput {
  std::string name;
  Expr value;
};

// The same values, with: work on parameters alone done once, products of common factors formed once, signs carried into
// additions, divisions by parameters turned into multiplications. Throws std::invalid_argument that names a symbol
// which is no input.
Program lower_to_program(std::span<const LowerOutput> outputs, std::span<const LowerInput> inputs);

}  // namespace tangible
