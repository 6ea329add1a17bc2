// SPDX-License-Identifier: Apache-2.0
// The parallel passivity guard: signs of energy, yielding, caps.
#include <gtest/gtest.h>

#include <vector>

#include "haptics/admittance_guard.h"

namespace tangible {
namespace {

Pose pose_at(double x) { return {{x, 0, 0}, {}}; }
Wrench push(double f) { return {{f, 0, 0}, {}}; }

// The hand pushes along x and the device moves along x: energy flows into the display.
TEST(AdmittanceGuard, energy_is_positive_where_the_hand_pushes_along_the_motion) {
  AdmittanceGuard guard({.acts = false}, 0);
  guard.correct(push(10), pose_at(0), {}, 0);
  guard.correct(push(20), pose_at(0.01), {}, 0.1);
  EXPECT_NEAR(guard.report().from_hand, 0.15, 1e-15);  // mean force
  EXPECT_NEAR(guard.report().to_model, 0.1, 1e-15);
  EXPECT_NEAR(guard.report().balance(), 0.05, 1e-15);
  guard.correct(push(20), pose_at(0), {}, -0.2);
  EXPECT_NEAR(guard.report().from_hand, 0.15 - 0.2, 1e-15);
  EXPECT_NEAR(guard.report().balance(), 0.05, 1e-15);
}

// The model gave 0.1 J, the hand got 0.3 J: the display has made 0.2 J. It yields along the hand's force, so that the
// hand does work f . v_yield T > 0 until the account is even.
TEST(AdmittanceGuard, energy_that_the_display_made_is_taken_back_by_yielding_to_the_hand) {
  AdmittanceGuardOptions o;
  o.max_yield = {unlimited, unlimited};
  o.hand_stiffness = {2, 5};  // so soft and light that no cap acts
  o.hand_inertia = {1e-9, 1e-9};
  AdmittanceGuard guard(o, 0);
  guard.correct(push(10), pose_at(0), {}, 0);
  const Twist yield = guard.correct(push(10), pose_at(-0.03), {}, -0.1);
  EXPECT_GT(yield.linear.x, 0);
  EXPECT_NEAR(10 * yield.linear.x * o.tick, 0.2, 1e-12);
  EXPECT_NEAR(guard.report().dissipated, 0.2, 1e-12);
  // The device goes where the reference went: the account is even, and nothing yields any more.
  const Twist after = guard.correct(push(10), pose_at(-0.03 + yield.linear.x * o.tick), {}, 0);
  EXPECT_NEAR(after.linear.x, 0, 1e-10);
}

TEST(AdmittanceGuard, work_that_is_on_its_way_is_not_an_excess) {
  AdmittanceGuard guard({}, 0);
  guard.correct(push(10), pose_at(0), {}, 0);
  // The model has moved 1 cm, the device follows later: 0.1 J will come from the hand.
  const Twist yield = guard.correct(push(10), pose_at(0), {{0.01, 0, 0}, {}}, 0.1);
  EXPECT_EQ(yield, Twist{});
}

TEST(AdmittanceGuard, yielding_stays_stable_with_the_stiffest_hand_and_slow) {
  for (int delay = 0; delay < 4; ++delay) {
    const double g = yielding_cap(delay);
    // x(n+1) = x(n) - g x(n-d): 2 % below the cap it decays, 2 % above it grows.
    for (const double share : {0.98, 1.02}) {
      std::vector<double> x(5, 1.0);
      double largest = 0;
      for (int n = 0; n < 2000; ++n) {
        x.push_back(x.back() - share * g * x[x.size() - 1 - static_cast<std::size_t>(delay)]);
        if (n > 1900) largest = std::max(largest, std::abs(x.back()));
      }
      if (share < 1)
        EXPECT_LT(largest, 0.1);
      else
        EXPECT_GT(largest, 10);
    }
  }
  AdmittanceGuardOptions o;
  AdmittanceGuard guard(o, 1);
  guard.correct(push(1), pose_at(0), {}, 0);
  guard.correct(push(1), pose_at(0), {}, 0);
  guard.correct(push(1), pose_at(0), {}, 5);
  const Twist yield = guard.correct(push(1), pose_at(0), {}, 5);
  EXPECT_LE(yield.linear.x, 0.5 * yielding_cap(1) / (2000 * o.tick) + 1e-15);
  EXPECT_LE(yield.linear.x, o.max_yield.linear + 1e-15);
  EXPECT_GT(guard.report().capped, 0);
}

TEST(AdmittanceGuard, yielding_stays_stable_with_the_heaviest_hand) {
  for (int delay = 0; delay < 3; ++delay) {
    for (const double share : {0.96, 1.04}) {  // v(k+1) = -g (v(k-d) - v(k-d-1))
      const double g = share * yielding_mass_cap;
      std::vector<double> v{0, 0, 0, 0, 1};
      for (int n = 0; n < 2000; ++n) {
        const std::size_t last = v.size() - 1 - static_cast<std::size_t>(delay);
        v.push_back(-g * (v[last] - v[last - 1]));
      }
      if (share < 1) {
        EXPECT_LT(std::abs(v.back()), 1e-3) << delay;
      } else if (delay == 0) {
        EXPECT_GT(std::abs(v.back()), 10);
      }
    }
  }
}

TEST(AdmittanceGuard, the_work_of_the_model_waits_for_the_samples_that_belong_to_it) {
  AdmittanceGuard guard({.acts = false}, 2);
  for (int k = 0; k < 10; ++k) guard.correct(push(1), pose_at(0), {}, k);
  // Ticks 2 to 9 have booked the work of the ticks 0 to 7.
  EXPECT_NEAR(guard.report().to_model, 0 + 1 + 2 + 3 + 4 + 5 + 6 + 7, 1e-12);
}

TEST(AdmittanceGuard, a_surplus_is_forgotten_while_nobody_pushes) {
  AdmittanceGuard guard({}, 0);
  guard.correct(push(10), pose_at(0), {}, 0);
  guard.correct(push(10), pose_at(0.01), {}, 0);
  guard.correct({}, pose_at(0.01), {}, 0);
  EXPECT_NEAR(guard.report().forgotten, 0.1, 0.06);
  guard.correct(push(10), pose_at(0.01), {}, 0);
  const Twist yield = guard.correct(push(10), pose_at(0.0), {}, 0);
  EXPECT_GT(yield.linear.x, 0);  // the old surplus does not pay for it
}

}  // namespace
}  // namespace tangible
