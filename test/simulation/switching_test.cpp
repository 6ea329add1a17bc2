// SPDX-License-Identifier: Apache-2.0
// Rows that are switched on: held at what they have, refused off their surface, imposed while contacts touch.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

std::string slide(const std::string& more) {
  return "parameters: {m: 2 kg, F: 3 N}\n"
         "coordinates: {x: m, z: m}\n"
         "points:\n  P: {from: O, at: x*N.x + z*N.z}\n"
         "speeds: {u1: x', u2: z'}\n"
         "particles:\n  slide: {at: P, mass: m}\n"
         "loads:\n  push: {force: F*N.x, at: P}\n"
         "constraints:\n"
         "  catch: {configuration: x - 0.1 m, active: false}\n"
         "  pace: {motion: x', active: false}\n" +
         more;
}

TEST(Hold, a_configuration_row_keeps_the_value_it_has) {
  MovingModel model(model_file(slide("events:\n  stop: {when: rises(t - 1 s), do: [{hold: catch}]}\n")), {}, fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(3)), std::string("ok"));
  EXPECT_NEAR(model.simulation.state()[0], 3.0 / 2 / 2, 1e-12);
  EXPECT_EQ(model.simulation.state()[2], 0);
  EXPECT_NEAR(model.simulation.ledger().impacts, 2 * 1.5 * 1.5 / 2, 1e-10);
}

TEST(Hold, a_motion_row_keeps_the_speed_it_has_and_its_work_is_booked) {
  MovingModel model(model_file(slide("events:\n  cruise: {when: rises(t - 1 s), do: [{hold: pace}]}\n"
                                     "outputs: {brake: force(pace)}\n")),
                    {}, fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(3)), std::string("ok"));
  EXPECT_NEAR(model.simulation.state()[2], 1.5, 1e-12);
  EXPECT_NEAR(model.simulation.state()[0], 0.75 + 2 * 1.5, 1e-11);
  const Watch& watch = model.simulation.evaluate_outputs(3, model.simulation.state());
  EXPECT_NEAR(watch[model.system_.output_values[0]], -3, 1e-12);
  EXPECT_NEAR(model.simulation.ledger().impacts, 0, 1e-30);
  EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-10);
}

TEST(Switching, a_configuration_row_off_its_surface_is_refused_by_name) {
  MovingModel model(model_file(slide("events:\n  stop: {when: rises(t - 1 s), do: [{activate: catch}]}\n")), {},
                    fine());
  model.start();
  EXPECT_EQ(model.simulation.run_to(3), SimulationStatus::off_surface);
  EXPECT_EQ(model.simulation.fault(), "catch");
  EXPECT_NEAR(model.simulation.time(), 1, 1e-12);
}

// A block that sticks to the floor, hit sideways: without a blow from above, friction has no impulse to give.
TEST(Switching, an_impulse_along_the_floor_is_not_swallowed_by_stiction) {
  const std::string floor =
      "gravity: -9.81*N.z\n"
      "contacts:\n  floor: {gap: z, at: P, tangents: [N.x], friction: 0.9}\n"
      "events:\n  blow: {when: rises(t - 1 s), do: [{impulse: {vector: 4 N*s*N.x, at: P}}]}\n";
  MovingModel model(model_file(slide(floor)), {}, fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(0.9)), std::string("ok"));
  EXPECT_EQ(model.simulation.motion().mode().contacts[0], ContactState::sticking);
  ASSERT_EQ(describe(model.simulation.run_to(1.1)), std::string("ok"));
  // From 2 m/s on it slides against 0.9 g, pushed by 3 N.
  EXPECT_NEAR(model.simulation.state()[2], 2 - 0.1 * (0.9 * 9.81 - 1.5), 1e-10);
}

// Two masses on a rail, the second resting against a wall behind it. A coupling that is switched on while the first
// flies away takes the second along: the wall does not pull.
TEST(Switching, contacts_do_not_pull_when_rows_are_imposed) {
  const char* const pair =
      "coordinates: {a: m, b: m}\n"
      "points:\n  A: {from: O, at: a*N.x}\n  B: {from: O, at: b*N.x}\n"
      "speeds: {u1: a', u2: b'}\n"
      "particles:\n  first: {at: A, mass: 1 kg}\n  second: {at: B, mass: 3 kg}\n"
      "loads:\n  press: {force: -2 N*N.x, at: B}\n"
      "contacts:\n  wall: {gap: b}\n"
      "constraints:\n  coupling: {motion: a' - b', active: false}\n"
      "events:\n  couple: {when: rises(t - 1 s), do: [{activate: coupling}]}\n"
      "initial: {a: 1 m, u1: 8 m/s}\n";
  MovingModel model(model_file(pair), {}, fine());
  model.start();
  EXPECT_EQ(model.simulation.motion().mode().contacts[0], ContactState::sliding);
  ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok"));
  ASSERT_EQ(describe(model.simulation.run_to(1.5)), std::string("ok"));
  EXPECT_EQ(model.simulation.motion().mode().contacts[0], ContactState::open);
  EXPECT_NEAR(model.simulation.state()[3], 2 - 0.5 * 2 / 4, 1e-10);
  EXPECT_NEAR(model.simulation.ledger().impacts, 32 - 8, 1e-9);
}

