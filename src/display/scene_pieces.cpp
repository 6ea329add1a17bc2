// SPDX-License-Identifier: Apache-2.0
// Shapes as pieces; rods and coils between points.
#include "display/scene_pieces.h"

#include <numbers>

#include "display/hello.h"
#include "display/picture_path.h"
#include "display/scene_palette.h"

namespace tangible {
namespace {

// A strip along a line, facing the eye, at least a pixel wide.
void add_ribbon(Piece& piece, Vec3 a, Vec3 b, double radius, const SceneCamera& camera) {
  const Vec3 across = SceneCamera::unit(cross(b - a, camera.toward()), camera.right());
  const Vec3 e = std::max(radius, 0.6 / camera.scale()) * across, lift = radius * camera.toward();
  piece.triangles.push_back({a - e + lift, a + e + lift, b + e + lift});
  piece.triangles.push_back({a - e + lift, b + e + lift, b - e + lift});
}

// Of two points with a length: from the first on.
std::vector<Vec3> points_of(const SceneShape& shape, std::span<const Pose> poses) {
  std::vector<Vec3> out;
  for (const std::size_t p : shape.points) out.push_back(poses[p].position);
  if (shape.kind == "line" && shape.length > 0 && out.size() == 2)
    out[1] = out[0] + shape.length * SceneCamera::unit(out[1] - out[0], {});
  return out;
}

}  // namespace

double light_on(Vec3 normal, const SceneCamera& camera) {
  return light_on(Vec3{dot(normal, camera.right()), dot(normal, camera.upward()), dot(normal, camera.toward())});
}

PlacedShape placed(const SceneShape& shape, std::span<const Pose> poses) {
  const Pose& frame = poses[shape.frame];
  return {shape, {frame.position + rotate(frame.orientation, shape.at), frame.orientation * shape.turned}};
}

void add_rods(const SceneShape& shape, std::span<const Pose> poses, const SceneCamera& camera,
              std::vector<Piece>& out) {
  const std::vector<Vec3> points = points_of(shape, poses);
  for (std::size_t i = 1; i < points.size(); ++i) {
    Piece piece;
    piece.shape = &shape;
    const PicturePoint ends[] = {camera.project(points[i - 1]), camera.project(points[i])};
    PiecePath path{path_through(ends, false), PiecePath::Kind::rod};
    path.width = 2 * shape.radius * camera.scale();
    const Vec3 axis = SceneCamera::unit(points[i] - points[i - 1], {});
    path.light =
        light_on(SceneCamera::unit(camera.toward() - dot(camera.toward(), axis) * axis, camera.toward()), camera);
    piece.thickness = path.width;
    piece.paths.push_back(std::move(path));
    add_ribbon(piece, points[i - 1], points[i], shape.radius, camera);
    out.push_back(std::move(piece));
  }
}

Piece make_spring(const SceneShape& shape, std::span<const Pose> poses, const SceneCamera& camera) {
  Piece piece;
  piece.shape = &shape;
  const Vec3 a = poses[shape.points.front()].position, b = poses[shape.points.back()].position;
  const Vec3 axis = SceneCamera::unit(b - a, camera.upward());
  const Vec3 across = SceneCamera::unit(cross(axis, camera.toward()), camera.right()), out = cross(across, axis);
  const double length = norm(b - a), straight = std::min(0.12 * length, 1.5 * shape.radius);
  constexpr int parts = 12;  // of a coil
  const int count = static_cast<int>(std::lround(parts * std::min(shape.coils, 40.0)));
  std::vector<PicturePoint> points{camera.project(a)};
  for (int k = 0; k <= count; ++k) {
    const double angle = 2 * std::numbers::pi * k / parts, along = straight + (length - 2 * straight) * k / count;
    points.push_back(camera.project(a + along * axis +
                                    shape.radius * (std::sin(angle) * across + (std::cos(angle) - 1) * 0.5 * out)));
  }
  points.push_back(camera.project(b));
  PiecePath path{path_through(points, false), PiecePath::Kind::rod};
  path.width = std::clamp(0.3 * shape.radius * camera.scale(), 1.0, 3.0);
  piece.paths.push_back(std::move(path));
  piece.thickness = 1;  // a wire has no outline
  add_ribbon(piece, a, b, shape.radius, camera);
  return piece;
}

std::vector<Piece> make_pieces(const ModelDescription& model, std::span<const Pose> poses, const SceneCamera& camera) {
  std::vector<Piece> out;
  for (const SceneShape& shape : model.shapes) {
    if (is_ground(shape, model)) continue;
    if (shape.kind == "line") {
      add_rods(shape, poses, camera, out);
    } else if (shape.kind == "spring") {
      out.push_back(make_spring(shape, poses, camera));
    } else if (shape.kind == "tube") {
      add_tube(placed(shape, poses), camera, out);
    } else if (shape.kind == "box" || shape.kind == "prism" || shape.kind == "plane" || shape.kind == "mesh") {
      add_faceted(placed(shape, poses), model, camera, out);
    } else {
      out.push_back(make_round(placed(shape, poses), camera));
    }
  }
  return out;
}

void add_extent(const SceneShape& shape, std::span<const Pose> poses, std::vector<Vec3>& points) {
  if (!shape.points.empty()) {
    for (const Vec3 p : points_of(shape, poses)) points.push_back(p);
    return;
  }
  const PlacedShape solid = placed(shape, poses);
  std::array<double, 3> half{shape.radius, shape.radius, shape.length / 2};
  if (shape.kind == "box") half = {shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2};
  if (shape.kind == "plane") half = {shape.size[0] / 2, shape.size[1] / 2, 0};
  if (shape.kind == "ellipsoid") half = shape.size;
  if (shape.kind == "sphere") half = {shape.radius, shape.radius, shape.radius};
  if (shape.kind == "capsule") half[2] += shape.radius;
  if (shape.kind == "prism") {
    for (const auto& c : shape.outline)
      for (const double z : {-half[2], half[2]}) points.push_back(solid.at(c[0], c[1], z));
    return;
  }
  const bool is_round = shape.kind == "cylinder" || shape.kind == "cone" || shape.kind == "tube";
  for (const double z : {-half[2], half[2]})
    for (int k = 0; k < (is_round ? 12 : 4); ++k) {
      const double angle = 2 * std::numbers::pi * k / 12;
      const double x = is_round     ? std::cos(angle)
                       : k % 2 == 0 ? -1
                                    : 1,
                   y = is_round ? std::sin(angle)
                       : k < 2  ? -1
                                : 1;
      points.push_back(solid.at(half[0] * x, half[1] * y, z));
    }
}

}  // namespace tangible
