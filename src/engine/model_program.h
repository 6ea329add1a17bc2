// SPDX-License-Identifier: Apache-2.0
// The programs of a model by name, to show, export or evaluate them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formulation.h"
#include "program/program.h"

namespace tangible {

struct ModelProgram {
  std::string_view name;
  std::string_view content;
};
std::vector<ModelProgram> model_programs();

// A program and its requested part: only that part is computed.
struct ProgramRequest {
  std::string name = "accelerations";
  std::vector<std::string> only;  // outputs by name, or by the first words of their names; none: all of them
  // Derivatives of these outputs with respect to q, u, t, states, inputs, parameters, or symbols by name.
  std::vector<std::string> by;
  // The rows that hold, by name; none given: those that always hold and those that hold at the start.
  std::optional<std::vector<std::string>> active = {};
  std::string only_label = "output ", by_label = "symbol ";  // the beginnings of messages about them
};

// The rows that always hold and those that hold at the start, by name.
std::vector<std::string> rows_holding_at_start(const Equations& equations);
// Throws BadInput for names that the model lacks.
Program model_program(const Formulation& model, const ProgramRequest& request);
// The values with which the model file begins, in the order of the inputs of its programs.
std::vector<double> initial_inputs(const Formulation& model, const Program& program);

}  // namespace tangible
