// SPDX-License-Identifier: Apache-2.0
// Program: named inputs, constants, instructions in order, named outputs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "program/instruction.h"

namespace tangible {

struct ProgramInput {
  std::string name;
  Stage stage = Stage::state;
};

struct ProgramOutput {
  std::string name;
  ValueId value = 0;
};

// Operations by kind. Signs are free: they are carried into additions and subtractions.
struct ProgramCount {
  std::size_t additions = 0;  // and subtractions
  std::size_t multiplications = 0;
  std::size_t divisions = 0;
  std::size_t trigonometric = 0;
  std::size_t other = 0;  // roots, powers, comparisons ...
  std::size_t negations = 0;
  std::size_t multiply_adds = 0;  // fused, one operation each

  std::size_t multiplications_and_divisions() const { return multiplications + divisions; }
  std::size_t total() const {
    return additions + multiplications + divisions + trigonometric + other + negations + multiply_adds;
  }
};
std::string to_text(const ProgramCount& count);

// Immutable once made; any number of threads may evaluate it at once.
class Program {
 public:
  std::vector<ProgramInput> inputs;
  std::vector<double> constants;
  std::vector<Instruction> instructions;  // stages do not decrease: values that change rarely come first
  std::vector<ProgramOutput> outputs;

  std::size_t value_count() const { return inputs.size() + constants.size() + instructions.size(); }
  ValueId first_constant() const { return static_cast<ValueId>(inputs.size()); }
  ValueId first_result() const { return static_cast<ValueId>(inputs.size() + constants.size()); }
  Stage stage_of(ValueId id) const;

  // All instructions, or those of the stages from..to.
  ProgramCount count(Stage from = Stage::constant, Stage to = Stage::input) const;
  // One line an instruction: "v12 = v3 * v7   ; configuration".
  std::string to_text() const;
  // Refuses, with words (std::invalid_argument), programs whose instructions use values that are not there yet or that
  // change more often than they do, and whose stages decrease.
  void validate() const;
};

}  // namespace tangible
