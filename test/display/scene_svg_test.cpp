// SPDX-License-Identifier: Apache-2.0
// Facts about pictures: what is drawn, in which order, how large, and that names stay text.
#include "display/scene_svg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "display/run_pictures.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

// One frame, fixed in N; the eye is at -y, so that larger y is farther away.
ModelDescription scene_of(std::vector<SceneShape> shapes) {
  ModelDescription model;
  model.name = "scene";
  model.frames = {{"N", ModelDescription::SceneFrame::Kind::shape, true, "B", "O"}};
  model.seen_from = {0, -1, 0};
  model.shapes = std::move(shapes);
  return model;
}

SceneShape box(const std::string& color, Vec3 at, double edge) {
  SceneShape shape;
  shape.kind = "box";
  shape.color = shape.rgb = color;
  shape.at = at;
  shape.size = {edge, edge, edge};
  return shape;
}

std::string drawn(const ModelDescription& model) { return make_svg(model, {{ScenePoses(1)}, {}, {}}); }

TEST(scene_svg, what_is_nearer_is_painted_later) {
  for (const double y : {-2.0, 2.0}) {
    const std::string svg = drawn(scene_of({box("#c03020", {0, y, 0}, 1), box("#2030c0", {0.5, -y, 0}, 1)}));
    // Faces towards the eye have the light 0.82 + 0.28 * 0.58.
    const std::size_t red = svg.find("fill=\"#bd2f1f\""), blue = svg.find("fill=\"#1f2fbd\"");
    ASSERT_NE(red, std::string::npos);
    ASSERT_NE(blue, std::string::npos);
    EXPECT_EQ(y<0, red> blue);
  }
}

TEST(scene_svg, what_is_hidden_is_left_out) {
  const std::string svg = drawn(scene_of({box("#c03020", {0, 2, 0}, 0.5), box("#2030c0", {0, -2, 0}, 1)}));
  EXPECT_EQ(count(svg, "<path"), 1u);
}

TEST(scene_svg, a_sphere_is_a_circle_that_fills_the_picture) {
  SceneShape ball;
  ball.kind = "sphere";
  ball.radius = 0.3;
  PictureOptions options;
  options.width = options.height = 200;
  options.margin = 20;
  EXPECT_NE(make_svg(scene_of({ball}), {{ScenePoses(1)}, {}, {}}, options).find("A80 80 "), std::string::npos);
}

TEST(scene_svg, names_are_text) {
  ModelDescription model = scene_of({box("light", {}, 1)});
  model.name = "</title><script>alert(1)</script>";
  const std::string svg = drawn(model);
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_NE(svg.find("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>"), std::string::npos);
}

// XML is not well-formed with others.
TEST(scene_svg, names_are_utf_8) {
  ModelDescription model = scene_of({box("light", {}, 1)});
  model.name = "caf\xe9 \xed\xa0\x80\x1b";
  const std::string svg = drawn(model);
  EXPECT_NE(svg.find("<title>caf\xef\xbf\xbd "), std::string::npos) << svg.substr(0, 300);
  EXPECT_EQ(svg.find_first_of("\xe9\x1b"), std::string::npos);
}

TEST(scene_svg, earlier_instants_are_paler_and_fixed_shapes_are_drawn_once) {
  ModelDescription model = scene_of({box("#c03020", {}, 1), box("#2030c0", {0, 0, -3}, 1)});
  model.frames.push_back({"ground", ModelDescription::SceneFrame::Kind::shape, true, "N", "O"});
  model.shapes[1].frame = 1;
  std::vector<ScenePoses> instants(3, ScenePoses(2));
  instants[1][0].position.x = 2;
  instants[2][0].position.x = 4;
  const std::string svg = make_svg(model, {instants, {}, {}});
  EXPECT_EQ(count(svg, "<g opacity="), 2u);
  EXPECT_EQ(count(svg, "#bd2f1f"), 3u);
  EXPECT_EQ(count(svg, "#1f2fbd"), 1u);
}

TEST(scene_svg, a_plane_behind_everything_hides_no_earlier_instant) {
  SceneShape sky;
  sky.kind = "plane";
  sky.color = sky.rgb = "#2030c0";
  sky.turned = {std::sqrt(0.5), std::sqrt(0.5), 0, 0};  // its normal, own z, points towards the eye
  sky.size = {0.5, 9};
  sky.frame = 1;
  for (const double y : {3.0, -3.0}) {  // behind the box, and in front of a part of it
    sky.at = {2, y, 0};
    ModelDescription model = scene_of({box("#c03020", {}, 1), sky});
    model.frames.push_back({"ground", ModelDescription::SceneFrame::Kind::shape, true, "N", "O"});
    std::vector<ScenePoses> instants(2, ScenePoses(2));
    instants[1][0].position.x = 2;
    const std::string svg = make_svg(model, {instants, {}, {}});
    const std::size_t plane = svg.find("fill=\"#1f2fbd\""), earlier = svg.find("<g opacity=");
    ASSERT_NE(plane, std::string::npos) << svg;
    ASSERT_NE(earlier, std::string::npos) << svg;
    EXPECT_EQ(plane<earlier, y> 0);
  }
}

TEST(scene_svg, every_library_model_has_a_small_picture_in_both_themes) {
  std::size_t models = 0;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator("models")) {
    if (file.path().extension() != ".yaml") continue;
    ++models;
    LiveModel live(load(file.path().string()), 1, live_options(1e-3));
    SampleOptions options;
    options.until = 0;
    const RunSamples samples = sample_run(live, options);
    for (const bool dark : {false, true}) {
      PictureOptions picture;
      picture.dark = dark;
      const std::string svg = RunPictures(posed_run(live, samples)).at(0, true, picture);
      EXPECT_LT(svg.size(), 70'000u) << file.path();  // the wires of the cart: 200 pieces of 300 characters
      EXPECT_GE(count(svg, "<path"), 3u) << file.path();
      EXPECT_EQ(svg.find("nan"), std::string::npos) << file.path();
      EXPECT_EQ(svg.find("inf"), std::string::npos) << file.path();
    }
  }
  EXPECT_GE(models, 40u);
}

}  // namespace
}  // namespace tangible