// Legs at the corners of a square: four contacts, three freedoms. Loaded near one corner, all stay.
TEST(Table, stands_on_four_legs_however_they_share_the_load) {
  const char* const table =
      "parameters: {m: 10 kg, F: 60 N}\n"
      "coordinates: {z: m, a: rad, b: rad}\n"
      "frames:\n  B: {in: N, rotate: {body: xyz, angles: [a, b, 0]}}\n"
      "points:\n"
      "  Bo: {from: O, at: z*N.z}\n"
      "  L1: {from: Bo, at: 1*B.x + 1*B.y}\n  L2: {from: Bo, at: -1*B.x + 1*B.y}\n"
      "  L3: {from: Bo, at: -1*B.x - 1*B.y}\n  L4: {from: Bo, at: 1*B.x - 1*B.y}\n"
      "  P: {from: Bo, at: 0.9*B.x + 0.8*B.y}\n"
      "speeds: {u1: z', u2: a', u3: b'}\n"
      "bodies:\n  top: {frame: B, center: Bo, mass: m, inertia: [3, 3, 6]}\n"
      "gravity: -9.81*N.z\n"
      "loads:\n  weight: {force: -F*N.z, at: P}\n"
      "contacts:\n"
      "  l1: {gap: \"dot(p(L1), N.z)\"}\n  l2: {gap: \"dot(p(L2), N.z)\"}\n"
      "  l3: {gap: \"dot(p(L3), N.z)\"}\n  l4: {gap: \"dot(p(L4), N.z)\"}\n";
  for (const Method method : {Method::adaptive, Method::rk4}) {
    MovingModel model(model_file(table), {}, fixed(method, 1e-2));
    model.start();
    for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(model.simulation.motion().mode().contacts[c], ContactState::sliding);
    const std::uint64_t before = model.simulation.log().end();
    ASSERT_EQ(describe(model.simulation.run_to(10)), std::string("ok"));
    EXPECT_EQ(model.simulation.log().end(), before);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(model.simulation.state()[i], 0, 1e-12);
  }
}

// A block on two feet on a slope it cannot slide down, its weight mostly on the lower foot: friction is shared in no
// unique way, and it stays where it is, position and all.
TEST(Block, on_two_feet_stays_on_its_slope) {
  const char* const block =
      "parameters: {m: 10 kg, slope: 0.3 rad}\n"
      "coordinates: {x: m, h: m, tilt: rad}\n"
      "frames:\n  B: {in: N, rotate: {z: tilt}}\n"
      "points:\n  Bo: {from: O, at: x*N.x + (h + 0.4)*N.y}\n"
      "  L: {from: Bo, at: -0.2*B.x - 0.4*B.y}\n  R: {from: Bo, at: 0.2*B.x - 0.4*B.y}\n"
      "speeds: {u1: x', u2: h', u3: tilt'}\n"
      "bodies:\n  block: {frame: B, center: Bo, mass: m, inertia: {zz: 0.7}}\n"
      "gravity: 9.81 m/s^2*(sin(slope)*N.x - cos(slope)*N.y)\n"
      "contacts:\n"
      "  left: {gap: \"dot(p(L), N.y)\", at: L, tangents: [N.x], friction: 0.35}\n"
      "  right: {gap: \"dot(p(R), N.y)\", at: R, tangents: [N.x], friction: 0.35}\n";
  MovingModel model(model_file(block), {}, fixed(Method::rk4, 1e-2));
  model.start();
  EXPECT_EQ(model.simulation.motion().mode().contacts[0], ContactState::sticking);
  const std::uint64_t before = model.simulation.log().end();
  ASSERT_EQ(describe(model.simulation.run_to(100)), std::string("ok"));
  EXPECT_EQ(model.simulation.log().end(), before);
  EXPECT_EQ(model.simulation.state()[0], 0);
}

}  // namespace
}  // namespace tangible
