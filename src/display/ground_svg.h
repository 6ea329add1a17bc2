// SPDX-License-Identifier: Apache-2.0
// The ground of a picture: a grid with shadows if it is seen from above, a hatched line if it is seen from its edge.
#pragma once

#include <string>
#include <vector>

#include "display/scene_camera.h"
#include "display/scene_svg.h"

namespace tangible {

// Empty if the model has no ground.
std::string ground_svg(const ModelDescription& model, const std::vector<ScenePoses>& instants,
                       const SceneCamera& camera, const PictureOptions& options);

}  // namespace tangible
