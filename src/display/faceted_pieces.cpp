// SPDX-License-Identifier: Apache-2.0
// Boxes, prisms, planes and meshes as faces.
#include <algorithm>

#include "display/picture_path.h"
#include "display/scene_palette.h"
#include "display/scene_pieces.h"
#include "display/shape_mesh.h"

namespace tangible {
namespace {

struct Face {
  std::vector<Vec3> corners;
  Vec3 normal;
};

class FacetedPiece {
 public:
  FacetedPiece(const PlacedShape& solid, const SceneCamera& camera) : solid_(solid), camera_(camera) {
    piece_.shape = &solid.shape;
  }

  void box(std::vector<Piece>& out) {
    const std::array<double, 3> h{solid_.shape.size[0] / 2, solid_.shape.size[1] / 2, solid_.shape.size[2] / 2};
    for (std::size_t k = 0; k < 3; ++k)
      for (const double side : {-1.0, 1.0}) {
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        std::vector<Vec3> corners;
        for (const auto& [a, b] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
          std::array<double, 3> p{};
          p[k] = side * h[k], p[i] = a * h[i], p[j] = b * h[j];
          corners.push_back(solid_.at(p[0], p[1], p[2]));
        }
        std::array<double, 3> n{};
        n[k] = side;
        add({corners, solid_.axis({n[0], n[1], n[2]})}, PiecePath::Kind::face);
      }
    give_faces(out);
  }

  Piece plane() {
    const double x = solid_.shape.size[0] / 2, y = solid_.shape.size[1] / 2;
    Vec3 normal = solid_.axis({0, 0, 1});
    if (dot(normal, camera_.toward()) < 0) normal = -normal;
    add({{solid_.at(-x, -y, 0), solid_.at(x, -y, 0), solid_.at(x, y, 0), solid_.at(-x, y, 0)}, normal},
        PiecePath::Kind::face);
    if (piece_.paths.empty()) add_edge_on(x, y);
    return std::move(piece_);
  }

  void prism(std::vector<Piece>& out) {
    const double h = solid_.shape.length / 2;
    std::vector<std::array<double, 2>> outline = solid_.shape.outline;
    double area = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const auto &a = outline[i], &b = outline[(i + 1) % outline.size()];
      area += a[0] * b[1] - a[1] * b[0];
    }
    if (area < 0) std::ranges::reverse(outline);  // so that its inside is to the left
    std::vector<Face> sides;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const auto &a = outline[i], &b = outline[(i + 1) % outline.size()];
      const Vec3 across = solid_.axis({b[1] - a[1], a[0] - b[0], 0});
      sides.push_back(
          {{solid_.at(a[0], a[1], -h), solid_.at(b[0], b[1], -h), solid_.at(b[0], b[1], h), solid_.at(a[0], a[1], h)},
           SceneCamera::unit(across, {})});
    }
    std::ranges::sort(sides, {}, [&](const Face& f) { return camera_.nearness(f.corners[0] + f.corners[1]); });
    for (const Face& side : sides) add(side, PiecePath::Kind::face);
    for (const double z : {-h, h}) {
      Face cap{{}, solid_.axis({0, 0, z > 0 ? 1.0 : -1.0})};
      for (const auto& c : outline) cap.corners.push_back(solid_.at(c[0], c[1], z));
      const std::size_t before = piece_.paths.size();
      add_path(cap, PiecePath::Kind::face);
      std::vector<std::array<Vec3, 3>> surface;
      for (const auto& [i, j, k] : triangulate(outline))
        surface.push_back({cap.corners[i], cap.corners[j], cap.corners[k]});
      if (piece_.paths.size() > before) surfaces_.push_back(surface);
      piece_.triangles.insert(piece_.triangles.end(), surface.begin(), surface.end());
    }
    give_faces(out);
  }

