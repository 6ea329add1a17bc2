// SPDX-License-Identifier: Apache-2.0
// The meaning of the shapes of a model file, and the shapes of a mechanism without any.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "mechanics/default_shapes.h"
#include "model/read_model.h"

namespace tangible {
namespace {

const std::string arm = R"yaml(tangible: 1
parameters: {L: 0.4 m, r: 3 cm}
coordinates: {q1: rad, q2: m}
frames:
  B: {in: N, rotate: {z: q1}}
points:
  C: {from: O, at: L/2*B.x}
  P: {from: O, at: L*B.x}
  Q: {from: O, at: q2*N.x}
bodies:
  arm: {frame: B, center: C, mass: 2 kg, inertia: [0.05, 0.1, 0.13]}
  slide: {parent: ground, joint: prismatic, axis: x, coordinate: s, mass: 1 kg, center: [0.1 m, 0, 0]}
particles:
  bob: {at: Q, mass: 0.2 kg}
)yaml";

Mechanism with(const std::string& sections) {
  ReadResult result = read_model_text(arm + sections, "test.yaml");
  EXPECT_TRUE(result) << result.diagnostics.to_string();
  return result ? std::move(*result.mechanism) : Mechanism("broken");
}

ShapeNumbers numbers(const Mechanism& m, std::string_view name) {
  const Shape* const shape = m.shapes().find(name);
  EXPECT_NE(shape, nullptr) << name;
  return shape == nullptr ? ShapeNumbers{} : shape_numbers(*shape, given_start(m));
}

// The own z axis of a shape in its frame.
std::array<double, 3> axis_of(const ShapeNumbers& n) { return {n.turned[2], n.turned[5], n.turned[8]}; }

TEST(Shapes, have_the_sizes_of_their_kind) {
  const Mechanism m = with(R"yaml(
shapes:
  a: {box: [L, 6 cm, 1 cm], body: arm}
  b: {sphere: 2*r, body: arm}
  c: {ellipsoid: [3 cm, 2 cm, 1 cm], body: arm}
  d: {cylinder: r, length: L/4, body: arm}
  e: {cone: r, top: 1 cm, length: 5 cm, body: arm}
  f: {capsule: r, length: 6 cm, body: arm}
  g: {tube: r, inner: 0.5*r, length: 2 cm, body: arm}
  h: {prism: [[0, 0], [L, 0], [0, 7 cm]], length: 1 cm, body: arm}
  i: {plane: [2 m, 1 m], body: arm}
  j: {line: [O, P, Q], radius: 5 mm}
  k: {line: [P, Q], length: 10 cm, radius: 1 cm}
  l: {spring: [P, Q], radius: 1 cm, coils: 8}
  m: {mesh: parts/cover.stl, unit: 1 mm, body: arm}
)yaml");
  ASSERT_EQ(m.shapes().size(), 13U);
  EXPECT_EQ(numbers(m, "a").sizes.size, (std::array{0.4, 0.06, 0.01}));
  EXPECT_DOUBLE_EQ(numbers(m, "b").sizes.radius, 0.06);
  EXPECT_EQ(numbers(m, "c").sizes.size, (std::array{0.03, 0.02, 0.01}));
  EXPECT_DOUBLE_EQ(numbers(m, "d").sizes.length, 0.1);
  EXPECT_DOUBLE_EQ(numbers(m, "e").sizes.inner, 0.01);
  EXPECT_DOUBLE_EQ(numbers(m, "f").sizes.length, 0.06);
  EXPECT_DOUBLE_EQ(numbers(m, "g").sizes.inner, 0.015);
  EXPECT_EQ(numbers(m, "h").sizes.outline[1], (std::array{0.4, 0.0}));
  EXPECT_EQ(numbers(m, "h").sizes.outline[2], (std::array{0.0, 0.07}));
  EXPECT_DOUBLE_EQ(numbers(m, "i").sizes.size[1], 1);
  EXPECT_EQ(m.shapes().find("j")->through.size(), 3U);
  EXPECT_EQ(numbers(m, "j").sizes.length, 0);
  EXPECT_DOUBLE_EQ(numbers(m, "k").sizes.length, 0.1);
  EXPECT_EQ(numbers(m, "l").sizes.coils, 8);
  EXPECT_EQ(m.shapes().find("m")->mesh, "parts/cover.stl");
  EXPECT_DOUBLE_EQ(numbers(m, "m").sizes.unit, 0.001);
  for (const Shape& shape : m.shapes()) EXPECT_TRUE(can_be_drawn(shape, numbers(m, shape.name))) << shape.name;
}

TEST(Shapes, go_with_a_body_a_particle_or_a_frame_and_a_point) {
  const Mechanism m = with(R"yaml(
shapes:
  of_body: {sphere: r, body: arm}
  of_link: {sphere: r, body: slide}
  of_particle: {sphere: r, body: bob}
  of_ground: {sphere: r, body: ground}
  elsewhere: {sphere: r, body: arm, point: P}
  by_frame: {sphere: r, frame: B}
  by_point: {sphere: r, point: Q}
  both: {sphere: r, frame: B, point: Q}
)yaml");
  const auto is_at = [&](const char* name, const char* frame, const char* point) {
    const Shape& shape = *m.shapes().find(name);
    EXPECT_EQ(shape.frame.name(), frame) << name;
    EXPECT_EQ(shape.point.name(), point) << name;
  };
  is_at("of_body", "B", "C");
  is_at("of_link", "slide", m.links().find("slide")->origin.name().c_str());
  is_at("of_particle", "N", "Q");
  is_at("of_ground", "N", "O");
  is_at("elsewhere", "B", "P");
  is_at("by_frame", "B", "C");  // the mass centre of its body is the origin of a frame
  is_at("by_point", "N", "Q");
  is_at("both", "B", "Q");
}

TEST(Shapes, point_along_their_axis_after_they_are_turned) {
  const Mechanism m = with(R"yaml(
shapes:
  x: {cylinder: r, length: L, axis: x, body: arm}
  back: {cylinder: r, length: L, axis: -y, body: arm}
  turned: {cylinder: r, length: L, axis: x, turned: {z: 90 deg}, body: arm, at: [1 cm, 0, r]}
  thrice: {cylinder: r, length: L, turned: {body: zxz, angles: [90 deg, 90 deg, 0]}, body: arm}
)yaml");
  const auto is_near = [](const std::array<double, 3>& a, const std::array<double, 3>& b) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-15);
  };
  is_near(axis_of(numbers(m, "x")), {1, 0, 0});
  is_near(axis_of(numbers(m, "back")), {0, -1, 0});
  is_near(axis_of(numbers(m, "turned")), {0, 1, 0});
  is_near(numbers(m, "turned").at, {0.01, 0, 0.03});
  is_near(axis_of(numbers(m, "thrice")), {1, 0, 0});  // z turned about x' = y: x
}

