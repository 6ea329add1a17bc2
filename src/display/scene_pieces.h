// SPDX-License-Identifier: Apache-2.0
// Pieces: the shapes of a scene in a picture. Each is drawn as a whole, so that their order decides which one hides
// another.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "display/scene_camera.h"

namespace tangible {

struct PiecePath {
  enum class Kind : unsigned char {
    face,  // filled, with an outline
    bare,  // filled, without one
    rod,   // a stroke of `width`, with an outline
    edge,  // a line in the colour of outlines
  };
  std::string d;  // as in SVG
  Kind kind = Kind::face;
  double light = 1;   // of its fill
  int gradient = -1;  // instead of light: of Piece::gradients
  double width = 0;   // of a rod, pixels
};

// Across a round solid, in pixels.
struct Gradient {
  bool is_round = false;  // of a sphere: from its middle `from`, with radius `to.x`
  PicturePoint from, to;
  std::vector<double> lights;  // evenly from one end to the other
};

struct Piece {
  const SceneShape* shape = nullptr;
  std::vector<PiecePath> paths;
  std::vector<Gradient> gradients;
  std::vector<std::array<Vec3, 3>> triangles;  // its surface, to find what hides what
  double thickness = 1e9;                      // pixels, of its narrowest side
};

// Pieces of all shapes but the ground; poses are those of the frames of the scene.
std::vector<Piece> make_pieces(const ModelDescription& model, std::span<const Pose> poses, const SceneCamera& camera);

// The same for one shape; its own axes are placed in N by this pose. One function for each family.
struct PlacedShape {
  const SceneShape& shape;
  Pose pose;
  Vec3 at(double x, double y, double z) const { return pose.position + rotate(pose.orientation, {x, y, z}); }
  Vec3 axis(Vec3 own) const { return rotate(pose.orientation, own); }
};
PlacedShape placed(const SceneShape& shape, std::span<const Pose> poses);
void add_faceted(const PlacedShape& solid, const ModelDescription& model, const SceneCamera& camera,
                 std::vector<Piece>& out);
Piece make_round(const PlacedShape& solid, const SceneCamera& camera);
void add_tube(const PlacedShape& solid, const SceneCamera& camera, std::vector<Piece>& out);
void add_rods(const SceneShape& shape, std::span<const Pose> poses, const SceneCamera& camera, std::vector<Piece>& out);
Piece make_spring(const SceneShape& shape, std::span<const Pose> poses, const SceneCamera& camera);

// Points that enclose a shape.
void add_extent(const SceneShape& shape, std::span<const Pose> poses, std::vector<Vec3>& points);

// Brightness of a surface with this normal in N.
double light_on(Vec3 normal, const SceneCamera& camera);

}  // namespace tangible
