// SPDX-License-Identifier: Apache-2.0
// sign(0) is a set: every value from -1 to 1.
#include "engine/friction_at_rest.h"

#include <fmt/format.h>

#include <cmath>

namespace tangible {

FrictionAtRest::FrictionAtRest(const Formulation& model)
    : frictions_(*model.mechanism, model.equations, SpeedSubstitution(*model.mechanism, model.equations)) {}

std::string FrictionAtRest::describe(const Values& state) const {
  std::string text;
  for (const DryFriction& friction : frictions_.list()) {
    const double speed = evaluate(friction.speed, state), limit = evaluate(friction.limit, state);
    if (!(std::abs(speed) <= 1e-12) || !(std::abs(limit) > 1e-12)) continue;
    text += fmt::format("{}{} may have any force up to {:.6g}", text.empty() ? "" : "; ", friction.name, limit);
  }
  if (text.empty()) return text;
  return "a speed is zero at which dry friction jumps: " + text +
         "; give a small speed for the force of sliding, or simulate to learn whether it sticks";
}

}  // namespace tangible