TEST(Shapes, are_right_handed_whatever_their_axis) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const bool opposite : {false, true}) {
      const Matrix3 m = axis_matrix(axis, opposite);
      const Components x{m(0, 0), m(1, 0), m(2, 0)}, y{m(0, 1), m(1, 1), m(2, 1)}, z{m(0, 2), m(1, 2), m(2, 2)};
      EXPECT_EQ(cross(x, y), z) << axis << opposite;
    }
}

TEST(Shapes, change_with_the_parameters) {
  const Mechanism m = with("shapes: {a: {cylinder: 2*r, length: L, body: arm, at: [L, 0, 0]}}\n");
  Values values = given_start(m);
  values[m.parameters().find("L")->symbol] = 0.7;
  const ShapeNumbers n = shape_numbers(m.shapes()[0], values);
  EXPECT_DOUBLE_EQ(n.sizes.length, 0.7);
  EXPECT_DOUBLE_EQ(n.at[0], 0.7);
  values[m.parameters().find("r")->symbol] = -1;
  EXPECT_FALSE(can_be_drawn(m.shapes()[0], shape_numbers(m.shapes()[0], values)));
}

TEST(Shapes, name_each_frame_and_point_that_they_need_once) {
  const Mechanism m = with(R"yaml(
shapes:
  a: {sphere: r, body: arm}
  b: {sphere: r, frame: B, point: P}
  c: {line: [P, Q, O], radius: r}
)yaml");
  const ShapePlaces places = places_of(shapes_to_draw(m, given_start(m)));
  ASSERT_EQ(places.frames.size(), 1U);
  EXPECT_EQ(places.frames[0].name(), "B");
  ASSERT_EQ(places.points.size(), 4U);
  EXPECT_EQ(places.points[3].name(), "O");
}

TEST(Shapes, have_colors_by_name_or_by_number) {
  const Mechanism m = with(
      "shapes: {a: {sphere: r, body: arm, color: brass, opacity: 0.5}, b: {line: [O, P], radius: r},"
      " c: {sphere: r, body: arm, color: \"#C03020\"}}\n");
  EXPECT_EQ(m.shapes().find("a")->opacity, 0.5);
  EXPECT_EQ(m.shapes().find("b")->color, "dark");
  EXPECT_EQ(rgb_of(m.shapes().find("c")->color), (std::array<unsigned char, 3>{0xc0, 0x30, 0x20}));
  EXPECT_EQ(rgb_of("#12345g"), std::nullopt);
  EXPECT_EQ(rgb_of("purple"), std::nullopt);
}

