// SPDX-License-Identifier: Apache-2.0
// force(row) of rows that have no names of their own: of loops with listed directions, alignments and contacts.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

std::vector<double> outputs_after(const std::string& text, double t) {
  MovingModel model(model_file(text), {}, fine());
  model.start();
  EXPECT_EQ(describe(model.simulation.run_to(t)), std::string("ok")) << text;
  const auto values = model.simulation.evaluate_outputs(model.simulation.time(), model.simulation.state());
  std::vector<double> outputs;
  const Slots& slots = model.system_.output_values;
  for (std::size_t i = 0; i < slots.count; ++i) outputs.push_back(values[slots[i]]);
  return outputs;
}

// A beam of 2 kg and 0.6 m on a pin in its left end, held level by a second one in its right end.
TEST(RowForces, of_a_loop_are_those_of_its_listed_directions) {
  const std::vector<double> forces = outputs_after(
      "coordinates: {x: m, z: m, q: rad}\n"
      "frames: {B: {in: N, rotate: {y: q}}}\n"
      "points: {C: {from: O, at: x*N.x + z*N.z}, L: {from: C, at: -0.3*B.x}, R: {from: C, at: 0.3*B.x},"
      " K: {from: O, at: 0.6*N.x}}\n"
      "bodies: {beam: {frame: B, center: C, mass: 2 kg, inertia: {yy: 0.06}}}\n"
      "gravity: -9.81*N.z + 3*N.x\n"
      "constraints: {left: {loop: [L, O], along: [N.x, N.z]}, right: {loop: [R, K], along: [N.z]}}\n"
      "outputs: {a: abs(force(left.1)), b: abs(force(left.2)), c: abs(force(right))}\n"
      "initial: {x: 0.3}\n",
      0.1);
  ASSERT_EQ(forces.size(), 3U);
  EXPECT_NEAR(forces[0], 2 * 3, 1e-10);
  EXPECT_NEAR(forces[1], 9.81, 1e-10);
  EXPECT_NEAR(forces[2], 9.81, 1e-10);
}

TEST(RowForces, of_a_contact_are_those_along_its_tangents) {
  const std::vector<double> forces = outputs_after(
      "coordinates: {x: m, s: m, z: m}\n"
      "points: {P: {from: O, at: x*N.x + s*N.y + z*N.z}}\n"
      "particles: {block: {at: P, mass: 2 kg}}\n"
      "gravity: -9.81*N.z\n"
      "contacts: {floor: {gap: z, at: P, normal: N.z, tangents: [N.x, N.y], friction: 0.3}}\n"
      "outputs: {a: force(floor), b: force(floor.1), c: force(floor.2)}\n"
      "initial: {x': 3, s': -4}\n",
      0.1);
  ASSERT_EQ(forces.size(), 3U);
  EXPECT_NEAR(forces[0], 2 * 9.81, 1e-10);
  EXPECT_NEAR(forces[1], -0.3 * 2 * 9.81 * 0.6, 1e-10);
  EXPECT_NEAR(forces[2], 0.3 * 2 * 9.81 * 0.8, 1e-10);
}

// An arm kept upright by an alignment: it carries the moment of the weight.
TEST(RowForces, of_an_alignment_are_its_moments) {
  const std::vector<double> forces = outputs_after(
      "coordinates: {q1: rad, q2: rad}\n"
      "frames: {A: {in: N, rotate: {x: q1}}, B: {in: A, rotate: {y: q2}}}\n"
      "points: {P: {from: O, at: 0.5*B.x}}\n"
      "bodies: {arm: {frame: B, center: P, mass: 2 kg, inertia: [0.1, 0.1, 0.1]}}\n"
      "gravity: -9.81*N.z\n"
      "constraints: {hinge: {align: [B, N], about: z}}\n"
      "outputs: {a: abs(force(hinge.1)), b: abs(force(hinge.2))}\n",
      0.1);
  ASSERT_EQ(forces.size(), 2U);
  EXPECT_NEAR(forces[0], 2 * 9.81 * 0.5, 1e-10);
  EXPECT_NEAR(forces[1], 0, 1e-10);
}

}  // namespace
}  // namespace tangible
