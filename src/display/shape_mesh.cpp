// SPDX-License-Identifier: Apache-2.0
// Triangles of outlines by cutting off ears, and of rings.
#include "display/shape_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "display/mesh_file.h"

namespace tangible {
namespace {

using Corner = std::array<double, 2>;

// Twice the area of a triangle; positive if it turns to the left.
double turn(const Corner& a, const Corner& b, const Corner& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

double area(std::span<const Corner> outline) {
  double sum = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Corner &a = outline[i], &b = outline[(i + 1) % outline.size()];
    sum += a[0] * b[1] - a[1] * b[0];
  }
  return sum / 2;
}

bool is_ear(std::span<const Corner> outline, std::span<const std::uint32_t> left, std::size_t at) {
  const std::size_t n = left.size();
  const std::uint32_t i = left[(at + n - 1) % n], j = left[at], k = left[(at + 1) % n];
  const Corner &a = outline[i], &b = outline[j], &c = outline[k];
  if (turn(a, b, c) <= 0) return false;
  return std::ranges::none_of(left, [&](std::uint32_t p) {
    const Corner& x = outline[p];
    return p != i && p != j && p != k && turn(a, b, x) >= 0 && turn(b, c, x) >= 0 && turn(c, a, x) >= 0;
  });
}

// Sides of a prism have vertices of their own, so that their edges are sharp.
void add_side(TriangleMesh& mesh, std::array<std::array<float, 3>, 4> corners) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
  mesh.triangles.push_back({first, first + 1, first + 2});
  mesh.triangles.push_back({first, first + 2, first + 3});
}

std::array<float, 3> vertex(const Corner& c, double z) {
  return {static_cast<float>(c[0]), static_cast<float>(c[1]), static_cast<float>(z)};
}

std::optional<TriangleMesh> prism(std::vector<Corner> outline, double length) {
  if (area(outline) < 0) std::ranges::reverse(outline);
  const std::vector<std::array<std::uint32_t, 3>> cap = triangulate(outline);
  if (cap.empty()) return std::nullopt;
  TriangleMesh mesh;
  const double half = length / 2;
  const auto n = static_cast<std::uint32_t>(outline.size());
  for (const double z : {-half, half})
    for (const Corner& c : outline) mesh.vertices.push_back(vertex(c, z));
  for (const auto& [i, j, k] : cap) {
    mesh.triangles.push_back({i, k, j});
    mesh.triangles.push_back({i + n, j + n, k + n});
  }
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Corner &a = outline[i], &b = outline[(i + 1) % outline.size()];
    add_side(mesh, {vertex(a, -half), vertex(b, -half), vertex(b, half), vertex(a, half)});
  }
  return mesh;
}

TriangleMesh tube(double outer, double inner, double length) {
  constexpr std::size_t parts = 48;
  TriangleMesh mesh;
  const double half = length / 2;
  const auto corner = [](double radius, std::size_t k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / parts;
    return Corner{radius * std::cos(angle), radius * std::sin(angle)};
  };
  for (std::size_t k = 0; k < parts; ++k) {
    const Corner a = corner(outer, k), b = corner(outer, k + 1), c = corner(inner, k), d = corner(inner, k + 1);
    add_side(mesh, {vertex(a, -half), vertex(b, -half), vertex(b, half), vertex(a, half)});
    add_side(mesh, {vertex(d, -half), vertex(c, -half), vertex(c, half), vertex(d, half)});
    add_side(mesh, {vertex(a, half), vertex(b, half), vertex(d, half), vertex(c, half)});
    add_side(mesh, {vertex(b, -half), vertex(a, -half), vertex(c, -half), vertex(d, -half)});
  }
  return mesh;
}

}  // namespace

std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const Corner> outline) {
  std::vector<std::uint32_t> left(outline.size());
  std::iota(left.begin(), left.end(), 0u);
  std::vector<std::array<std::uint32_t, 3>> triangles;
  while (left.size() > 3) {
    std::size_t ear = 0;
    while (ear < left.size() && !is_ear(outline, left, ear)) ++ear;
    if (ear == left.size()) return {};
    const std::size_t n = left.size();
    triangles.push_back({left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  if (left.size() == 3) triangles.push_back({left[0], left[1], left[2]});
  return triangles;
}

std::optional<TriangleMesh> mesh_of(const SceneShape& shape, const std::string& model_path) {
  if (shape.kind == "mesh") return read_mesh(shape, model_path);
  if (shape.kind == "prism") return prism(shape.outline, shape.length);
  if (shape.kind == "tube") return tube(shape.radius, shape.inner, shape.length);
  return std::nullopt;
}

std::string base64_of_bytes(std::span<const unsigned char> bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    unsigned word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = word << 8 | (k < n ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) out.push_back(k <= n ? digits[word >> (18 - 6 * k) & 63] : '=');
  }
  return out;
}

}  // namespace tangible
