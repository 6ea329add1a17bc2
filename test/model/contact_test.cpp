// SPDX-License-Identifier: Apache-2.0
// Directions of contacts: what is right on the surface is taken, what is wrong everywhere is refused.
#include <gtest/gtest.h>

#include "model/read_model.h"

namespace tangible {
namespace {

const std::string bead = R"yaml(tangible: 1
parameters: {R: 2 m, c: 0.6, s: 0.8, e: 0.5, mu: 0.3}
coordinates: {x: m, h: m, a: rad, b: m}
frames: {A: {in: N, rotate: {z: a}}}
points:
  P: {from: O, at: x*N.x + h*N.y}
  Q: {from: O, at: b*N.y}
bodies: {plate: {frame: A, center: O, mass: 1 kg, inertia: [1, 1, 1]}}
particles: {bob: {at: P, mass: 1 kg}, table: {at: Q, mass: 1 kg}}
)yaml";

// The first message, or nothing if the model is taken.
std::string message(const std::string& contact, const std::string& more = "", const ReadOptions& options = {}) {
  const ReadResult result =
      read_model_text(bead + more + "contacts:\n  touch: {" + contact + "}\n", "test.yaml", options);
  return result ? "" : result.diagnostics.sorted().at(0).message;
}

TEST(ContactDirections, numbers_of_parameters_may_make_a_unit_vector) {
  EXPECT_EQ(message("gap: \"c*h - s*x\", at: P, normal: c*N.y - s*N.x, tangents: [c*N.x + s*N.y], friction: mu"), "");
  ReadOptions other;
  other.set["c"] = "0.7";
  EXPECT_EQ(
      message("gap: \"c*h - s*x\", at: P, normal: c*N.y - s*N.x, tangents: [c*N.x + s*N.y], friction: mu", "", other),
      "the normal of contact 'touch' is not a unit vector");
}

TEST(ContactDirections, need_to_be_right_on_the_surface_only) {
  EXPECT_EQ(message("gap: \"R - mag(p(P))\", at: P, normal: -p(P)/R, tangents: [(h*N.x - x*N.y)/R], friction: mu"), "");
  EXPECT_EQ(message("gap: (R^2 - x^2 - h^2)/(2*R), at: P, normal: -unit(p(P))"), "");
  EXPECT_EQ(message("gap: (R^2 - x^2 - h^2)/R, at: P, normal: -unit(p(P))"),
            "the normal of contact 'touch' does not fit its gap");
}

TEST(ContactDirections, a_normal_fits_a_surface_that_moves_if_it_is_named) {
  EXPECT_EQ(message("gap: h - b, at: P, normal: N.y, against: Q"), "");
  EXPECT_EQ(message("gap: h - b, at: P, normal: N.y"), "the normal of contact 'touch' does not fit its gap");
  EXPECT_EQ(message("gap: \"dot(p(P), A.y)\", at: P, normal: A.y, against_frame: plate"), "");
  EXPECT_EQ(message("gap: \"dot(p(P), A.y)\", at: P, normal: A.y, against_frame: N"),
            "the normal of contact 'touch' does not fit its gap");
  EXPECT_EQ(message("gap: h - (1 m)*sin(t/(1 s)), at: P, normal: N.y"), "");
}

TEST(ContactDirections, a_normal_fits_as_far_as_permanent_constraints_leave_motion) {
  EXPECT_EQ(message("gap: b, at: P, normal: N.y"), "the normal of contact 'touch' does not fit its gap");
  EXPECT_EQ(message("gap: b, at: P, normal: N.y", "constraints: {same: {configuration: b - h}}\n"), "");
  EXPECT_EQ(message("gap: b, at: P, normal: N.y", "constraints: {same: {motion: b' - h'}}\n"), "");
  EXPECT_EQ(message("gap: b, at: P, normal: N.y", "constraints: {same: {motion: b' - h', active: true}}\n"),
            "the normal of contact 'touch' does not fit its gap");
}

TEST(ContactDirections, vectors_of_turned_frames_are_at_right_angles) {
  EXPECT_EQ(message("gap: h, at: P, tangents: [A.x, N.z], friction: mu"), "");
  EXPECT_EQ(message("gap: h, at: P, tangents: [A.x, N.x], friction: mu"),
            "the tangents of contact 'touch' are not at right angles to each other");
}

TEST(ContactRestitution, of_a_parameter_that_was_set_is_checked) {
  EXPECT_EQ(message("gap: h, restitution: e"), "");
  ReadOptions more;
  more.set["e"] = "1.5";
  EXPECT_EQ(message("gap: h, restitution: e", "", more), "the restitution of a contact is not between 0 and 1");
}

TEST(ContactCondition, may_be_true_false_or_something_that_is_compared) {
  for (const char* condition : {"true", "false", "x > 0 m", "not (x > 0 m)"})
    EXPECT_EQ(message(std::string("gap: h, enabled: ") + condition), "");
  EXPECT_EQ(message("gap: h, enabled: 0.5"), "`enabled` must be a condition, not a scalar");
}

}  // namespace
}  // namespace tangible
