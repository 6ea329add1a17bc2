// SPDX-License-Identifier: Apache-2.0
// The energy ledger: where the energy of a run came from and where it went. All in joules.
#pragma once

#include <algorithm>
#include <cmath>

namespace tangible {

struct Ledger {
  double start = 0;  // kinetic + potential at the start
  double kinetic = 0;
  double potential = 0;
  double inputs = 0;      // work of what inputs, events and moving constraints did on the mechanism
  double dissipated = 0;  // by dampers, drag and friction
  double impacts = 0;     // lost when constraints were imposed and contacts closed
  double projection = 0;  // gained by corrections of drift
  double ports = 0;       // work done on the mechanism through ports: by a hand
  double parameters = 0;  // gained when parameters were changed

  double rounding = 1e-12;  // smaller amounts are rounding, as of a mechanism that does not move

  double total() const { return kinetic + potential; }
  // The energy that the books do not explain: errors of integration.
  double drift() const { return total() - start - inputs + dissipated + impacts - projection - ports - parameters; }
  // The largest amount that has gone from one account to another.
  double moved() const {
    return std::max({std::abs(inputs), std::abs(dissipated), std::abs(impacts), std::abs(ports), std::abs(parameters),
                     kinetic, std::abs(total() - start)});
  }
};

}  // namespace tangible
