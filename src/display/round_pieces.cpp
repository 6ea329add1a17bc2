// SPDX-License-Identifier: Apache-2.0
// Spheres, ellipsoids, cylinders, cones and capsules by their exact outlines: parallel projection makes ellipses of
// circles.
#include <algorithm>
#include <numbers>

#include "display/picture_path.h"
#include "display/scene_palette.h"
#include "display/scene_pieces.h"

namespace tangible {
namespace {

constexpr std::size_t corners_of_circle = 24;
constexpr int parts_of_arc = 18;  // of half a circle

// A solid of revolution about the own z axis, from a profile of (z, radius).
void add_revolved(Piece& piece, const PlacedShape& solid, std::span<const std::array<double, 2>> profile,
                  std::array<double, 3> stretch = {1, 1, 1}) {
  const auto corner = [&](const std::array<double, 2>& p, std::size_t k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / corners_of_circle;
    return solid.at(stretch[0] * p[1] * std::cos(angle), stretch[1] * p[1] * std::sin(angle), stretch[2] * p[0]);
  };
  for (std::size_t i = 1; i < profile.size(); ++i)
    for (std::size_t k = 0; k < corners_of_circle; ++k) {
      const Vec3 a = corner(profile[i - 1], k), b = corner(profile[i - 1], k + 1), c = corner(profile[i], k),
                 d = corner(profile[i], k + 1);
      piece.triangles.push_back({a, b, c});
      piece.triangles.push_back({b, d, c});
    }
}

std::vector<std::array<double, 2>> half_circle(double radius, double z, double from, double to) {
  std::vector<std::array<double, 2>> out;
  for (int k = 0; k <= 6; ++k) {
    const double angle = from + (to - from) * k / 6;
    out.push_back({z + radius * std::sin(angle), radius * std::cos(angle)});
  }
  return out;
}

class RoundPiece {
 public:
  RoundPiece(const PlacedShape& solid, const SceneCamera& camera)
      : solid_(solid), shape_(solid.shape), camera_(camera), axis_(solid.axis({0, 0, 1})) {
    piece_.shape = &shape_;
    const Vec3 across = cross(axis_, camera.toward());
    across_ = norm(across) > 1e-6 ? SceneCamera::unit(across, {}) : solid.axis({1, 0, 0});
    facing_ = SceneCamera::unit(cross(across_, axis_), {});
  }

  Piece ball() {
    const bool is_sphere = shape_.kind == "sphere";
    const std::array<double, 3> r = is_sphere ? std::array{shape_.radius, shape_.radius, shape_.radius} : shape_.size;
    const PicturePoint axes[] = {camera_.along(solid_.axis({r[0], 0, 0})), camera_.along(solid_.axis({0, r[1], 0})),
                                 camera_.along(solid_.axis({0, 0, r[2]}))};
    const PictureEllipse ellipse(camera_.project(solid_.pose.position), axes);
    Gradient gradient{true, ellipse.middle, {ellipse.major, 0}, {1.12, 1.0, 0.68}};
    gradient.from.x -= 0.3 * ellipse.major;
    gradient.from.y -= 0.35 * ellipse.minor;
    gradient.to.x *= 1.35;
    piece_.gradients.push_back(gradient);
    add_face(ellipse.path(), 1, 0);
    piece_.thickness = 2 * ellipse.minor;
    if (!is_sphere && ellipse.minor > 8)
      for (std::size_t k = 0; k < 3; ++k) add_section(r, k);
    add_revolved(piece_, solid_, half_circle(1, 0, -std::numbers::pi / 2, std::numbers::pi / 2), r);
    return std::move(piece_);
  }

  Piece cylinder() {
    const double h = shape_.length / 2, r = shape_.radius;
    add_barrel(r, std::abs(dot(axis_, camera_.toward())));
    add_cap(r, dot(axis_, camera_.toward()) > 0 ? h : -h);
    const std::array<double, 2> profile[] = {{-h, 0}, {-h, r}, {h, r}, {h, 0}};
    add_revolved(piece_, solid_, profile);
    const double seen = std::hypot(camera_.along(axis_).x, camera_.along(axis_).y) * shape_.length +
                        2 * r * camera_.scale() * std::abs(dot(axis_, camera_.toward()));
    piece_.thickness = std::min(2 * r * camera_.scale(), seen);
    return std::move(piece_);
  }

