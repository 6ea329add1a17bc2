// SPDX-License-Identifier: Apache-2.0
// A drawing of a scene in SVG, at one instant, or at several in one picture.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/description.h"

namespace tangible {

// Poses of all frames of the scene at an instant.
using ScenePoses = std::vector<Pose>;

struct SceneTrace {
  std::vector<Vec3> points;  // in N, in the order of time
};

struct PictureOptions {
  double width = 480, height = 270;  // pixels
  double margin = 22;
  bool dark = false;
  bool has_paper = false;  // fill the background; otherwise it is left to the page
  std::string title;       // plain text; empty: the name of the model
};

// The last instant is drawn in full, earlier ones paler. What has to be in the picture beside them can be given by
// `around`, so that several pictures have one scale.
struct ScenePicture {
  std::vector<ScenePoses> instants;
  std::vector<SceneTrace> traces;
  std::vector<ScenePoses> around;
};
std::string make_svg(const ModelDescription& model, const ScenePicture& picture, const PictureOptions& options = {});

// Characters that XML and HTML read as their own.
std::string escape_markup(const std::string& text);

}  // namespace tangible
