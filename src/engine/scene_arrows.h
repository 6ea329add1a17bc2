// SPDX-License-Identifier: Apache-2.0
// The forces and torques of a mechanism that can be drawn as arrows: constraints, contacts, and loads of the analyst.
#pragma once

#include <vector>

#include "engine/description.h"
#include "engine/value_layout.h"
#include "equations/equations.h"

namespace tangible {

struct SceneArrow {
  ModelDescription::Arrow description;  // its `point` is still to be found
  Point at;
  std::vector<Components> directions;  // in N, in generalized speeds; one for each of description.values
  std::vector<std::string> symbols;    // of a load: what its force depends on besides the motion
};
std::vector<SceneArrow> scene_arrows(const Mechanism& mechanism, const Equations& equations, const ValueLayout& values);

}  // namespace tangible
