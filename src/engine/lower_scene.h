// SPDX-License-Identifier: Apache-2.0
// The program of poses that snapshots carry, and the description of the frames it is about.
#pragma once

#include <map>

#include "engine/description.h"
#include "engine/value_layout.h"
#include "equations/equations.h"
#include "program/evaluation.h"

namespace tangible {

struct Scene {
  std::vector<ModelDescription::SceneFrame> frames;
  std::vector<ModelDescription::Handle> handles;
  std::vector<SceneShape> shapes;
  std::vector<ModelDescription::Arrow> arrows;
  std::vector<std::size_t> contact_points;  // frames by contact; absent where the model does not give a point
  std::map<std::string, std::vector<std::size_t>> places_of_symbols;  // frames by name
  std::map<std::string, std::vector<std::size_t>> arrows_of_symbols;  // of loads, by name
  double mass = 0;
  Vec3 gravity, up, seen_from, motion_normal;
  bool is_planar = false;
  // By frame: position in N, rotation row by row; then by arrow and value: a vector in N.
  std::shared_ptr<const Code> code;
};

Scene lower_scene(const Mechanism& mechanism, const Equations& equations, const ValueLayout& values);

}  // namespace tangible
