// SPDX-License-Identifier: Apache-2.0
// The ground of a picture: a grid with shadows in a view from above, a hatched line in a view of its edge.
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
