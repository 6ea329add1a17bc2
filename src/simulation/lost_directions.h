// SPDX-License-Identifier: Apache-2.0
// LostDirections: speeds that loads divide by, and that have come to rest, as friction -F*v/|v| has in a plane.
//
// Such a force has no direction at v = 0, where it should stick. Adaptive steps end there; steps of fixed length would
// go on, to and fro across the place for ever, each turning the force about. With d = |v| the motion is led through
// zero within a step h where d + h d' < 0. What passes is so once or twice; what stays is so step after step.
#pragma once

#include <vector>

#include "simulation/mechanism_state.h"

namespace tangible {

class LostDirections {
 public:
  explicit LostDirections(MechanismState& state) : state_(state), times_(state.system.direction_sizes.count) {}

  void restart() { times_.assign(times_.size(), 0); }
  // After a step of length h: the first speed that does not leave zero any more; absent if there is none.
  std::size_t find(double h);

 private:
  MechanismState& state_;
  std::vector<int> times_;  // by speed: steps that led through zero, less a part of those that did not
};

}  // namespace tangible
