// SPDX-License-Identifier: Apache-2.0
// The arrow of a row whose text does not say where it acts: found where its coefficients are those of a force at a
// point or of a torque on a frame, and left out otherwise.
#include <gtest/gtest.h>

#include <optional>

#include "engine/simulation.h"

namespace tangible {
namespace {

struct SeenArrow {
  ModelDescription::Arrow description;
  Vec3 force;  // or torque
  Vec3 at;
};

// The arrow of a name after a tenth of a second.
std::optional<SeenArrow> arrow_of(const std::string& text, const std::string& name) {
  Simulation run(load_text(text), {.method = Method::rk4, .step = 1e-3});
  EXPECT_EQ(run.advance_to(0.1), SimulationStatus::ok);
  run.publish();
  Snapshot snapshot{std::vector<double>(run.snapshot_layout().size)};
  run.snapshots()->read(snapshot.numbers);
  const SnapshotLayout& layout = run.snapshot_layout();
  const ModelDescription& model = run.model().description();
  for (std::size_t a = 0; a < model.arrows.size(); ++a) {
    if (model.arrows[a].name != name) continue;
    const double* v = &snapshot.numbers[layout.arrows[3 * a]];
    return SeenArrow{model.arrows[a], {v[0], v[1], v[2]}, snapshot.pose(layout, model.arrows[a].point).position};
  }
  return std::nullopt;
}

void expect_near(const Vec3& a, const Vec3& b, double bound) {
  EXPECT_NEAR(a.x, b.x, bound);
  EXPECT_NEAR(a.y, b.y, bound);
  EXPECT_NEAR(a.z, b.z, bound);
}

std::string bead(const std::string& rest) {
  return R"yaml(
tangible: 1
parameters: {m: 2 kg, g: 10 m/s^2, L: 0.5 m}
coordinates: {x: m, h: m, a: rad}
frames:
  A: {in: N, rotate: {z: a}}
points:
  P: {from: O, at: x*N.x + h*N.y}
  Q: {from: P, at: L*A.x}
bodies:
  rod: {frame: A, center: P, mass: m, inertia: {zz: 0.1 kg*m^2}}
loads:
  weight: {gravity: -g*N.y}
)yaml" + rest;
}

TEST(ArrowSite, a_contact_given_by_its_gap_alone_pushes_its_point) {
  const auto seen = arrow_of(bead("contacts:\n  floor: {gap: h, restitution: 0}\n"), "floor");
  ASSERT_TRUE(seen);
  EXPECT_FALSE(seen->description.is_torque);
  expect_near(seen->force, {0, 20, 0}, 1e-9);
  expect_near(seen->at, {0, 0, 0}, 1e-9);
}

TEST(ArrowSite, a_row_on_a_coordinate_holds_its_point_against_the_weight) {
  for (const auto& [row, force] : {std::pair{"h'", 20.0}, {"-h'", 20.0}}) {
    const auto seen = arrow_of(bead("constraints:\n  shelf: {motion: \"" + std::string(row) + "\"}\n"), "shelf");
    ASSERT_TRUE(seen) << row;
    EXPECT_FALSE(seen->description.is_torque);
    expect_near(seen->force, {0, force, 0}, 1e-9);
  }
}

TEST(ArrowSite, a_row_on_an_angle_turns_its_body) {
  const auto seen = arrow_of(bead("  twist: {torque: 3 N*m*N.z, frame: A}\nconstraints:\n  lock: {motion: a'}\n"), "lock");
  ASSERT_TRUE(seen);
  EXPECT_TRUE(seen->description.is_torque);
  expect_near(seen->force, {0, 0, -3}, 1e-9);
}

TEST(ArrowSite, a_row_on_a_squared_distance_pulls_along_the_line) {
  const auto seen = arrow_of(bead("initial: {h: -2 m}\nconstraints:\n  string: {configuration: x^2 + h^2 - L^2*16}\n"),
                             "string");
  ASSERT_TRUE(seen);
  expect_near(seen->force, {0, 20, 0}, 1e-8);
}

// The force on Q turns the rod as well, so that it is not one at P.
TEST(ArrowSite, a_row_that_acts_at_another_point_is_drawn_there) {
  const auto seen =
      arrow_of(bead("constraints:\n  shelf: {configuration: h + L*sin(a)}\n  post: {configuration: h}\n"), "shelf");
  ASSERT_TRUE(seen);
  expect_near(seen->at, {0.5, 0, 0}, 1e-9);
}

TEST(ArrowSite, rows_that_are_neither_a_force_nor_a_torque_have_no_arrow) {
  EXPECT_FALSE(arrow_of(bead("constraints:\n  cam: {configuration: x - L*a}\n"), "cam"));
  EXPECT_FALSE(arrow_of(bead("constraints:\n  mix: {motion: x' - 2*h'}\n"), "mix"));
}

}  // namespace
}  // namespace tangible
