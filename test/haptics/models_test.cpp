// SPDX-License-Identifier: Apache-2.0
// Library models in the hand of a simulated operator, in virtual time, with the coupler tuned by itself.
#include <gtest/gtest.h>

#include "haptics/held_model.h"
#include "haptics/plants.h"

namespace tangible {
namespace {

using testing::HeldModel;
constexpr double T = HeldModel::T;

TEST(HeldModels, an_arm_pressed_into_the_wall_settles_at_the_depth_of_both_springs) {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {0.3, {0.03}}};
  SimulatedDeviceOptions o;
  o.freedoms = {true, false, false, false, false, false};
  HeldModel held("models/wall/wall.yaml", arm, o);
  run_in_virtual_time(held.servo, 4000);
  const double K = held.port.coupler().gains().stiffness.linear;
  EXPECT_EQ(held.port.report().weakest_label, CouplerLabel::passive);
  EXPECT_NEAR(held.device.tip_positions()[0], 0.03 * 135 / (135 + K), 1e-8);
  EXPECT_NEAR(held.run.force("wall"), -K * 0.03 * 135 / (135 + K), 1e-5);
}

TEST(HeldModels, a_plate_is_carried_freely_and_stopped_by_the_stop) {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {0.5, {0.01}}, {1, {0.05}}};  // the stop stands 20 mm ahead
  SimulatedDeviceOptions o;
  o.freedoms = {true, false, false, false, false, false};
  HeldModel held("models/wall/plate_at_stop.yaml", arm, o);
  run_in_virtual_time(held.servo, 500);
  EXPECT_LT(norm(held.port.sent().force), 0.3);  // free: mass and damping only
  run_in_virtual_time(held.servo, 3000);
  EXPECT_NEAR(held.run.value("x"), 0, 1e-9);
  EXPECT_GT(held.run.force("stop"), 1);
}

TEST(HeldModels, a_piano_key_acts_on_the_finger_along_its_one_direction) {
  OperatorOptions finger = firm_operator();
  finger.waypoints = {{0, {}}, {0.3, {0.01, -0.01, 0.02}}};
  HeldModel held("models/piano_action/piano_action.yaml", finger);
  held.run.set_input("press", 0);
  double largest = 0;
  for (int k = 0; k < 1000; ++k) {
    ASSERT_EQ(held.servo.tick(k * T), PlantStatus::running);
    const Vec3 f = held.port.coupler().wrench_on_handle().force;
    EXPECT_EQ(f.x, 0);
    EXPECT_EQ(f.z, 0);
    largest = std::max(largest, std::abs(f.y));
  }
  EXPECT_GT(largest, 0.1);
}

TEST(HeldModels, runs_are_equal_to_the_last_bit) {
  double x[2], f[2];
  for (int i = 0; i < 2; ++i) {
    OperatorOptions arm = light_operator();
    arm.waypoints = {{0, {}}, {0.5, {0.05, 0.02}}};
    HeldModel held("models/shopping_cart/shopping_cart.yaml", arm);
    run_in_virtual_time(held.servo, 800);
    x[i] = held.run.value("q1");
    f[i] = held.port.sent().force.x;
  }
  EXPECT_EQ(x[0], x[1]);
  EXPECT_EQ(f[0], f[1]);
}

TEST(HeldModels, the_cart_feels_a_sticking_caster_only_through_the_coupler) {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {2, {0.5, 0.1}}};
  HeldModel held("models/shopping_cart/shopping_cart.yaml", arm);
  double largest = 0, last = 0;
  for (int k = 0; k < 2000; ++k) {
    if (k == 700) {
      ASSERT_EQ(held.run.set_constraint("caster_sticks", true), SimulationStatus::ok);
    }
    ASSERT_EQ(held.servo.tick(k * T), PlantStatus::running);
    const double force = norm(held.port.sent().force);
    if (k > 200) largest = std::max(largest, std::abs(force - last));
    last = force;
  }
  // A jump of the handle's velocity changes the force by B dv at once, and by the spring only in time.
  EXPECT_LT(largest, 1);
}

TEST(HeldModels, each_form_of_the_coupler_holds_the_cart) {
  for (const CouplerForm form : {CouplerForm::held, CouplerForm::held_in_handle_frame, CouplerForm::in_stages,
                                 CouplerForm::in_stages_extrapolated, CouplerForm::implicit}) {
    OperatorOptions arm = firm_operator();
    arm.waypoints = {{0, {}}, {1, {0.3, 0}}};
    HeldModel held("models/shopping_cart/shopping_cart.yaml", arm, {}, form);
    EXPECT_EQ(run_in_virtual_time(held.servo, 1500), PlantStatus::running);
    EXPECT_LT(held.port.report().max_stretch, 0.05) << int(form);
    EXPECT_NEAR(held.run.energies().drift(), 0, 1e-6) << int(form);
  }
}

// The engine's implicit steps against the steps of the sampled loop's mass, written by hand: same hand, same coupler.
TEST(HeldModels, the_implicit_method_makes_the_steps_that_the_sampled_loop_knows) {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {0.1, {0.02}}, {0.2, {-0.02}}};
  SimulatedDeviceOptions o;
  o.freedoms = {true, false, false, false, false, false};
  SimulatedDevice one(o, arm), two(o, arm);
  Simulation run(load_text("tangible: 1\nname: mass\nparameters: {m: 0.2 kg}\ncoordinates: {x: m}\npoints: {P: {from: "
                           "O, at: x*N.x}}\nspeeds: {u: x'}\nparticles: {block: {at: P, mass: m}}\nhandles: {grip: "
                           "{at: P, frame: N}}\n"),
                 {.method = Method::implicit, .step = T});
  SimulationPlant plant(run, Method::implicit, T);
  plant.add_handle("grip");
  testing::MassOnLine mass{.mass = 0.2, .method = model_method(Method::implicit)};
  HapticPortOptions options = port_options_for(one.limits(), T);
  options.form = CouplerForm::in_stages_extrapolated;
  options.gains = {{1000, 0}, {2, 0}};
  HapticPort first(one, options), second(two, options);
  Servo engine(PlantRef(plant), T), by_hand(PlantRef(mass), T);
  engine.add_port(first);
  by_hand.add_port(second);
  for (int k = 0; k < 400; ++k) {
    ASSERT_EQ(engine.tick(k * T), PlantStatus::running);
    by_hand.tick(k * T);
    ASSERT_NEAR(run.value("x"), mass.x, 1e-9) << k;
  }
  EXPECT_NEAR(plant.work(0), 0.1 * run.value("u") * run.value("u"), 1e-6);
}

}  // namespace
}  // namespace tangible