  Piece capsule() {
    const double h = shape_.length / 2, r = shape_.radius;
    add_barrel(r, 1);
    std::vector<std::array<double, 2>> profile = half_circle(r, -h, -std::numbers::pi / 2, 0);
    for (const auto& p : half_circle(r, h, 0, std::numbers::pi / 2)) profile.push_back(p);
    add_revolved(piece_, solid_, profile);
    piece_.thickness = 2 * r * camera_.scale();
    return std::move(piece_);
  }

  Piece cone() {
    const double h = shape_.length / 2;
    std::vector<PicturePoint> rim;
    for (const auto& [z, r] : {std::pair{-h, shape_.radius}, {h, shape_.inner}})
      for (std::size_t k = 0; k < corners_of_circle; ++k) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(k) / corners_of_circle;
        rim.push_back(camera_.project(solid_.at(r * std::cos(angle), r * std::sin(angle), z)));
      }
    piece_.gradients.push_back(side_gradient(std::max(shape_.radius, shape_.inner)));
    add_face(path_through(convex_hull(rim), true), 1, 0);
    const bool top = dot(axis_, camera_.toward()) > 0;
    if (const double r = top ? shape_.inner : shape_.radius; r > 0) add_cap(r, top ? h : -h);
    const std::array<double, 2> profile[] = {{-h, 0}, {-h, shape_.radius}, {h, shape_.inner}, {h, 0}};
    add_revolved(piece_, solid_, profile);
    piece_.thickness = std::min(2 * shape_.radius, shape_.length) * camera_.scale();
    return std::move(piece_);
  }

  // Walls and caps of the far half and of the near half: what goes through the tube is hidden by some of them only.
  void tube(std::vector<Piece>& out) {
    const double facing = dot(axis_, camera_.toward());
    const double front = facing > 0 ? shape_.length / 2 : -shape_.length / 2;
    const double wide = shape_.length * norm(cross(axis_, camera_.toward())) * camera_.scale();
    for (const double side : {-1.0, 1.0}) {
      const double wall = side < 0 ? shape_.inner : shape_.radius;
      begin_part(wide);
      if (side > 0) piece_.gradients.push_back(side_gradient(wall));
      add_strip({wall, front}, {wall, -front}, side, 0.85 * light_on(facing_, camera_));
      if (side > 0) piece_.paths.back().gradient = 0;
      add_arc(wall, -front, side);
      add_ends(side, front);
      out.push_back(std::move(piece_));
      begin_part(std::max(wide, (shape_.radius - shape_.inner) * camera_.scale()));
      add_strip({shape_.radius, front}, {shape_.inner, front}, side, light_on(front > 0 ? axis_ : -axis_, camera_));
      add_arc(shape_.radius, front, side);
      add_arc(shape_.inner, front, side);
      if (std::abs(facing) > 0.01) out.push_back(std::move(piece_));
    }
  }

 private:
  void begin_part(double thickness) {
    piece_ = Piece{};
    piece_.shape = &shape_;
    piece_.thickness = thickness;
  }

  void add_face(std::string d, double light, int gradient) {
    PiecePath path;
    path.d = std::move(d);
    path.light = light;
    path.gradient = gradient;
    piece_.paths.push_back(std::move(path));
  }

  Gradient side_gradient(double r) const {
    Gradient out;
    const PicturePoint middle = camera_.project(solid_.pose.position), e = camera_.along(r * across_);
    out.from = {middle.x - e.x, middle.y - e.y};
    out.to = {middle.x + e.x, middle.y + e.y};
    for (int k = -2; k <= 2; ++k) {
      const double part = k / 2.0;
      const Vec3 normal = part * across_ + std::sqrt(1 - part * part) * facing_;
      out.lights.push_back(light_on(normal, camera_));
    }
    return out;
  }

  // The outline of what lies between two equal ends: half ellipses, joined by lines along the axis.
  void add_barrel(double r, double flatness) {
    const Vec3 half = (shape_.length / 2) * axis_, e = r * across_;
    const PicturePoint d = camera_.along(half), across = camera_.along(e);
    const auto at = [&](Vec3 offset) { return camera_.project(solid_.pose.position + offset); };
    piece_.gradients.push_back(side_gradient(r));
    const double radius = r * camera_.scale();
    const double angle = std::atan2(across.y, across.x) * 180 / std::numbers::pi;
    const std::string arc =
        "A" + pixels(radius) + " " + pixels(radius * flatness) + " " + std::to_string(std::lround(angle));
    const std::string turn = across.x * d.y - across.y * d.x > 0 ? " 0 1 " : " 0 0 ";
    add_face("M" + pixels(at(e - half)) + "L" + pixels(at(half + e)) + arc + turn + pixels(at(half - e)) + "L" +
                 pixels(at(-half - e)) + arc + turn + pixels(at(e - half)) + "Z",
             1, 0);
  }

