// SPDX-License-Identifier: Apache-2.0
// Shapes of a model as JSON; kinds that pages do not have are sent as meshes.
#include <cmath>
#include <numbers>

#include "display/hello.h"
#include "display/shape_mesh.h"

namespace tangible {
namespace {

using nlohmann::json;

// Members that depend on the kind, for solids that pages can draw by themselves.
bool add_solid(const SceneShape& s, json& out) {
  out["kind"] = s.kind;
  if (s.kind == "box" || s.kind == "plane") {
    out["size"] = s.kind == "box" ? json{s.size[0], s.size[1], s.size[2]} : json{s.size[0], s.size[1]};
  } else if (s.kind == "ellipsoid") {
    out["radii"] = s.size;
  } else if (s.kind == "sphere") {
    out["radius"] = s.radius;
  } else if (s.kind == "cylinder" || s.kind == "capsule" || s.kind == "cone") {
    out["kind"] = s.kind == "cone" ? "cylinder" : s.kind;
    out["radius"] = s.radius;
    out["length"] = s.length;
    if (s.kind == "cone") out["radius_top"] = s.inner;
  } else {
    return false;
  }
  return true;
}

// Pages have two shades of these names; others are sent as numbers.
std::string colour_of(const SceneShape& s) {
  const bool is_known = s.color == "light" || s.color == "dark" || s.color == "accent" || s.rgb.empty();
  return is_known ? s.color : s.rgb;
}

json points_json(const SceneShape& s, const WireLayout& layout) {
  json list = json::array();
  for (const std::size_t p : s.points) list.push_back(layout.place[p]);
  return list;
}

}  // namespace

bool is_ground(const SceneShape& shape, const ModelDescription& model) {
  if (shape.kind != "plane" || model.frames[shape.frame].frame != "N" || model.frames[shape.frame].point != "O")
    return false;
  return std::abs(dot(rotate(shape.turned, {0, 0, 1}), model.up)) > 1 - 1e-9;
}

HelloShapes make_shapes(const ModelDescription& model, const WireLayout& layout) {
  HelloShapes out;
  for (const SceneShape& s : model.shapes) {
    if (is_ground(s, model)) continue;
    json shape{{"name", s.name}, {"colour", colour_of(s)}};
    if (s.opacity < 1) shape["opacity"] = s.opacity;
    if (!s.body.empty()) shape["body"] = s.body;
    if (s.kind == "line" || s.kind == "spring") {
      shape["kind"] = s.kind;
      shape["radius"] = s.radius;
      if (s.kind == "line") {
        shape["points"] = points_json(s, layout);
        if (s.length > 0) shape["length"] = s.length;
      } else {
        shape["from"] = layout.place[s.points.front()];
        shape["to"] = layout.place[s.points.back()];
        shape["turns"] = s.coils;
      }
    } else {
      shape["pose"] = layout.place[s.frame];
      shape["position"] = to_json(s.at);
      shape["rotation"] = to_json(s.turned);
      if (!add_solid(s, shape)) {
        const std::optional<TriangleMesh> mesh = mesh_of(s, model.path);
        if (!mesh) continue;
        shape["kind"] = "mesh";
        shape["mesh"] = out.meshes.size();
        out.meshes.push_back({{"vertices", base64_of(mesh->vertices)}, {"triangles", base64_of(mesh->triangles)}});
      }
    }
    out.shapes.push_back(std::move(shape));
  }
  return out;
}

}  // namespace tangible
