// SPDX-License-Identifier: Apache-2.0
// The program of poses that snapshots carry, and the description of the frames it is about.
#pragma once

#include "engine/description.h"
#include "equations/equations.h"
#include "program/evaluation.h"

namespace tangible {

struct Scene {
  std::vector<ModelDescription::SceneFrame> frames;
  std::vector<ModelDescription::Handle> handles;
  std::shared_ptr<const Code> code;  // by frame: position in N, rotation row by row
};

Scene lower_scene(const Mechanism& mechanism, const Equations& equations);

}  // namespace tangible
