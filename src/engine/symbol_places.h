// SPDX-License-Identifier: Apache-2.0
// The frames of the scene that a symbol of the equations concerns: those that move with a coordinate or speed, those
// whose positions, masses or inertias have a parameter, and those on which a load with the symbol acts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/description.h"
#include "engine/scene_arrows.h"
#include "equations/equations.h"

namespace tangible {

struct SceneContents {
  const std::vector<ModelDescription::SceneFrame>& frames;
  std::span<const Expr> outputs;  // of the scene's program: 12 for each of the frames
  std::span<const ModelDescription::Arrow> arrows;
};
std::map<std::string, std::vector<std::size_t>> symbol_places(const Mechanism& mechanism, const Equations& equations,
                                                              const SceneContents& scene);

}  // namespace tangible
