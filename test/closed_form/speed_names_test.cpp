// SPDX-License-Identifier: Apache-2.0
// Symbols of one name are one symbol: the speeds of the program's choice have names that nothing else has.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

const std::string bead =
    "points: {P: {from: O, at: q1*N.x}}\n"
    "particles: {bead: {at: P, mass: 2 kg}}\n";

// A bead under a constant force of 6 N: x = x_0 + v_0 t + 3/2 t^2.
void expect_even_acceleration(const std::string& text) {
  MovingModel model(model_file(text), {}, {});
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok")) << text;
  EXPECT_NEAR(model.simulation.state()[0], 0.5 + 2 * 0.25 + 6, 1e-12) << text;
  EXPECT_NEAR(model.simulation.state()[1], 0.25 + 6, 1e-12) << text;
}

TEST(SpeedNames, an_input_named_u1_is_not_the_speed_of_q1) {
  expect_even_acceleration("inputs: {u1: 6 N}\ncoordinates: {q1: m}\n" + bead +
                           "loads: {push: {force: u1*N.x, at: P}}\ninitial: {q1: 0.5, q1': 0.25}\n");
}

TEST(SpeedNames, a_parameter_named_u1_is_not_the_speed_of_q1) {
  expect_even_acceleration("parameters: {u1: 6 N, u_q1: 1 rad}\ncoordinates: {q1: m}\n" + bead +
                           "loads: {push: {force: u1*u_q1*N.x, at: P}}\ninitial: {q1: 0.5, u_q1_2: 0.25}\n");
}

TEST(SpeedNames, a_state_named_u1_is_not_the_speed_of_q1) {
  expect_even_acceleration("states: {u1: {unit: N, rate: 0 N/s}}\ncoordinates: {q1: m}\n" + bead +
                           "loads: {push: {force: u1*N.x, at: P}}\ninitial: {q1: 0.5, q1': 0.25, u1: 6 N}\n");
}

// q_x and x would both get u_x, and a coordinate may be called u_x itself.
TEST(SpeedNames, coordinates_of_similar_names_move_by_themselves) {
  for (const char* other : {"q_x", "u_x"}) {
    const std::string name = other;
    MovingModel model(model_file("coordinates: {x: m, " + name +
                                 ": m}\n"
                                 "points: {P: {from: O, at: x*N.x + " +
                                 name +
                                 "*N.y}}\n"
                                 "particles: {bead: {at: P, mass: 2 kg}}\n"
                                 "initial: {x: 0.5, x': 1, " +
                                 name + ": 0.25, " + name + "': 3}\n"),
                      {}, {});
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok")) << name;
    const double expected[] = {2.5, 6.25, 1, 3};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(model.simulation.state()[i], expected[i], 1e-12) << name << i;
  }
}

// A torque of 3 N m about the axis of a ball of 2 kg m^2, in Euler parameters.
TEST(SpeedNames, an_input_named_like_an_angular_velocity_is_none) {
  MovingModel model(model_file("inputs: {w_ballz: 3 N*m}\n"
                               "bodies:\n  ball: {parent: ground, joint: ball, mass: 1 kg, inertia: [2, 2, 2]}\n"
                               "loads: {turn: {torque: w_ballz*N.z, body: ball}}\n"),
                    {}, {});
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok"));
  EXPECT_NEAR(model.simulation.state()[6], 3, 1e-10);
}

}  // namespace
}  // namespace tangible
