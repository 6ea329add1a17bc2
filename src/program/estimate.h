// SPDX-License-Identifier: Apache-2.0
// Estimates the time of a program before it is compiled, to choose among programs that compute the same.
#pragma once

#include "program/program.h"

namespace tangible {

struct Estimate {
  std::size_t instructions = 0;  // that are run at every evaluation
  unsigned critical_path = 0;    // cycles, along the longest chain of them
  // For comparison only. Out-of-order cores hide most of the chain behind the work of neighbouring evaluations unless
  // the program is so short that there is not enough of it.
  double cost() const;
};
// Of the part that is computed again when the configuration changes.
Estimate estimate(const Program& program);

}  // namespace tangible
