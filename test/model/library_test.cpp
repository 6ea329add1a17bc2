// SPDX-License-Identifier: Apache-2.0
// Every mechanism of the library is read without a word of complaint and comes with its README.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "mechanics/default_shapes.h"
#include "model/read_model.h"

namespace tangible {
namespace {

std::vector<std::filesystem::path> library_files() {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") out.push_back(entry.path());
  return out;
}

TEST(Library, has_every_mechanism_that_was_promised) { EXPECT_GE(library_files().size(), 24U); }

TEST(Library, every_model_is_read_without_errors_or_warnings) {
  for (const auto& path : library_files()) {
    const ReadResult result = read_model(path.string());
    EXPECT_TRUE(result) << result.diagnostics.to_string();
    EXPECT_EQ(result.diagnostics.to_string(), "");
  }
}

TEST(Library, every_model_says_where_it_comes_from) {
  for (const auto& path : library_files()) {
    const ReadResult result = read_model(path.string());
    ASSERT_TRUE(result) << result.diagnostics.to_string();
    EXPECT_NE(result.mechanism->name(), "mechanism") << path;
    EXPECT_NE(result.mechanism->source, "") << path;
  }
}

TEST(Library, every_readme_tells_source_freedoms_and_what_is_conserved) {
  for (const auto& path : library_files()) {
    std::ifstream file(path.parent_path() / "README.md");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    for (const char* word : {"Source:", "Figure:", "Degrees of freedom:", "Watch:", "Conserved"})
      EXPECT_NE(text.find(word), std::string::npos) << path << " lacks " << word;
  }
}

TEST(Library, every_model_has_shapes_that_can_be_drawn_and_a_handle) {
  for (const auto& path : library_files()) {
    const ReadResult result = read_model(path.string());
    ASSERT_TRUE(result) << result.diagnostics.to_string();
    const Mechanism& m = *result.mechanism;
    EXPECT_FALSE(m.handles().empty()) << path;
    EXPECT_GE(m.shapes().size(), 2U) << path;
    const Values start = given_start(m);
    for (const Shape& shape : m.shapes())
      EXPECT_TRUE(can_be_drawn(shape, shape_numbers(shape, start))) << path << " " << shape.name;
  }
}

// A body that is not drawn is invisible: its frame, or a point that goes with its frame or mass centre.
TEST(Library, every_body_and_particle_is_drawn) {
  for (const auto& path : library_files()) {
    const ReadResult result = read_model(path.string());
    ASSERT_TRUE(result) << result.diagnostics.to_string();
    const Mechanism& m = *result.mechanism;
    const auto is_drawn = [&](Frame frame, Point center) {
      for (const Shape& shape : m.shapes()) {
        if ((frame && shape.frame == frame) || shape.point == center) return true;
        for (const Point p : shape.through) {
          if (p == center) return true;
          for (const Vector::Part& part : position(center, p).parts())
            if (part.frame == frame) return true;
        }
      }
      return false;
    };
    for (const RigidBody& body : m.bodies()) EXPECT_TRUE(is_drawn(body.frame, body.center)) << path << " " << body.name;
    for (const Particle& p : m.particles()) EXPECT_TRUE(is_drawn(Frame{}, p.at)) << path << " " << p.name;
  }
}

TEST(Library, the_chain_on_a_cart_has_as_many_links_as_one_says) {
  ReadOptions options;
  options.set["links"] = "10";
  const ReadResult result = read_model("models/pendulum_on_cart/pendulum_on_cart.yaml", options);
  ASSERT_TRUE(result) << result.diagnostics.to_string();
  EXPECT_EQ(result.mechanism->coordinates().size(), 11U);
  EXPECT_EQ(result.mechanism->speeds().size(), 11U);
  EXPECT_EQ(result.mechanism->particles().size(), 11U);
}

}  // namespace
}  // namespace tangible