  Piece mesh(const TriangleMesh& triangles) {
    std::vector<Face> faces;
    for (const auto& t : triangles.triangles) {
      Face face;
      for (const std::uint32_t v : t) {
        const auto& p = triangles.vertices[v];
        face.corners.push_back(solid_.at(p[0], p[1], p[2]));
      }
      face.normal =
          SceneCamera::unit(cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[0]), {0, 0, 1});
      faces.push_back(std::move(face));
    }
    std::ranges::sort(faces, {},
                      [&](const Face& f) { return camera_.nearness(f.corners[0] + f.corners[1] + f.corners[2]); });
    for (const Face& face : faces) add(face, PiecePath::Kind::bare);
    return std::move(piece_);
  }

 private:
  void add(const Face& face, PiecePath::Kind kind) {
    const std::size_t before = piece_.paths.size();
    add_path(face, kind);
    std::vector<std::array<Vec3, 3>> surface;
    for (std::size_t i = 2; i < face.corners.size(); ++i)
      surface.push_back({face.corners[0], face.corners[i - 1], face.corners[i]});
    if (piece_.paths.size() > before) surfaces_.push_back(surface);
    piece_.triangles.insert(piece_.triangles.end(), surface.begin(), surface.end());
  }

  // Faces are pieces of their own: a bar that is sunk into a plate shows the one that is out of it.
  void give_faces(std::vector<Piece>& out) {
    note_thickness();
    for (std::size_t k = 0; k < piece_.paths.size(); ++k) {
      Piece face;
      face.shape = piece_.shape;
      face.paths = {piece_.paths[k]};
      face.triangles = surfaces_[k];
      face.thickness = piece_.thickness;
      out.push_back(std::move(face));
    }
  }

  void add_path(const Face& face, PiecePath::Kind kind) {
    if (dot(face.normal, camera_.toward()) < 0.01) return;
    std::vector<PicturePoint> corners;
    for (const Vec3 c : face.corners) corners.push_back(camera_.project(c));
    PiecePath path;
    path.d = path_through(corners, true);
    path.kind = kind;
    path.light = light_on(face.normal, camera_);
    piece_.paths.push_back(std::move(path));
  }

  // A plane in a view of its edge is a line.
  void add_edge_on(double x, double y) {
    std::vector<PicturePoint> ends{camera_.project(solid_.at(-x, -y, 0)), camera_.project(solid_.at(x, y, 0))};
    PiecePath line;
    line.d = path_through(ends, false);
    line.kind = PiecePath::Kind::edge;
    piece_.paths.push_back(std::move(line));
  }

  // Of a convex outline: twice its area over its extent.
  void note_thickness() {
    double low_x = 1e300, high_x = -1e300, low_y = 1e300, high_y = -1e300, area = 0;
    for (const auto& t : piece_.triangles) {
      const PicturePoint a = camera_.project(t[0]), b = camera_.project(t[1]), c = camera_.project(t[2]);
      for (const PicturePoint& p : {a, b, c}) {
        low_x = std::min(low_x, p.x), high_x = std::max(high_x, p.x);
        low_y = std::min(low_y, p.y), high_y = std::max(high_y, p.y);
      }
      area += std::abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 4;  // the back is visible, too
    }
    piece_.thickness = area / std::max(std::hypot(high_x - low_x, high_y - low_y), 1e-9);
  }

  const PlacedShape& solid_;
  const SceneCamera& camera_;
  Piece piece_;
  std::vector<std::vector<std::array<Vec3, 3>>> surfaces_;  // by path
};

}  // namespace

void add_faceted(const PlacedShape& solid, const ModelDescription& model, const SceneCamera& camera,
                 std::vector<Piece>& out) {
  FacetedPiece piece(solid, camera);
  if (solid.shape.kind == "box") return piece.box(out);
  if (solid.shape.kind == "prism") return piece.prism(out);
  if (solid.shape.kind == "plane") return out.push_back(piece.plane());
  const std::optional<TriangleMesh> mesh = mesh_of(solid.shape, model.path);
  out.push_back(piece.mesh(mesh ? *mesh : TriangleMesh{}));
}

}  // namespace tangible
