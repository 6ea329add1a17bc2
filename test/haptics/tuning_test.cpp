// SPDX-License-Identifier: Apache-2.0
// The guarantees of the tuned coupler, checked by the exact loop.
#include "haptics/coupler_tuning.h"

#include <gtest/gtest.h>

#include <chrono>

#include "extent.h"
#include "haptics/simulated_device.h"

namespace tangible {
namespace {

const DeviceFreedom damped{.inertia = 0.1, .damping = 1};

TEST(Tuning, a_damped_device_earns_the_label_passive_on_a_wall) {
  const double mobility[] = {0};
  const TunedFreedom k = tune_freedom(damped, {}, 0, mobility);
  EXPECT_EQ(k.label, CouplerLabel::passive);
  // The wall needs b > K T/2 + B: with B = 0.25 K T, K = 0.9 b/(0.75 T).
  EXPECT_NEAR(k.stiffness, 1200, 10);
  EXPECT_LE(passivity_damping({.stiffness = k.stiffness, .damping = k.damping}), 0.9);
}

TEST(Tuning, no_passive_label_with_exact_velocity_without_damping_or_with_an_encoder_that_friction_does_not_cover) {
  const double mobility[] = {0, 2};
  DeviceFreedom d = damped;
  d.exact_velocity = true;
  EXPECT_EQ(tune_freedom(d, {}, 0, mobility).label, CouplerLabel::guarded);
  d = damped;
  d.damping = 0.01;
  EXPECT_EQ(tune_freedom(d, {}, 0, mobility).label, CouplerLabel::guarded);
  d = damped;
  d.resolution = 1e-5;
  EXPECT_EQ(tune_freedom(d, {}, 0, mobility).label, CouplerLabel::guarded);
  d.friction = 0.05;
  const double wall[] = {0};
  EXPECT_EQ(tune_freedom(d, {}, 0, wall).label, CouplerLabel::passive);
}

TEST(Tuning, delay_softens_the_coupler) {
  const double mobility[] = {0};
  double last = unlimited;
  for (int delay = 0; delay < 4; ++delay) {
    const TunedFreedom k = tune_freedom(damped, {}, delay, mobility);
    if (k.label == CouplerLabel::passive) {
      EXPECT_LT(k.stiffness, last);
    }
    last = k.stiffness;
  }
}

TEST(Tuning, every_entry_of_a_table_is_stable_for_all_operators_and_mobilities_it_serves) {
  SimulatedDeviceOptions options;
  options.linear.damping = 0.3;
  const DeviceLimits device = SimulatedDevice(options, no_operator()).limits();
  for (const auto& [method, forms] :
       {std::pair{ModelMethod::semi_implicit_euler, std::vector{CouplerForm::held, CouplerForm::implicit}},
        {ModelMethod::rk4, std::vector{CouplerForm::held, CouplerForm::in_stages_extrapolated}}}) {
    for (const CouplerForm form : forms) {
      const TuningOptions tuning{.method = method, .form = form};
      const auto start = std::chrono::steady_clock::now();
      const CouplerTable table(device, tuning);
      RecordProperty("milliseconds", std::to_string((std::chrono::steady_clock::now() - start).count() / 1'000'000));
      int number = 0;  // by default every third mass
      for (double mass = 0.002; mass < 50; mass *= 1.7) {
        if (!is_tested(number++, 3)) continue;
        for (int delay = 0; delay < 4; ++delay) {
          HandleState handle;
          handle.mobility[0] = 1 / mass;
          const TunedCoupler k = table.gains_for(handle, {{true, false, false, false, false, false}, {}}, delay);
          ASSERT_GT(k.gains.stiffness.linear, 1) << mass << " " << delay;
          const SampledCoupler c{.stiffness = k.gains.stiffness.linear,
                                 .damping = k.gains.damping.linear,
                                 .mobility = 1 / mass,
                                 .method = method,
                                 .form = form,
                                 .delay = delay};
          EXPECT_LT(clamped_spectral_radius(c), 1);
          for (const double arm : {0.0, 0.2, 1.0})
            EXPECT_TRUE(is_stable(c, {0.1 + arm * 0.554, 0.3 + arm * 6.45, arm * 135}))
                << mass << " " << delay << " " << int(form) << " " << int(method);
          if (k.label == CouplerLabel::passive) {
            EXPECT_LE(passivity_damping(c), 0.3);
          }
        }
      }
    }
  }
}

// Ticks may be divided during a run, the gains being those that were tuned for whole ones: their label stays right with
// every number of parts.
TEST(Tuning, gains_for_whole_ticks_keep_their_label_where_ticks_are_divided) {
  DeviceLimits device;
  device.inertia = {0.1, 1e-4};
  device.damping = {1, 1e-3};
  for (const CouplerForm form : {CouplerForm::in_stages, CouplerForm::in_stages_extrapolated}) {
    const CouplerTable table(device, {.method = ModelMethod::rk4, .form = form}, 0);
    for (double mass = 0.002; mass < 50; mass *= 3) {
      HandleState handle;
      handle.mobility[0] = 1 / mass;
      const TunedCoupler k = table.gains_for(handle, {{true, false, false, false, false, false}, {}}, 0);
      SampledCoupler c{.stiffness = k.gains.stiffness.linear,
                       .damping = k.gains.damping.linear,
                       .mobility = 1 / mass,
                       .method = ModelMethod::rk4,
                       .form = form};
      for (const int parts : {2, 3, 8, 32}) {
        c.sub_steps = parts;
        EXPECT_LT(clamped_spectral_radius(c), 1);
        for (const double arm : {0.0, 0.2, 1.0})
          EXPECT_TRUE(is_stable(c, {0.1 + arm * 0.554, 1 + arm * 6.45, arm * 135})) << mass << " in " << parts;
        if (k.label == CouplerLabel::passive) {
          EXPECT_LE(passivity_damping(c), 1) << mass << " in " << parts << " form " << int(form);
        }
      }
    }
  }
}

TEST(Tuning, the_largest_mobility_is_that_of_the_most_mobile_direction_of_the_mask) {
  HandleState handle;
  handle.mobility[0] = 1, handle.mobility[7] = 3, handle.mobility[1] = handle.mobility[6] = 1;
  handle.mobility[28] = 7;
  const LinearAndRotary all = largest_mobility(handle, {});
  EXPECT_NEAR(all.linear, 2 + std::sqrt(2), 1e-12);
  EXPECT_NEAR(all.rotary, 7, 1e-12);
  EXPECT_NEAR(largest_mobility(handle, {{true, false, false, true, false, true}, {}}).linear, 1, 1e-12);
  EXPECT_NEAR(largest_mobility(handle, {{true, false, false, true, false, true}, {}}).rotary, 0, 1e-12);
}

// Through a scale s the device has m/s^2 and b/s^2 in the world: the tuned stiffness falls by s^2, and gains that are
// passive without a scale lose the label with it.
TEST(Tuning, the_scale_of_the_registration_counts) {
  DeviceLimits limits;
  limits.inertia = {0.1, 1e-4};
  limits.damping = {1, 1e-3};
  const CouplerDirections along_x{{true, false, false, false, false, false}, {}};
  const CouplerTable plain(limits, {}, 0), scaled(limits, {.scale = {1, 5, 2}}, 0);
  const double K = plain.gains_for({}, along_x, 0).gains.stiffness.linear;
  EXPECT_NEAR(scaled.gains_for({}, along_x, 0).gains.stiffness.linear, K / 25, 0.01 * K / 25);
  const CouplerGains given{{800, 0}, {0.2, 0}};
  EXPECT_EQ(CouplerTable(limits, {}, given, 0).gains_for({}, along_x, 0).label, CouplerLabel::passive);
  EXPECT_EQ(CouplerTable(limits, {.scale = {5, 5, 5}}, given, 0).gains_for({}, along_x, 0).label,
            CouplerLabel::unproven);
  EXPECT_EQ(plain.gains_for({}, along_x, 7).label, CouplerLabel::unproven);  // a delay beyond the table
}

}  // namespace
}  // namespace tangible
