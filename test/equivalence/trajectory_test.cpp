// SPDX-License-Identifier: Apache-2.0
// Motions of library models beside trajectories that other programs computed (test/oracles), to the tolerance of their
// README: 1e-7, and 1e-6 of the four-bar and of the wall that throws back.
#include "equivalence/scenarios.h"

namespace tangible {
namespace {

// Books are closed at the end, constraints too.
void expect_reference_motion(const std::vector<Scenario>& scenarios) {
  ASSERT_FALSE(scenarios.empty());
  for (const Scenario& scenario : scenarios) {
    const std::unique_ptr<MovingModel> moving = scenario.begin(fine());
    EXPECT_LT(scenario.error_of(*moving), scenario.agreement) << scenario.name;
    EXPECT_NEAR(moving->simulation.ledger().drift(), 0, 1e-8) << scenario.name;
    (void)moving->simulation.evaluate_outputs(moving->simulation.time(), moving->simulation.state());
    EXPECT_LT(moving->simulation.motion().rows().configuration_error(), 1e-12) << scenario.name;
  }
}

TEST(TwoRevoluteRobot, swings_and_is_driven_as_the_reference) { expect_reference_motion(two_revolute_robot()); }
TEST(GraspingRobot, drags_its_load_along_the_slot_as_the_reference) { expect_reference_motion(grasping_robot()); }
TEST(RevolutePrismaticRobot, turns_and_slides_as_the_reference) { expect_reference_motion(revolute_prismatic_robot()); }
TEST(Wrist, precesses_and_answers_constant_loads_as_the_reference) { expect_reference_motion(spherical_wrist()); }
TEST(UprightDisk, rolls_under_the_operators_hand_as_the_reference) { expect_reference_motion(upright_disk()); }
TEST(DiskOnSphere, slides_under_the_operators_hand_as_the_reference) { expect_reference_motion(disk_on_sphere()); }
TEST(TwoLinks, follow_the_circle_under_the_operators_hand_as_the_reference) {
  expect_reference_motion(two_links_on_a_circle());
}
TEST(ThreeLinkArm, moves_freely_on_a_moving_plane_and_along_a_knife_edge_as_the_reference) {
  expect_reference_motion(three_link_arm());
}
TEST(FourBar, turns_as_the_reference_in_absolute_coordinates) { expect_reference_motion(four_bar()); }
TEST(Cart, sticks_and_is_released_as_the_reference) { expect_reference_motion(cart()); }
TEST(DiskOnRamp, grips_where_the_reference_does_and_slides_on_where_it_cannot) {
  expect_reference_motion(disk_on_ramp());
}
TEST(DiskOnRamp, on_a_contact_grips_and_lets_go_as_the_reference) { expect_reference_motion(disk_on_contact()); }
TEST(DoublePendulum, meets_the_wall_as_the_reference) { expect_reference_motion(double_pendulum_and_wall()); }

// Halving the step divides the error by 2^4; where accelerations are constant, there is none.
void expect_fourth_order(const std::vector<Scenario>& scenarios) {
  for (const Scenario& scenario : scenarios) {
    const auto error = [&](double step) {
      SimulationOptions options;
      options.method = Method::rk4;
      options.step = step;
      const std::unique_ptr<MovingModel> moving = scenario.begin(options);
      return scenario.error_of(*moving);
    };
    const double coarse = error(scenario.step), fine = error(scenario.step / 2);
    if (coarse < 1e-12 && fine < 1e-12) continue;
    EXPECT_LT(coarse, 1e-3) << scenario.name;
    EXPECT_NEAR(std::log2(coarse / fine), 4, 0.1) << scenario.name << ": " << coarse << ", " << fine;
  }
}

TEST(RungeKutta, is_of_fourth_order_on_every_smooth_motion) {
  for (const auto& scenarios : {two_revolute_robot, grasping_robot, revolute_prismatic_robot, spherical_wrist,
                                upright_disk, disk_on_sphere, two_links_on_a_circle, three_link_arm, four_bar})
    expect_fourth_order(scenarios());
}

TEST(RungeKutta, keeps_its_order_through_events) {
  for (const auto& scenarios : {cart, disk_on_contact, double_pendulum_and_wall}) expect_fourth_order(scenarios());
}

}  // namespace
}  // namespace tangible
