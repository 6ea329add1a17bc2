// SPDX-License-Identifier: Apache-2.0
// Grid lines that fade toward the edge of the picture, and shadows straight down.
#include "display/ground_svg.h"

#include <algorithm>

#include "display/hello.h"
#include "display/picture_path.h"
#include "display/scene_palette.h"
#include "display/scene_pieces.h"

namespace tangible {
namespace {

struct Ground {
  Vec3 at, up, along, aside;
};

// Lengths of squares are 1, 2 or 5 times a power of ten.
double round_length(double length) {
  const double power = std::pow(10, std::floor(std::log10(length))), part = length / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

std::string edge_on(const Ground& ground, const SceneCamera& camera, const PictureOptions& options) {
  const PaperColors& paper = paper_colors(options.dark);
  const double y = camera.project(ground.at).y;
  if (y < 0 || y > options.height) return "";
  std::string hatches;
  for (double x = 10; x < options.width - 4; x += 8) hatches += "M" + pixels(x) + " " + pixels(y + 1) + "l-5 6";
  return "<path d=\"" + hatches + "\" fill=\"none\" stroke=\"" + paper.soft +
         "\" stroke-width=\".8\"/>\n<path d=\"M0 " + pixels(y) + "H" + pixels(options.width) +
         "\" fill=\"none\" stroke=\"" + paper.ink + "\" stroke-width=\"1.2\"/>\n";
}

std::string grid(const Ground& ground, const SceneCamera& camera, const PictureOptions& options) {
  const double half = 0.75 * options.width / camera.scale(), step = round_length(half / 5);
  // Under the middle of the picture, at a round number of squares.
  const Vec3 origin = ground.at;
  const PicturePoint zero = camera.project(origin), ex = camera.along(ground.along), ey = camera.along(ground.aside);
  const double det = ex.x * ey.y - ex.y * ey.x;
  const double dx = options.width / 2 - zero.x, dy = options.height / 2 - zero.y;
  const double a = step * std::round((dx * ey.y - dy * ey.x) / det / step);
  const double b = step * std::round((ex.x * dy - ex.y * dx) / det / step);
  const int lines = static_cast<int>(half / step) + 1;
  std::string d;
  const auto line = [&](Vec3 from, Vec3 to) {
    const PicturePoint p = camera.project(from), q = camera.project(to);
    d += "M" + pixels(p) + "L" + pixels(q);
  };
  const double reach = lines * step;
  for (int k = -lines; k <= lines; ++k) {
    line(origin + (a + k * step) * ground.along + (b - reach) * ground.aside,
         origin + (a + k * step) * ground.along + (b + reach) * ground.aside);
    line(origin + (a - reach) * ground.along + (b + k * step) * ground.aside,
         origin + (a + reach) * ground.along + (b + k * step) * ground.aside);
  }
  return "<radialGradient id=\"fade\"><stop offset=\".25\" stop-color=\"#fff\"/><stop offset=\"1\" "
         "stop-color=\"#000\"/></radialGradient><mask id=\"edge\"><rect width=\"100%\" height=\"100%\" "
         "fill=\"url(#fade)\"/></mask>\n<path mask=\"url(#edge)\" d=\"" +
         d + "\" fill=\"none\" stroke=\"" + paper_colors(options.dark).line + "\"/>\n";
}

// Of the last instant, along the direction down; what is below the ground throws none.
std::string shadows(const ModelDescription& model, const ScenePoses& poses, const Ground& ground,
                    const SceneCamera& camera, const PictureOptions& options) {
  std::string d;
  for (const Piece& piece : make_pieces(model, poses, camera)) {
    if (piece.shape->kind == "plane") continue;
    std::vector<PicturePoint> points;
    for (const auto& triangle : piece.triangles)
      for (const Vec3 p : triangle) {
        const double height = dot(p - ground.at, ground.up);
        points.push_back(camera.project(p - height * ground.up));
      }
    d += path_through(convex_hull(std::move(points)), true);
  }
  if (d.empty()) return "";
  return "<path d=\"" + d + "\" fill=\"#000\" opacity=\"" + pixels(paper_colors(options.dark).shadow) + "\"/>\n";
}

}  // namespace

std::string ground_svg(const ModelDescription& model, const std::vector<ScenePoses>& instants,
                       const SceneCamera& camera, const PictureOptions& options) {
  for (const SceneShape& shape : model.shapes) {
    if (!is_ground(shape, model)) continue;
    const Vec3 side = std::abs(model.up.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 along = SceneCamera::unit(side - dot(side, model.up) * model.up, {1, 0, 0});
    const Ground ground{dot(shape.at, model.up) * model.up, model.up, along, cross(model.up, along)};
    if (std::abs(dot(model.up, camera.toward())) < 0.15) return edge_on(ground, camera, options);
    std::string out = grid(ground, camera, options);
    if (!instants.empty()) out += shadows(model, instants.back(), ground, camera, options);
    return out;
  }
  return "";
}

}  // namespace tangible
