// SPDX-License-Identifier: Apache-2.0
// Meshes: contents of files, and errors of bad files.
#include "display/mesh_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "display/hello.h"
#include "engine/error.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;

const char* const tetrahedron_obj =
    "# a corner\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 +1e0\nvn 0 0 1\nf 1 3 2\nf 1/1 2/2 4/3\nf 2//1 3//1 4//1\nf -4 -1 "
    "-2\n";

std::string tetrahedron_stl(bool binary) {
  const TriangleMesh mesh = parse_obj(tetrahedron_obj);
  std::string text = "solid t\n", bytes(84, '\0');
  bytes[80] = static_cast<char>(mesh.triangles.size());
  for (const auto& t : mesh.triangles) {
    text += "facet normal 0 0 0\n outer loop\n";
    bytes.append(12, '\0');
    for (const std::uint32_t v : t) {
      const auto& [x, y, z] = mesh.vertices[v];
      text += "  vertex " + std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) + "\r\n";
      bytes.append(reinterpret_cast<const char*>(mesh.vertices[v].data()), 12);
    }
    text += " endloop\nendfacet\n";
    bytes.append(2, '\0');
  }
  return binary ? bytes : text + "endsolid t\n";
}

MeshError error_of(auto parse, const std::string& text) {
  try {
    (void)parse(text);
  } catch (const MeshError& error) {
    return error;
  }
  return {-1, "no error"};
}

TEST(MeshFile, the_same_tetrahedron_is_read_from_three_formats) {
  for (const TriangleMesh& mesh :
       {parse_obj(tetrahedron_obj), parse_stl(tetrahedron_stl(false)), parse_stl(tetrahedron_stl(true))}) {
    ASSERT_EQ(mesh.vertices.size(), 4u);
    ASSERT_EQ(mesh.triangles.size(), 4u);
    // Divergence theorem: the volume is a sixth of the sum of triple products; positive if all faces point outward.
    double volume = 0;
    for (const auto& t : mesh.triangles) {
      const auto at = [&](std::size_t k) {
        const auto& v = mesh.vertices[t[k]];
        return Vec3{v[0], v[1], v[2]};
      };
      volume += dot(at(0), cross(at(1), at(2))) / 6;
    }
    EXPECT_NEAR(volume, 1.0 / 6, 1e-7);
  }
}

TEST(MeshFile, a_quadrangle_becomes_two_triangles) {
  EXPECT_EQ(parse_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4").triangles.size(), 2u);
}

TEST(MeshFile, what_is_wrong_is_told_with_its_line) {
  EXPECT_EQ(error_of(parse_obj, "v 0 0 0\nv 1 x 0\n").line, 2);
  EXPECT_EQ(error_of(parse_obj, "v 0 0 0\nf 1 2 3\n").text, "there is no corner 2");
  EXPECT_EQ(error_of(parse_obj, "v 0 0 0\nf 1 0 1\n").text, "there is no corner 0");
  EXPECT_EQ(error_of(parse_obj, "v 0 0 nan\n").line, 1);
  EXPECT_EQ(error_of(parse_obj, "v 0 0 0\nf 1 1\n").text, "a face has fewer than three corners");
  EXPECT_EQ(error_of(parse_stl, "solid\nfacet\nvertex 0 0 0\nendloop\n").line, 4);
  EXPECT_EQ(error_of(parse_stl, "solid\nvertex 0 0\n").text, "a number is missing");
  EXPECT_EQ(error_of(parse_stl, "solid\nsphere 1\n").line, 2);
  EXPECT_EQ(error_of(parse_stl, "").line, 0);
  EXPECT_EQ(error_of(parse_stl, tetrahedron_stl(true) + "x").line, 0);
}

class MeshFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / ("tangible_mesh_" + std::to_string(::getpid()));
    fs::create_directories(folder / "model/parts");
    write("model/parts/t.obj", tetrahedron_obj);
    write("outside.obj", tetrahedron_obj);
    fs::create_symlink(folder / "outside.obj", folder / "model/parts/link.obj");
  }
  void TearDown() override { fs::remove_all(folder); }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder / name) << text; }
  Model model_with(const std::string& mesh) {
    write("model/m.yaml",
          "tangible: 1\nname: m\ncoordinates: {x: m}\npoints:\n  P: {from: O, at: x*N.x}\n"
          "particles:\n  p: {at: P, mass: 1 kg}\nshapes:\n  s: {mesh: " +
              mesh + ", unit: 1 mm, body: p}\n");
    return load((folder / "model/m.yaml").string());
  }
  fs::path folder;
};

TEST_F(MeshFolder, a_mesh_is_sent_once_in_metres) {
  const LiveModel live(model_with("parts/t.obj"), 1, live_options(1e-3));
  EXPECT_NEAR(live.size, 2e-3 * std::sqrt(3.0), 1e-6);  // a box about a ball of 1 mm
  const HelloShapes shapes = make_shapes(live.model().description(), WireLayout(live));
  ASSERT_EQ(shapes.meshes.size(), 1u);
  EXPECT_EQ(shapes.shapes[0]["kind"], "mesh");
  EXPECT_EQ(shapes.shapes[0]["mesh"], 0);
}

TEST_F(MeshFolder, files_outside_of_the_folder_are_refused_also_behind_links) {
  for (const char* name : {"parts/link.obj", "parts/none.obj", "parts"}) {
    try {
      LiveModel(model_with(std::string(name) == "parts" ? "parts/t.obj/x.obj" : name), 1, live_options(1e-3));
      ADD_FAILURE() << name << " was read";
    } catch (const BadInput& error) {
      EXPECT_NE(std::string(error.what()).find("m.yaml:9: error: the mesh parts/"), std::string::npos) << error.what();
      ASSERT_EQ(error.problems.size(), 1u);
      EXPECT_EQ(error.problems[0].line, 9);
    }
  }
}

}  // namespace
}  // namespace tangible
