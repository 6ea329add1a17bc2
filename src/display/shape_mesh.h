// SPDX-License-Identifier: Apache-2.0
// Prisms, tubes and files of meshes as triangles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/description.h"

namespace tangible {

struct TriangleMesh {
  std::vector<std::array<float, 3>> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counterclockwise from outside
};
// Nothing if the shape has no triangles, as an outline that crosses itself. Throws BadInput for files that cannot be
// read.
std::optional<TriangleMesh> mesh_of(const SceneShape& shape, const std::string& model_path);

// Triangles of a simple polygon, as numbers of its corners; empty if it crosses itself.
std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const std::array<double, 2>> outline);

// Standard base64, with padding.
std::string base64_of_bytes(std::span<const unsigned char> bytes);
template <typename T>
std::string base64_of(const std::vector<T>& list) {
  return base64_of_bytes({reinterpret_cast<const unsigned char*>(list.data()), list.size() * sizeof(T)});
}

}  // namespace tangible