TEST(Shapes, without_a_place_or_with_an_unknown_color_are_refused_by_the_mechanism) {
  Mechanism m;
  Shape ball{.name = "ball", .kind = ShapeKind::sphere};
  ball.sizes.radius = 1;
  EXPECT_THROW(m.shape(ball), MechanicsError);
  ball.frame = m.N();
  ball.point = m.O();
  m.shape(ball);
  EXPECT_THROW(m.shape(ball), MechanicsError);  // the name is taken
  Shape rope{.name = "rope", .kind = ShapeKind::line, .through = {m.O()}};
  EXPECT_THROW(m.shape(rope), MechanicsError);
  rope.through.push_back(m.point("P", m.O(), m.N().x()));
  rope.color = "purple";
  EXPECT_THROW(m.shape(rope), MechanicsError);
  EXPECT_EQ(m.shapes().size(), 1U);
}

TEST(View, follows_what_is_said_then_gravity_then_z) {
  const auto up = [](const std::string& sections) {
    const Mechanism m = with(sections);
    return view_directions(m, given_start(m)).up;
  };
  EXPECT_EQ(up(""), (std::array{0.0, 0.0, 1.0}));
  EXPECT_EQ(up("gravity: -9.81*N.y\n"), (std::array{0.0, 1.0, 0.0}));
  EXPECT_EQ(up("gravity: -9.81*N.y\nview: {up: 2*N.x}\n"), (std::array{1.0, 0.0, 0.0}));
  const Mechanism m = with("view: {from: 3*N.x}\n");
  EXPECT_EQ(view_directions(m, given_start(m)).from, (std::array{1.0, 0.0, 0.0}));
}

TEST(DefaultShapes, are_rods_between_the_points_of_a_body_and_balls_for_particles) {
  const Mechanism m = with("gravity: -9.81*N.y\nloads: {rope: {spring: 3 N/m, between: [P, Q]}}\ninitial: {q2: 1 m}\n");
  const std::vector<Shape> shapes = shapes_to_draw(m, given_start(m));
  std::map<ShapeKind, int> count;
  for (const Shape& shape : shapes) ++count[shape.kind];
  EXPECT_EQ(count[ShapeKind::line], 3);  // the arm from its centre to both ends, the slide to its centre
  EXPECT_EQ(count[ShapeKind::sphere], 1);
  EXPECT_EQ(count[ShapeKind::cylinder], 1);  // the joint of the slide
  EXPECT_EQ(count[ShapeKind::spring], 1);
  EXPECT_EQ(count[ShapeKind::plane], 1);
}

TEST(DefaultShapes, a_body_without_points_is_a_box_of_its_inertia) {
  ReadResult result = read_model_text(R"yaml(tangible: 1
coordinates: {e0: rad, e1: rad, e2: rad, e3: rad}
frames: {B: {in: N, euler: [e0, e1, e2, e3]}}
bodies: {stone: {frame: B, center: O, mass: 12 kg, inertia: [13, 10, 5]}}
)yaml");
  ASSERT_TRUE(result) << result.diagnostics.to_string();
  const auto shapes = default_shapes(*result.mechanism, given_start(*result.mechanism));
  ASSERT_EQ(shapes.size(), 1U);
  const auto size = shape_numbers(shapes[0], given_start(*result.mechanism)).sizes.size;
  // A box with edges 1, 2, 3 of 12 kg: 12/12 (4 + 9), 12/12 (9 + 1), 12/12 (1 + 4).
  EXPECT_NEAR(size[0], 1, 1e-12);
  EXPECT_NEAR(size[1], 2, 1e-12);
  EXPECT_NEAR(size[2], 3, 1e-12);
}

TEST(DefaultShapes, of_every_library_model_can_be_drawn_and_are_the_same_each_time) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models")) {
    if (entry.path().extension() != ".yaml") continue;
    const ReadResult result = read_model(entry.path().string());
    ASSERT_TRUE(result) << result.diagnostics.to_string();
    const Values start = given_start(*result.mechanism);
    const auto shapes = default_shapes(*result.mechanism, start);
    EXPECT_FALSE(shapes.empty()) << entry.path();
    const auto again = default_shapes(*result.mechanism, start);
    ASSERT_EQ(shapes.size(), again.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      EXPECT_TRUE(can_be_drawn(shapes[i], shape_numbers(shapes[i], start))) << entry.path() << " " << shapes[i].name;
      EXPECT_EQ(shape_expressions(shapes[i]), shape_expressions(again[i])) << entry.path() << " " << shapes[i].name;
    }
  }
}

}  // namespace
}  // namespace tangible
