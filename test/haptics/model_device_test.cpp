// SPDX-License-Identifier: Apache-2.0
// Arms of the library as devices, and the three examples of Faulring et al. displayed by them.
#include <gtest/gtest.h>

#include "haptics/allocations.h"
#include "haptics/model_device.h"
#include "haptics/servo.h"
#include "haptics/simulation_plant.h"
#include "haptics/tick.h"

namespace tangible {
namespace {

const std::string six_revolute = "models/six_revolute_arm/six_revolute_arm.yaml";
const std::string planar = "models/planar_two_revolute_arm/planar_two_revolute_arm.yaml";

TEST(ModelDevice, joints_are_found_for_a_pose_and_bounded_where_the_arm_is_singular) {
  const Model model = load(six_revolute);
  ArmKinematics arm(model, "hand", all_freedoms);
  JointVector q(6);
  q << -1.2, -0.7, 1.7, 0.2, 0.5, -0.3;
  const JointVector there = q + JointVector::Constant(6, 0.1);
  arm.place(there);
  const Pose target = arm.pose();
  EXPECT_LT(arm.approach(target, q), 1e-10);
  EXPECT_LT((q - there).norm(), 1e-7);  // the branch that it began in
  const Pose far{target.position + Vec3{5, 0, 0}, target.orientation};
  EXPECT_GT(arm.approach(far, q), 1);  // out of reach: shown by the distance
  EXPECT_TRUE(q.allFinite());
}

TEST(ModelDevice, an_arm_bears_its_own_weight_and_no_more) {
  ModelDevice device({.path = six_revolute}, no_operator());
  const Pose start = device.read(0).pose;
  for (int k = 1; k <= 1000; ++k) {
    const DeviceSample s = device.read(k * T);
    device.write({});
    ASSERT_LT(norm(s.pose.position - start.position), 1e-9);
  }
}

TEST(ModelDevice, an_arm_follows_targets_within_its_torques) {
  ModelDevice device({.path = six_revolute}, no_operator());
  Pose pose = device.read(0).pose;
  const Pose start = pose;
  double largest = 0;
  for (int k = 0; k < 2000; ++k) {
    const double t = (k + 1) * T, way = 0.1 * minimum_jerk(t / 1.5);
    const Pose target{start.position + Vec3{way, 0, -way}, rotation_by({0, 0, 5 * way}) * start.orientation};
    device.write_target(target);
    pose = device.read(t).pose;
    const Twist e = pose_difference(target, pose);
    largest = std::max(largest, norm(e.linear) + 0.1 * norm(e.angular));
  }
  EXPECT_LT(largest, 1e-4);
  EXPECT_EQ(device.unreachable(), 0);
  EXPECT_EQ(device.servo().saturated(), 0);
  EXPECT_LT(device.servo().largest_load(), 1);
}

TEST(ModelDevice, motors_at_their_limits_are_counted_and_the_arm_recovers) {
  ModelDevice device({.path = planar}, no_operator());
  const Pose start = device.read(0).pose;
  for (int k = 0; k < 2000; ++k) {  // forth and back, far beyond what the motors can do
    const double t = (k + 1) * T, way = k < 1000 ? 0.15 * std::sin(60 * t) : 0;
    device.write_target({start.position + Vec3{way, 0, 0}, start.orientation});
    device.read(t);
  }
  EXPECT_GT(device.servo().saturated(), 100);
  const Pose end = device.read(2000 * T).pose;
  EXPECT_LT(norm(end.position - start.position), 1e-3);
}

TEST(ModelDevice, models_that_are_no_arms_are_refused_with_a_reason) {
  const auto reason = [](const std::string& path) -> std::string {
    try {
      ModelDevice({.path = path}, no_operator());
    } catch (const BadInput& problem) {
      return problem.what();
    }
    return "";
  };
  EXPECT_EQ(reason("models/seven_revolute_arm/seven_revolute_arm.yaml"),
            "");  // one joint more than needed does no harm
  EXPECT_NE(reason("models/four_bar/four_bar.yaml").find("cannot be a device"), std::string::npos);
  EXPECT_NE(reason("models/free_rigid_body/free_rigid_body.yaml").find("cannot be a device"), std::string::npos);
}

// A model, an arm that displays it, and a hand with given pushes.
struct ShownByArm {
  ShownByArm(const std::string& model, const std::string& arm, const OperatorOptions& hand, SensorFaults faults = {})
      : run(load(model), {.method = Method::rk4, .step = T}),
        plant(run, Method::rk4, T),
        handle(plant.add_handle("grip")),
        device({.path = arm, .sensor = faults}, hand),
        port(device, options()),
        servo(PlantRef(plant), T) {
    servo.add_port(port);
  }
  AdmittancePortOptions options() const {
    AdmittancePortOptions o = admittance_options_for(device.limits(), T);
    o.handle = handle;
    return o;
  }
  void advance(int ticks) {
    for (int k = 0; k < ticks; ++k) ASSERT_EQ(servo.tick(T * static_cast<double>(now++)), PlantStatus::running);
  }
  Simulation run;
  SimulationPlant plant;
  int handle;
  ModelDevice device;
  AdmittancePort port;
  Servo servo;
  long now = 0;
};

OperatorOptions pushes(std::vector<Push> list) {
  OperatorOptions hand;
  hand.pushes = std::move(list);
  return hand;
}

void expect_good(ShownByArm& shown, double error) {
  const AdmittancePortReport& r = shown.port.report();
  EXPECT_LT(r.max_error.linear, error);
  EXPECT_LT(r.max_error.rotary, 10 * error);
  EXPECT_EQ(r.slips, 0);
  EXPECT_EQ(shown.device.unreachable(), 0);
  EXPECT_LT(shown.run.loop().motion().rows().configuration_error(), 1e-12);
  EXPECT_LT(shown.run.loop().motion().rows().motion_error(), 1e-12);
  EXPECT_LT(std::abs(shown.run.energies().drift()), 1e-6);
  EXPECT_LT(std::abs(shown.port.guard().report().balance()), 0.05 * std::abs(shown.port.guard().report().from_hand));
}

TEST(ModelDevice, the_rolling_disk_is_displayed_by_a_six_revolute_arm) {
  ShownByArm shown("models/upright_rolling_disk/upright_rolling_disk.yaml", six_revolute,
                   pushes({{0.2, 1.2, {0.9, 0.3, -8, 0, 0, 0.04}}, {1.2, 2.2, {-0.6, -0.4, -8, 0.05, 0, -0.05}}}));
  shown.advance(3000);
  expect_good(shown, 1e-4);
  EXPECT_GT(shown.port.report().max_reference_speed.linear, 0.01);
}

TEST(ModelDevice, the_disk_on_a_sphere_is_displayed_by_a_six_revolute_arm) {
  ShownByArm shown("models/disk_on_sphere/disk_on_sphere.yaml", six_revolute,
                   pushes({{0.1, 0.9, {0.4, 0.5, -6, 0.02, 0, 0.03}}, {0.9, 1.7, {-0.5, -0.2, 4, 0, -0.03, -0.03}}}));
  shown.advance(3000);
  expect_good(shown, 1e-4);
}

TEST(ModelDevice, two_links_on_a_circle_are_displayed_by_a_planar_arm) {
  ShownByArm shown("models/two_links_on_a_circle/two_links_on_a_circle.yaml", planar,
                   pushes({{0.1, 0.6, {0, 0.6}}, {0.6, 1.2, {4, 0}}, {1.2, 1.6, {0, -0.5}}}));
  shown.advance(3000);
  expect_good(shown, 1e-4);
}

TEST(ModelDevice, noise_and_a_lost_sensor_leave_the_arm_bounded) {
  SensorFaults faults;
  faults.noise = {0.3, 0.01};
  faults.gap_start = 0.6;
  faults.gap_end = 1.5;
  ShownByArm shown("models/two_links_on_a_circle/two_links_on_a_circle.yaml", planar, pushes({{0.1, 0.9, {0, 0.6}}}),
                   faults);
  shown.advance(3000);
  EXPECT_EQ(shown.port.report().brakes, 1);
  EXPECT_EQ(shown.port.sensor().counts().losses, 1);
  EXPECT_LT(shown.port.report().max_error.linear, 5e-3);
  EXPECT_EQ(shown.port.state(), AdmittancePort::State::following);
}

TEST(ModelDevice, a_tick_with_an_arm_takes_no_memory) {
  ShownByArm shown("models/upright_rolling_disk/upright_rolling_disk.yaml", six_revolute, light_operator());
  shown.advance(50);
  const long before = testing::allocations;
  shown.advance(200);
  EXPECT_EQ(testing::allocations, before);
}

}  // namespace
}  // namespace tangible
