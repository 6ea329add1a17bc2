// SPDX-License-Identifier: Apache-2.0
// In which order pieces are painted, so that what is nearer to the eye hides what is behind it.
#pragma once

#include <span>
#include <vector>

#include "display/scene_pieces.h"

namespace tangible {

// From the farthest on; invisible pieces are omitted. Where two pieces pass through each other, the one that is in
// front at more pixels is painted later.
std::vector<std::size_t> painter_order(std::span<const Piece> pieces, const SceneCamera& camera, int width, int height);

}  // namespace tangible
