// SPDX-License-Identifier: Apache-2.0
// Triangles from STL (text or binary) and OBJ files. Only files below the folder of the model file are read, also not
// through symbolic links.
#pragma once

#include <string>
#include <string_view>

#include "display/shape_mesh.h"

namespace tangible {

// The error of a file: `line` is that of a text, 0 if there is none.
struct MeshError {
  int line = 0;
  std::string text;
};

// Both throw MeshError. Corners of an STL that are equal become one; faces of an OBJ become fans of triangles.
TriangleMesh parse_stl(std::string_view bytes);
TriangleMesh parse_obj(std::string_view text);

// The mesh of a shape, its unit applied; `data:,` and the text of an OBJ file, in metres, stand for a file. Throws
// BadInput with the line of the model file, or of the mesh.
TriangleMesh read_mesh(const SceneShape& shape, const std::string& model_path);

}  // namespace tangible
