// SPDX-License-Identifier: Apache-2.0
// Limits of stability and passivity: eigenvalues and frequency response of the exact loop against closed forms (T = 1
// ms, K = 1000 N/m unless noted).
#include "haptics/sampled_loop.h"

#include <gtest/gtest.h>

#include "haptics/tick.h"

namespace tangible {
namespace {

SampledCoupler coupler(ModelMethod method, CouplerForm form, double K, double B) {
  return {.stiffness = K, .damping = B, .tick = T, .method = method, .form = form};
}

// The smallest model mass with which the coupler is stable while the device is clamped.
double smallest_mass(SampledCoupler c) {
  double low = 1e-9, high = 1e3;
  for (int i = 0; i < 100; ++i) {
    const double middle = std::sqrt(low * high);
    c.mobility = 1 / middle;
    (clamped_spectral_radius(c) < 1 ? high : low) = middle;
  }
  return high;
}

TEST(SampledLoop, smallest_masses_of_a_clamped_coupler_have_closed_forms) {
  using enum ModelMethod;
  for (const double K : {100.0, 1000.0, 5000.0}) {
    for (const double beta : {0.6, 1.0, 2.0, 5.0}) {
      const double B = beta * K * T;
      EXPECT_NEAR(smallest_mass(coupler(semi_implicit_euler, CouplerForm::held, K, B)) / ((K * T * T + 2 * B * T) / 4),
                  1, 1e-6);
      EXPECT_NEAR(smallest_mass(coupler(rk4, CouplerForm::held, K, B)) / (B * T / 2), 1, 1e-6);
      EXPECT_NEAR(smallest_mass(coupler(rk2, CouplerForm::in_stages, K, B)) /
                      std::max(K * K * T * T * T / (4 * B) + B * T / 2 - K * T * T / 2, B * T / 2 - K * T * T / 4),
                  1, 1e-6);
      if (beta < 0.7) continue;
      const double r = 2.785293563405282;  // end of the real interval of rk4
      EXPECT_NEAR(smallest_mass(coupler(rk4, CouplerForm::in_stages, K, B)) / (B * T / r - K * T * T / (r * r)), 1,
                  1e-4);
    }
  }
}

TEST(SampledLoop, implicit_forms_are_stable_with_every_mass) {
  for (const ModelMethod method : {ModelMethod::implicit_euler, ModelMethod::midpoint})
    for (const double mass : {1e-6, 1e-3, 1.0}) {
      SampledCoupler c = coupler(method, CouplerForm::in_stages, 5000, 2);
      c.mobility = 1 / mass;
      EXPECT_LT(clamped_spectral_radius(c), 1);
    }
}

// With the predicted wrench, semi-implicit Euler makes the step of implicit Euler.
TEST(SampledLoop, the_implicit_wrench_makes_semi_implicit_euler_implicit) {
  SampledCoupler a = coupler(ModelMethod::semi_implicit_euler, CouplerForm::implicit, 5000, 2);
  SampledCoupler b = coupler(ModelMethod::implicit_euler, CouplerForm::in_stages, 5000, 2);
  a.mobility = b.mobility = 1 / 0.003;
  EXPECT_LT((clamped_matrix(a) - clamped_matrix(b)).norm(), 1e-12 * clamped_matrix(b).norm());
}

TEST(SampledLoop, a_wall_needs_half_K_T_plus_B_to_be_passive) {
  for (const double K : {10.0, 1000.0})
    for (const double B : {0.0, 0.3, 2.0})
      EXPECT_NEAR(passivity_damping(coupler(ModelMethod::rk4, CouplerForm::held, K, B)), K * T / 2 + B, 1e-9);
}

// Reference 4.1: K = 1000, B = 1, delays of 1, 2, 3 samples; and B = 0: (d + 1/2) K T.
TEST(SampledLoop, delay_raises_the_damping_that_passivity_needs) {
  SampledCoupler c = coupler(ModelMethod::rk4, CouplerForm::held, 1000, 1);
  const double expected[] = {1.5, 1.625, 1.940, 2.540};
  for (c.delay = 0; c.delay < 4; ++c.delay) EXPECT_NEAR(passivity_damping(c), expected[c.delay], 5e-4);
  c.damping = 0;
  for (c.delay = 0; c.delay < 4; ++c.delay) EXPECT_NEAR(passivity_damping(c), (c.delay + 0.5) * 1000 * T, 1e-3);
}

TEST(SampledLoop, the_supremum_stands_at_the_resonance_where_damping_is_small) {
  SampledCoupler c = coupler(ModelMethod::semi_implicit_euler, CouplerForm::held, 1000, 0.02);
  c.mobility = 1;
  EXPECT_NEAR(passivity_damping(c), 3.1, 0.05);  // reference 4.1; at theta = pi alone 0.52
  c.damping = 0.3;
  const double S = 0.5 + c.damping, sigma = (1000 * T * T + 2 * c.damping * T) / 4;
  EXPECT_NEAR(passivity_damping(c), S / (1 - sigma), 1e-6);
}

TEST(SampledLoop, exactly_sampled_velocity_is_never_passive) {
  SampledCoupler c = coupler(ModelMethod::rk4, CouplerForm::held, 1000, 1);
  c.exact_velocity = true;
  EXPECT_EQ(passivity_damping(c), unlimited);
}

TEST(SampledLoop, a_gripped_device_loses_two_thirds_of_its_stiffness_to_one_sample_of_delay) {
  const SampledDevice gripped{0.1 + 0.554, 0.1 + 6.45, 135};
  const double expected[] = {13120, 4380, 2630, 1880};  // reference 4.2
  for (int d = 0; d < 4; ++d) {
    double low = 10, high = 1e5;
    for (int i = 0; i < 60; ++i) {
      SampledCoupler c = coupler(ModelMethod::rk4, CouplerForm::held, (low + high) / 2, 0);
      c.delay = d;
      (is_stable(c, gripped) ? low : high) = (low + high) / 2;
    }
    EXPECT_NEAR(low / expected[d], 1, 0.003) << d;
  }
}

TEST(SampledLoop, the_cap_on_injected_damping_falls_with_the_delay) {
  const double expected[] = {2, 0.83, 0.54, 0.40};  // reference 4.4 b
  for (int d = 0; d < 4; ++d) EXPECT_NEAR(damping_cap(d), expected[d], 0.006) << d;
}

TEST(SampledLoop, an_encoder_step_on_a_wall_changes_the_force_by_K_plus_twice_B_over_T) {
  EXPECT_NEAR(force_per_position_error(coupler(ModelMethod::rk4, CouplerForm::held, 1000, 0.5)), 1000 + 2 * 0.5 / T,
              1e-9);
}

}  // namespace
}  // namespace tangible
