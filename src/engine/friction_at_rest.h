// SPDX-License-Identifier: Apache-2.0
// Loads that have no one value at a state: dry friction whose speed is zero there.
#pragma once

#include <optional>
#include <string>

#include "engine/dry_friction.h"
#include "engine/formulation.h"

namespace tangible {

class FrictionAtRest {
 public:
  explicit FrictionAtRest(const Formulation& model);

  // What to report of the loads that may have any force up to a limit here, as friction that sticks has. Empty: all
  // loads are determined.
  std::string describe(const Values& state) const;

 private:
  DryFrictions frictions_;
};

}  // namespace tangible
