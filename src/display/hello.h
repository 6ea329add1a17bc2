// SPDX-License-Identifier: Apache-2.0
// The message that describes a model to viewers, and its shapes.
#pragma once

#include <nlohmann/json.hpp>

#include "display/wire_layout.h"

namespace tangible {

// The parts of the message besides the model itself.
struct HelloContext {
  std::string id, file;
  bool can_save = false;
  double rate = 1000;  // of the servo, Hz
};
// Without `viewer` and `events`, which differ from viewer to viewer.
nlohmann::json make_hello(const LiveModel& live, const WireLayout& layout, const HelloContext& context);

// Shapes, and the meshes that they mention by number.
struct HelloShapes {
  nlohmann::json shapes = nlohmann::json::array(), meshes = nlohmann::json::array();
};
HelloShapes make_shapes(const ModelDescription& model, const WireLayout& layout);

// A level plane that is fixed in N: pages draw it as the ground.
bool is_ground(const SceneShape& shape, const ModelDescription& model);

nlohmann::json to_json(Vec3 v);
nlohmann::json to_json(Quaternion q);

}  // namespace tangible
