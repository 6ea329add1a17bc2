// SPDX-License-Identifier: Apache-2.0
// The coupler's wrench and its books.
#include "haptics/coupler.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "haptics/plants.h"

namespace tangible {
namespace {

struct RandomMotion {
  std::mt19937 random{7};
  double operator()(double size) { return std::uniform_real_distribution<double>(-size, size)(random); }
  Vec3 vector(double size) { return {(*this)(size), (*this)(size), (*this)(size)}; }
  void move(Pose& pose, double shift, double turn) {
    pose.position += vector(shift);
    pose.orientation = normalized(rotation_by(vector(turn)) * pose.orientation);
  }
};

constexpr CouplerGains gains{{900, 1.5}, {2, 0.01}};

TEST(Coupler, the_wrench_on_the_device_pulls_it_to_the_handle) {
  Coupler coupler(gains, {}, CouplerForm::held, 1e-3);
  HandleState handle;
  handle.pose = {{0.01, 0, 0}, rotation_by({0, 0, 0.2})};
  handle.velocity = {{0, 0.5, 0}, {0, 0, 3}};
  const Wrench w = coupler.begin_tick({}, {}, handle);
  EXPECT_NEAR(w.force.x, 9, 1e-12);
  EXPECT_NEAR(w.force.y, 1, 1e-12);
  EXPECT_NEAR(w.torque.z, 1.5 * 0.2 + 0.01 * 3, 1e-12);
}

// The books against work that is summed here from wrenches and displacements.
TEST(Coupler, the_books_close_to_rounding_with_the_term_of_the_hold) {
  RandomMotion motion;
  Coupler coupler(gains, {}, CouplerForm::held, 1e-3);
  Pose device;
  HandleState handle;
  double work = 0, hold = 0;
  for (int k = 0; k < 2000; ++k) {
    const Wrench w = coupler.begin_tick(device, {motion.vector(0.1), motion.vector(1)}, handle);
    const Pose device_before = device, handle_before = handle.pose;
    motion.move(device, 1e-4, 1e-3);
    motion.move(handle.pose, 1e-4, 1e-3);
    const auto turned = [](const Pose& a, const Pose& b) {
      return rotation_vector(b.orientation * inverse(a.orientation));
    };
    work += dot(w.force, device.position - device_before.position) + dot(w.torque, turned(device_before, device));
    work -=
        dot(w.force, handle.pose.position - handle_before.position) + dot(w.torque, turned(handle_before, handle.pose));
    const Vec3 change = (handle.pose.position - device.position) - (handle_before.position - device_before.position);
    hold += 0.5 * 900 * dot(change, change);
  }
  coupler.begin_tick(device, {}, handle);
  const CouplerBooks& b = coupler.books();
  EXPECT_NEAR(b.work_on_device + b.work_on_handle, work, 1e-12 * std::abs(b.hold) + 1e-13);
  EXPECT_GT(b.hold, hold);  // turns have such a term too
  EXPECT_NEAR(b.stored,
              0.5 * (900 * dot(coupler.stretch().linear, coupler.stretch().linear) +
                     1.5 * dot(coupler.stretch().angular, coupler.stretch().angular)),
              1e-12);
  EXPECT_NEAR(coupler.imbalance(), 0, 1e-12);
}

TEST(Coupler, at_half_a_turn_the_torque_is_bounded_and_its_jump_is_booked) {
  Coupler coupler(gains, {}, CouplerForm::held, 1e-3);
  HandleState handle;
  for (int k = 0; k < 400; ++k) {
    handle.pose.orientation = rotation_by({0, 0, 0.01 * k});
    const Wrench w = coupler.begin_tick({}, {}, handle);
    EXPECT_LE(norm(w.torque), 1.5 * std::numbers::pi + 1e-12);
  }
  EXPECT_NEAR(coupler.imbalance(), 0, 1e-11);
  EXPECT_LT(coupler.books().curvature, -1.0);  // 2 pi K pi of the jump, less its hold term
}

TEST(Coupler, near_zero_the_rotational_stretch_is_regular) {
  Coupler coupler(gains, {}, CouplerForm::held, 1e-3);
  HandleState handle;
  for (const double angle : {0.0, 1e-300, 1e-12, 1e-9, 1e-6}) {
    handle.pose.orientation = rotation_by({0, angle, 0});
    EXPECT_NEAR(coupler.begin_tick({}, {}, handle).torque.y, 1.5 * angle, 1e-14 * angle);
  }
}

TEST(Coupler, a_mask_leaves_only_its_directions) {
  const CouplerDirections along{{true, false, false, false, false, false}, rotation_by({0, 0, std::numbers::pi / 4})};
  Coupler coupler(gains, along, CouplerForm::held, 1e-3);
  HandleState handle;
  handle.pose = {{0.01, 0, 0.3}, rotation_by({0.3, 0, 0})};
  const Wrench w = coupler.begin_tick({}, {}, handle);
  EXPECT_NEAR(w.force.x, 4.5, 1e-12);
  EXPECT_NEAR(w.force.y, 4.5, 1e-12);
  EXPECT_EQ(w.force.z, 0);
  EXPECT_EQ(norm(w.torque), 0);
}

TEST(Coupler, a_stretched_spring_is_not_stiffened_for_free) {
  RandomMotion motion;
  Coupler coupler(gains, {}, CouplerForm::held, 1e-3);
  Pose device;
  HandleState handle;
  handle.pose.position.x = 0.01;
  double retuned = 0;
  for (int k = 0; k < 3000; ++k) {
    const Wrench before = k > 0 ? Wrench{-coupler.wrench_on_handle().force, {}} : Wrench{};
    const Wrench w = coupler.begin_tick(device, {}, handle);
    if (k % 100 == 51) {  // nothing has moved since the last tick: a stiffer spring has the same force
      if (k % 200 == 51) {
        EXPECT_NEAR(norm(w.force - before.force), 0, 1e-9);
      }
      EXPECT_GE(coupler.books().retuned, retuned - 1e-12);
    }
    retuned = coupler.books().retuned;
    if (k % 100 == 50) {
      coupler.retune(k % 200 == 50 ? CouplerGains{{2700, 1.5}, {2, 0.01}} : gains);
      continue;
    }
    motion.move(device, 1e-4, 0);
    handle.velocity.linear = motion.vector(0.1);
  }
  EXPECT_NEAR(coupler.imbalance(), 0, 1e-10);
}

TEST(Coupler, the_shift_of_a_stiffened_spring_goes_back_as_the_damper_pays) {
  Coupler coupler(gains, {}, CouplerForm::held, 1e-3);
  testing::MassOnLine mass{.mass = 0.5};
  mass.x = 0.02;
  for (int k = 0; k < 20000; ++k) {
    coupler.begin_tick({}, {}, mass.handle(0));
    mass.apply(0, {HandleLoad::Kind::held, coupler.wrench_on_handle(), {}});
    if (k == 100) coupler.retune({{2000, 0}, {2, 0}});
    mass.step(1e-3);
  }
  EXPECT_NEAR(mass.x, 0, 2e-3);  // the rest of the shift waits for motion that pays for it
  EXPECT_NEAR(coupler.imbalance(), 0, 1e-12);
}

TEST(Coupler, the_implicit_wrench_is_the_spring_and_damper_of_the_end_of_the_step) {
  Coupler coupler({{5000, 0}, {3, 0}}, {}, CouplerForm::implicit, 1e-3);
  testing::MassOnLine mass{.mass = 0.01};
  mass.x = 0.001, mass.v = -0.2;
  const double F = coupler.begin_tick({}, {}, mass.handle(0)).force.x;
  mass.apply(0, {HandleLoad::Kind::held, coupler.wrench_on_handle(), {}});
  mass.step(1e-3);
  EXPECT_NEAR(F, 5000 * mass.x + 3 * mass.v, 1e-12);
}

TEST(Coupler, within_the_stages_the_wrench_follows_the_handle_and_the_extrapolated_device) {
  Coupler coupler({{1000, 2}, {3, 0.1}}, {}, CouplerForm::in_stages_extrapolated, 1e-3);
  const Twist velocity{{0.5, 0, 0}, {0, 0, 2}};
  coupler.begin_tick({}, velocity, {});
  const StageCoupler inside = coupler.stage_function();
  const Wrench w = inside(0.5e-3, {{0.001, 0, 0}, {}}, {});
  EXPECT_NEAR(w.force.x, -1000 * (0.001 - 0.00025) + 3 * 0.5, 1e-12);
  EXPECT_NEAR(w.torque.z, 2 * 0.001 + 0.1 * 2, 1e-12);
}

}  // namespace
}  // namespace tangible
