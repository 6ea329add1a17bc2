// SPDX-License-Identifier: Apache-2.0
// Exact derivatives of programs, as programs.
#pragma once

#include <span>
#include <vector>

#include "program/program.h"

namespace tangible {

// The entries of the matrix of d output / d input that are not zero whatever the inputs are.
struct JacobianEntry {
  std::size_t output = 0;
  std::size_t input = 0;
};

struct Jacobian {
  Program program;  // the same inputs; an output "d y / d x" for each entry
  std::vector<JacobianEntry> entries;
};

// Derivatives of all outputs with respect to the given inputs (their numbers), by the rules of differentiation, one
// instruction after the other (forward mode). What is zero everywhere is neither computed nor an output. Where a
// function has a kink or a jump, the derivative is that of the branch taken.
Jacobian differentiate(const Program& program, std::span<const std::size_t> inputs);

}  // namespace tangible
