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

// The equations are given apart from the mechanism, so that wrong ones can be shown to fail.
std::vector<CheckResult> check_equations(const Mechanism& mechanism, const Equations& equations,
                                         const CheckOptions& options);

}  // namespace tangible
