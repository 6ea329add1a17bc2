// SPDX-License-Identifier: Apache-2.0
// Reactions of joints as outputs of a run, contacts counted, against statics and formulas.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

std::string arm(const std::string& more) {
  return "parameters: {m: 2 kg, l: 0.6 m, g: 9.81 m/s^2}\n"
         "bodies:\n"
         "  arm: {parent: ground, joint: revolute, coordinate: q, mass: m, center: [0.3 m, 0, 0], inertia: {zz: "
         "0.06},\n"
         "        points: {tip: [0.6 m, 0, 0]}}\n"
         "gravity: -g*N.y\n"
         "outputs:\n"
         "  along: dot(force(arm), arm.x)\n"
         "  across: dot(force(arm), arm.y)\n"
         "  up: dot(force(arm), N.y)\n" +
         more;
}

double output(MovingModel& model, std::size_t i) {
  return model.simulation.evaluate_outputs(model.simulation.time(),
                                           model.simulation.state())[model.system_.output_values[i]];
}

// A rod let go at the horizontal: at the angle q below, w^2 = 3 g sin / l, the pin pulls m (g sin + w^2 l/2) = 5/2 m g
// sin along it and carries m g cos / 4 across it.
TEST(ReactionOutput, of_a_falling_rod_is_what_Euler_says) {
  MovingModel model(model_file(arm("initial: {q: 0}\n")), {}, fine());
  model.start();
  EXPECT_NEAR(output(model, 1), 2 * 9.81 / 4, 1e-12);
  ASSERT_EQ(describe(model.simulation.run_to(0.2)), std::string("ok"));
  const double q = model.simulation.state()[0];
  EXPECT_NEAR(output(model, 0), 2.5 * 2 * 9.81 * std::sin(q), 1e-9);  // q is negative: towards the pin
  EXPECT_NEAR(output(model, 1), 2 * 9.81 * std::cos(q) / 4, 1e-9);
}

// The same rod with its tip on a stop: pin and stop carry half of the weight each.
TEST(ReactionOutput, counts_what_contacts_carry) {
  MovingModel model(
      model_file(
          arm("contacts:\n  stop: {gap: \"dot(p(arm.tip), N.y)\", at: arm.tip, normal: N.y}\ninitial: {q: 0}\n")),
      {}, fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(0.2)), std::string("ok"));
  EXPECT_NEAR(output(model, 2), 9.81, 1e-12);
}

// A contact that has only its gap: the points of the gap determine where it acts.
TEST(ReactionOutput, finds_by_the_gap_where_contacts_act) {
  MovingModel model(model_file(arm("contacts:\n  stop: {gap: \"dot(p(arm.tip), N.y)\"}\ninitial: {q: 0}\n")), {},
                    fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(0.2)), std::string("ok"));
  EXPECT_NEAR(output(model, 2), 9.81, 1e-12);
}

// A stop in the joint puts a torque on the arm and no force: the pin carries the whole weight.
TEST(ReactionOutput, a_stop_at_an_angle_is_in_the_joint) {
  MovingModel model(model_file(arm("contacts:\n  stop: {gap: q}\ninitial: {q: 0}\n")), {}, fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(0.2)), std::string("ok"));
  EXPECT_NEAR(output(model, 2), 2 * 9.81, 1e-12);
}

// A force reached by a definition is reported like one written out.
TEST(ForceInLoad, is_told_even_by_a_definition) {
  const std::string text =
      arm("constraints:\n  pin: {motion: q', active: false}\n"
          "define:\n  pull: force(pin)\n"
          "loads:\n  back: {torque: pull*N.z, body: arm}\n");
  try {
    formulate_current({model_file(text), {}});
    FAIL() << "the load was taken";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("force(pin)"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("not by a definition"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tangible
