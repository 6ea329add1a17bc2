// SPDX-License-Identifier: Apache-2.0
// Library models in the hand of a simulated operator, in virtual time, with the coupler tuned by itself.
#include <gtest/gtest.h>

#include <cstdio>

#include "haptics/held_model.h"
#include "haptics/plants.h"
#include "haptics/tick.h"

namespace tangible {
namespace {

using testing::ModelInHand;

TEST(HeldModels, an_arm_pressed_into_the_wall_settles_at_the_depth_of_both_springs) {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {0.3, {0.03}}};
  SimulatedDeviceOptions o;
  o.freedoms = {true, false, false, false, false, false};
  ModelInHand held("models/wall/wall.yaml", arm, o);
  run_in_virtual_time(held.servo, 4000);
  const double K = held.port.coupler().gains().stiffness.linear;
  EXPECT_EQ(held.port.report().weakest_label, CouplerLabel::passive);
  EXPECT_NEAR(held.device.tip_positions()[0], 0.03 * 135 / (135 + K), 1e-8);
  EXPECT_NEAR(held.run.force("wall"), -K * 0.03 * 135 / (135 + K), 1e-5);
}

TEST(HeldModels, a_plate_is_carried_freely_and_stopped_by_the_stop) {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {0.5, {0.01}}, {1, {0.05}}};  // the stop is 20 mm ahead
  SimulatedDeviceOptions o;
  o.freedoms = {true, false, false, false, false, false};
  ModelInHand held("models/wall/plate_at_stop.yaml", arm, o);
  run_in_virtual_time(held.servo, 500);
  EXPECT_LT(norm(held.port.sent().force), 0.3);  // free: mass and damping only
  run_in_virtual_time(held.servo, 3000);
  EXPECT_NEAR(held.run.value("x"), 0, 1e-9);
  EXPECT_GT(held.run.force("stop"), 1);
}

TEST(HeldModels, a_piano_key_acts_on_the_finger_along_its_one_direction) {
  OperatorOptions finger = firm_operator();
  finger.waypoints = {{0, {}}, {0.3, {0.01, -0.01, 0.02}}};
  ModelInHand held("models/piano_action/piano_action.yaml", finger);
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
    ModelInHand held("models/shopping_cart/shopping_cart.yaml", arm);
    run_in_virtual_time(held.servo, 800);
    x[i] = held.run.value("q1");
    f[i] = held.port.sent().force.x;
  }
  EXPECT_EQ(x[0], x[1]);
  EXPECT_EQ(f[0], f[1]);
}

// What a hand feels of a caster that sticks at 0.3 s and comes loose at 0.8 s, by the same coupler at any rate.
struct FeltCaster {
  double largest_step = 0;      // N between two ticks in which nothing sticks anew
  double at_loosening = 0;      // N, the same where the caster comes loose
  double damper = 0;            // N: B times the jump of the handle's velocity where the caster sticks
  double else_at_sticking = 0;  // N: what the step of the force there has besides the damper's and the step before
  double work_in_impulse = 0;   // J
};

FeltCaster feel_caster(double tick) {
  constexpr double K = 300, B = 0.8;  // passive on a device of 1 N s/m at 1 kHz
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {1, {0.3, 0.2}}};
  SimulatedDeviceOptions o;
  o.period = tick;
  SimulatedDevice device(o, arm);
  Simulation run(load("models/shopping_cart/shopping_cart.yaml"), {.method = Method::rk4, .step = tick});
  SimulationPlant plant(run, Method::rk4, tick);
  HapticPortOptions options = port_options_for(device.limits(), tick);
  options.handle = plant.add_handle("grip");
  options.form = CouplerForm::in_stages_extrapolated;
  options.gains = {{K, 0}, {B, 0}};
  options.guard.acts = false;
  HapticPort port(device, options);
  Servo servo(PlantRef(plant), tick);
  servo.add_port(port);
  const auto sticks = std::lround(0.3 / tick), loosens = std::lround(0.8 / tick);
  FeltCaster felt;
  Vec3 last, last_step;
  for (long k = 0; k < std::lround(1.2 / tick); ++k) {
    const double work = plant.work(options.handle);
    const Vec3 before = run.port("grip").velocity().linear;
    if (k == sticks || k == loosens) {
      EXPECT_EQ(run.set_constraint("caster_sticks", k == sticks), SimulationStatus::ok);
    }
    felt.work_in_impulse = std::max(felt.work_in_impulse, std::abs(plant.work(options.handle) - work));
    const Vec3 jump = B * (run.port("grip").velocity().linear - before);
    EXPECT_EQ(servo.tick(static_cast<double>(k) * tick), PlantStatus::running);
    const Vec3 step = port.sent().force - last;
    EXPECT_TRUE(is_finite(step));
    last = port.sent().force;
    if (k == sticks) felt.damper = norm(jump), felt.else_at_sticking = norm(step - last_step - jump);
    if (k == loosens) felt.at_loosening = norm(step);
    if (k != sticks && k > std::lround(0.2 / tick)) felt.largest_step = std::max(felt.largest_step, norm(step));
    last_step = step;
  }
  return felt;
}

// The impulse of the sticking caster makes the velocity of the handle jump, and the force by B times that, at any rate;
// what else changes there shrinks with the tick. Everywhere else, where the caster comes loose too, the force is
// continuous: its steps shrink with the tick.
TEST(HeldModels, a_sticking_caster_is_felt_as_a_jump_of_the_damper_and_all_else_is_continuous) {
  FeltCaster coarser;
  for (const double tick : {1e-3, 5e-4, 2.5e-4}) {
    const FeltCaster felt = feel_caster(tick);
    std::printf("%.2g ms: damper %.5f N where the caster sticks, else %.5f N; loosens %.5f N; elsewhere up to %.5f N\n",
                1e3 * tick, felt.damper, felt.else_at_sticking, felt.at_loosening, felt.largest_step);
    EXPECT_LE(felt.at_loosening, felt.largest_step);
    EXPECT_EQ(felt.work_in_impulse, 0);
    if (coarser.damper > 0) {
      EXPECT_NEAR(felt.damper / coarser.damper, 1, 0.05);
      EXPECT_LT(felt.else_at_sticking, 0.7 * coarser.else_at_sticking);
      EXPECT_NEAR(coarser.largest_step / felt.largest_step, 2, 0.3);
    }
    coarser = felt;
  }
  EXPECT_LT(coarser.else_at_sticking, 0.5 * coarser.damper);
}

TEST(HeldModels, each_form_of_the_coupler_holds_the_cart) {
  for (const CouplerForm form : {CouplerForm::held, CouplerForm::held_in_handle_frame, CouplerForm::in_stages,
                                 CouplerForm::in_stages_extrapolated, CouplerForm::implicit}) {
    OperatorOptions arm = firm_operator();
    arm.waypoints = {{0, {}}, {1, {0.3, 0}}};
    ModelInHand held("models/shopping_cart/shopping_cart.yaml", arm, {}, form);
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
