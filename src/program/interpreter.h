// SPDX-License-Identifier: Apache-2.0
// The portable interpreter: the meaning of a program, on any machine.
#pragma once

#include <span>
#include <vector>

#include "program/program.h"

namespace tangible {

// Evaluates a program over an array of all its values. The workspace is filled with the constants when it is made;
// evaluation allocates nothing.
class Workspace {
 public:
  explicit Workspace(const Program& program);
  std::span<double> inputs() { return {values_.data(), input_count_}; }
  double value(ValueId id) const { return values_[id]; }

 private:
  friend void interpret(const Program& program, Workspace& workspace, Stage from);
  std::vector<double> values_;
  std::size_t input_count_;
};

// Runs all instructions from a stage on; earlier stages must have been run with the inputs they depend on.
void interpret(const Program& program, Workspace& workspace, Stage from = Stage::constant);
// The same over an array of program.value_count() values: inputs, constants, results.
void interpret(const Program& program, double* values, Stage from) noexcept;
// One operation; operands that it does not have are not read.
double apply_operation(Op op, double a, double b = 0, double c = 0) noexcept;

}  // namespace tangible
