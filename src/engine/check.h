// SPDX-License-Identifier: Apache-2.0
// Checks of derived equations by independent methods, at random states.
#pragma once

#include <string>
#include <vector>

#include "equations/equations.h"

namespace tangible {

struct CheckOptions {
  unsigned seed = 1;
  int states = 5;
};

// The worst relative error of all comparisons of one kind.
struct CheckResult {
  std::string name;
  double tolerance = 0;
  double worst = 0;
  std::size_t comparisons = 0;  // none: the check does not apply to this mechanism

  bool passed() const { return comparisons == 0 || worst <= tolerance; }
};

// Where the checks are made: at states near the start, and with angles at multiples of a quarter turn. Left out are
// states at which numbers are infinite, speeds do not determine the rates of the coordinates, or rounding decides the
// value of a row, as of a wheel that lies flat.
struct CheckedStates {
  std::size_t near_start = 0, quarter_turns = 0, left_out = 0;
};

// The equations are given apart from the mechanism, so that wrong ones can be shown to fail.
std::vector<CheckResult> check_equations(const Mechanism& mechanism, const Equations& equations,
                                         const CheckOptions& options, CheckedStates* checked = nullptr);

}  // namespace tangible