  void add_cap(double r, double z) {
    const PicturePoint axes[] = {camera_.along(solid_.axis({r, 0, 0})), camera_.along(solid_.axis({0, r, 0}))};
    const PictureEllipse ellipse(camera_.project(solid_.at(0, 0, z)), axes);
    if (ellipse.minor > 0.2) add_face(ellipse.path(), light_on(z > 0 ? axis_ : -axis_, camera_), -1);
  }

  // The front half of the section across one of the axes of an ellipsoid.
  void add_section(const std::array<double, 3>& r, std::size_t axis) {
    const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
    std::vector<std::vector<PicturePoint>> parts(1);
    for (std::size_t k = 0; k <= 2 * corners_of_circle; ++k) {
      const double angle = std::numbers::pi * static_cast<double>(k) / corners_of_circle;
      std::array<double, 3> p{}, n{};
      p[i] = r[i] * std::cos(angle), p[j] = r[j] * std::sin(angle);
      n[i] = std::cos(angle) / r[i], n[j] = std::sin(angle) / r[j];
      if (dot(solid_.axis({n[0], n[1], n[2]}), camera_.toward()) >= 0)
        parts.back().push_back(camera_.project(solid_.at(p[0], p[1], p[2])));
      else if (!parts.back().empty())
        parts.emplace_back();
    }
    for (const auto& part : parts)
      if (part.size() > 1) piece_.paths.push_back({path_through(part, false), PiecePath::Kind::edge});
  }

  Vec3 on_tube(double radius, double z, double side, double angle) const {
    return solid_.pose.position + z * axis_ + radius * (side * std::cos(angle) * facing_ + std::sin(angle) * across_);
  }

  std::vector<Vec3> arc_points(double radius, double z, double side) const {
    std::vector<Vec3> out;
    for (int k = 0; k <= parts_of_arc; ++k)
      out.push_back(on_tube(radius, z, side, std::numbers::pi * (static_cast<double>(k) / parts_of_arc - 0.5)));
    return out;
  }

  // Between two half circles of (radius, z).
  void add_strip(std::array<double, 2> from, std::array<double, 2> to, double side, double light) {
    const std::vector<Vec3> a = arc_points(from[0], from[1], side), b = arc_points(to[0], to[1], side);
    std::vector<PicturePoint> outline;
    for (const Vec3 p : a) outline.push_back(camera_.project(p));
    for (auto p = b.rbegin(); p != b.rend(); ++p) outline.push_back(camera_.project(*p));
    for (std::size_t k = 1; k < a.size(); ++k) {
      piece_.triangles.push_back({a[k - 1], a[k], b[k]});
      piece_.triangles.push_back({a[k - 1], b[k], b[k - 1]});
    }
    piece_.paths.push_back({path_through(outline, true), PiecePath::Kind::bare, light});
  }

  void add_arc(double radius, double z, double side) {
    std::vector<PicturePoint> points;
    for (const Vec3 p : arc_points(radius, z, side)) points.push_back(camera_.project(p));
    piece_.paths.push_back({path_through(points, false), PiecePath::Kind::edge});
  }

  // The outline of the barrel, where the halves join.
  void add_ends(double side, double front) {
    const double wall = side < 0 ? shape_.inner : shape_.radius;
    if (side < 0 || norm(cross(axis_, camera_.toward())) < 0.05) return;
    for (const double angle : {-std::numbers::pi / 2, std::numbers::pi / 2}) {
      const PicturePoint ends[] = {camera_.project(on_tube(wall, front, side, angle)),
                                   camera_.project(on_tube(wall, -front, side, angle))};
      piece_.paths.push_back({path_through(ends, false), PiecePath::Kind::edge});
    }
  }

  const PlacedShape& solid_;
  const SceneShape& shape_;
  const SceneCamera& camera_;
  Vec3 axis_, across_, facing_;  // across the picture; across the axis, toward the eye
  Piece piece_;
};

}  // namespace

Piece make_round(const PlacedShape& solid, const SceneCamera& camera) {
  RoundPiece piece(solid, camera);
  if (solid.shape.kind == "cylinder") return piece.cylinder();
  if (solid.shape.kind == "capsule") return piece.capsule();
  if (solid.shape.kind == "cone") return piece.cone();
  return piece.ball();
}

void add_tube(const PlacedShape& solid, const SceneCamera& camera, std::vector<Piece>& out) {
  RoundPiece(solid, camera).tube(out);
}

}  // namespace tangible
