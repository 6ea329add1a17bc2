// SPDX-License-Identifier: Apache-2.0
// Depths of all pieces at all pixels decide which piece of a pair hides the other; the order follows from the pairs.
#include "display/painter_order.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace tangible {
namespace {

class DepthGrid {
 public:
  DepthGrid(int width, int height) : width_(width), height_(height), cells_(static_cast<std::size_t>(width * height)) {}

  // Edges count only at pixels whose middle no triangle covers: elsewhere the depth there is exact.
  void add(std::uint32_t number, const Piece& piece, const SceneCamera& camera) {
    std::vector<std::array<Vec3, 3>> triangles;  // pixels and nearness
    for (const auto& triangle : piece.triangles) {
      std::array<Vec3, 3> p;
      for (std::size_t k = 0; k < 3; ++k) {
        const PicturePoint at = camera.project(triangle[k]);
        p[k] = {at.x, at.y, camera.nearness(triangle[k])};
      }
      if (std::ranges::all_of(p, [](Vec3 v) { return is_finite(v); })) triangles.push_back(p);
    }
    for (const auto& p : triangles) fill(number, p);
    is_filled_.assign(cells_.size(), 0);
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (!cells_[i].empty() && cells_[i].back().piece == number) is_filled_[i] = 1;
    for (const auto& p : triangles)
      for (std::size_t k = 0; k < 3; ++k) add_edge(number, p[k], p[(k + 1) % 3]);
  }

  struct Depth {
    std::uint32_t piece;
    float nearness;
  };
  const std::vector<std::vector<Depth>>& cells() const { return cells_; }

 private:
  bool is_inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }

  void put(std::uint32_t piece, int x, int y, double nearness) {
    std::vector<Depth>& cell = cells_[static_cast<std::size_t>(y * width_ + x)];
    if (!cell.empty() && cell.back().piece == piece)
      cell.back().nearness = std::max(cell.back().nearness, static_cast<float>(nearness));
    else
      cell.push_back({piece, static_cast<float>(nearness)});
  }

  // Edges, so that wires thinner than a pixel count, too.
  void add_edge(std::uint32_t piece, Vec3 a, Vec3 b) {
    const int steps = static_cast<int>(std::min(std::hypot(b.x - a.x, b.y - a.y) * 1.5, 4000.0)) + 1;
    for (int k = 0; k <= steps; ++k) {
      const Vec3 p = a + (static_cast<double>(k) / steps) * (b - a);
      const int x = static_cast<int>(std::floor(p.x)), y = static_cast<int>(std::floor(p.y));
      if (is_inside(x, y) && is_filled_[static_cast<std::size_t>(y * width_ + x)] == 0) put(piece, x, y, p.z);
    }
  }

  void fill(std::uint32_t piece, const std::array<Vec3, 3>& p) {
    const double area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
    if (std::abs(area) < 1e-9) return;
    const auto [low_x, high_x] = std::minmax({p[0].x, p[1].x, p[2].x});
    const auto [low_y, high_y] = std::minmax({p[0].y, p[1].y, p[2].y});
    for (int y = std::max(0, static_cast<int>(low_y)); y <= std::min(height_ - 1.0, high_y); ++y)
      for (int x = std::max(0, static_cast<int>(low_x)); x <= std::min(width_ - 1.0, high_x); ++x) {
        const double px = x + 0.5, py = y + 0.5;
        const double a = ((p[1].x - px) * (p[2].y - py) - (p[1].y - py) * (p[2].x - px)) / area;
        const double b = ((p[2].x - px) * (p[0].y - py) - (p[2].y - py) * (p[0].x - px)) / area;
        if (a < 0 || b < 0 || a + b > 1) continue;
        put(piece, x, y, a * p[0].z + b * p[1].z + (1 - a - b) * p[2].z);
      }
  }

  int width_, height_;
  std::vector<std::vector<Depth>> cells_;
  std::vector<char> is_filled_;  // by the piece that is being added
};

using Pairs = std::map<std::pair<std::size_t, std::size_t>, double>;  // first behind second: how many pixels

// Repeatedly the piece that is in front of another at the fewest pixels of the remaining ones.
std::vector<std::size_t> order_of(const std::vector<std::size_t>& seen, const Pairs& behind, std::size_t count) {
  std::vector<double> waits(count, 0);  // pixels of others that have to be painted before
  std::vector<std::vector<std::pair<std::size_t, double>>> after(count);
  for (const auto& [pair, pixels] : behind) {
    waits[pair.second] += pixels;
    after[pair.first].push_back({pair.second, pixels});
  }
  std::vector<std::size_t> left = seen, order;
  while (!left.empty()) {
    const auto next = std::ranges::min_element(left, {}, [&](std::size_t i) { return waits[i]; });
    const std::size_t piece = *next;
    left.erase(next);
    order.push_back(piece);
    for (const auto& [other, pixels] : after[piece]) waits[other] -= pixels;
  }
  return order;
}

}  // namespace

std::vector<std::size_t> painter_order(std::span<const Piece> pieces, const SceneCamera& camera, int width,
                                       int height) {
  DepthGrid grid(width, height);
  for (std::size_t i = 0; i < pieces.size(); ++i) grid.add(static_cast<std::uint32_t>(i), pieces[i], camera);
  const float same = static_cast<float>(0.1 / camera.scale());  // a tenth of a pixel
  std::map<std::pair<std::size_t, std::size_t>, double> balance;
  std::vector<char> is_seen(pieces.size(), 0);
  for (const auto& cell : grid.cells())
    for (const auto& a : cell) {
      bool hidden = false;
      for (const auto& b : cell) {
        if (b.nearness > a.nearness + same && pieces[b.piece].shape->opacity >= 1) hidden = true;
        if (a.piece >= b.piece) continue;
        const float d = b.nearness - a.nearness;
        balance[{a.piece, b.piece}] += d > same ? 1 : d < -same ? -1 : 0.001;
      }
      if (!hidden) is_seen[a.piece] = 1;
    }
  std::vector<std::size_t> seen;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (is_seen[i] != 0 && !pieces[i].paths.empty()) seen.push_back(i);
  Pairs behind;
  for (const auto& [pair, pixels] : balance) {
    if (is_seen[pair.first] == 0 || is_seen[pair.second] == 0) continue;
    behind[pixels >= 0 ? pair : std::pair{pair.second, pair.first}] = std::abs(pixels);
  }
  return order_of(seen, behind, pieces.size());
}

}  // namespace tangible
