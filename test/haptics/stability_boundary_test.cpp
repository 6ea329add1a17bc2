// SPDX-License-Identifier: Apache-2.0
// The boundary of stability of the servo loop as it runs, with the simulated device, against the eigenvalues of the
// exact sampled loop, which share no code: 2 % below the boundary the motion decays, 2 % above it grows, at the rate of
// the largest eigenvalue.
#include <gtest/gtest.h>

#include <cstdio>

#include "haptics/plants.h"
#include "haptics/servo.h"
#include "haptics/simulated_device.h"

namespace tangible {
namespace {

constexpr double device_mass = 0.1, device_damping = 0.5, model_mass = 0.2;

// A device at rest.
class ClampedDevice : public Device {
 public:
  std::string_view name() const override { return "clamped"; }
  ClockOwner clock() const override { return ClockOwner::host; }
  DeviceLimits limits() const override { return {}; }
  DeviceState state() const override { return {}; }
  DeviceSample read(double now) override {
    DeviceSample sample;
    sample.time = now;
    sample.valid = true;
    return sample;
  }
  void write(const Wrench&) override {}
  bool write_target(const Pose&) override { return false; }
  void stop() override {}
  void resume() override {}
};

HapticPortOptions linear_port(const SampledCoupler& c) {
  HapticPortOptions o;
  o.tick = c.tick;
  o.form = c.form;
  o.gains = {{c.stiffness, 0}, {c.damping, 0}};
  o.directions.mask = {true, false, false, false, false, false};
  o.align_at_start = false;
  o.guard.acts = false;
  o.limits.ramp_time = 0;
  o.check.max_speed = unlimited;
  return o;
}

// Growth of the coupler's stretch per tick: the slope of the logarithm of its largest value in windows of a run.
template <class Plant>
double growth(Device& device, Plant& plant, const SampledCoupler& c, int length = 250) {
  HapticPort port(device, linear_port(c));
  Servo servo(PlantRef(plant), c.tick);
  servo.add_port(port);
  constexpr int windows = 40, settle = 16;
  double sum_n = 0, sum_y = 0, sum_nn = 0, sum_ny = 0;
  for (int n = 0; n < windows; ++n) {
    double largest = 1e-300;
    for (int k = 0; k < length; ++k) {
      servo.tick((n * length + k) * c.tick);
      largest = std::max(largest, std::abs(port.coupler().stretch().linear.x));
    }
    if (n < settle) continue;
    const double x = n * length, y = std::log(largest);
    sum_n += x, sum_y += y, sum_nn += x * x, sum_ny += x * y;
  }
  constexpr double count = windows - settle;
  return (count * sum_ny - sum_n * sum_y) / (count * sum_nn - sum_n * sum_n);
}

double simulated_growth(const SampledCoupler& c, const OperatorOptions& hand) {
  SimulatedDeviceOptions options;
  options.freedoms = {true, false, false, false, false, false};
  options.linear = {.mass = device_mass, .damping = device_damping};
  options.start[0] = 1e-3;
  options.sub_steps = 1;
  options.delay = c.delay;
  options.exact_velocity = c.exact_velocity;
  SimulatedDevice device(options, hand);
  testing::FixedHandle wall;
  if (c.mobility == 0) return growth(device, wall, c);
  testing::MassOnLine mass{.mass = 1 / c.mobility, .method = c.method, .sub_steps = c.sub_steps};
  return growth(device, mass, c);
}

// The device in a hand that intends to stay at zero.
SampledDevice device_in(const OperatorOptions& hand) {
  return {device_mass + hand.inertia.linear, device_damping + hand.damping.linear, hand.stiffness.linear};
}

double radius(SampledCoupler c, double K, const OperatorOptions& hand) {
  c.stiffness = K;
  return spectral_radius(c, device_in(hand));
}

// The lowest stiffness at which the loop becomes unstable; zero if there is none below 1e6 N/m.
double boundary(const SampledCoupler& c, const OperatorOptions& hand = no_operator()) {
  if (radius(c, 10, hand) >= 1) return 0;
  for (double K = 10; K < 1e6; K *= 1.05) {
    if (radius(c, 1.05 * K, hand) < 1) continue;
    double low = K, high = 1.05 * K;
    for (int i = 0; i < 50; ++i) (radius(c, (low + high) / 2, hand) < 1 ? low : high) = (low + high) / 2;
    return low;
  }
  return 0;
}

bool agrees(SampledCoupler c, const OperatorOptions& hand = no_operator()) {
  const double K = boundary(c, hand);
  if (K == 0) return false;
  for (const double share : {0.98, 1.02}) {
    c.stiffness = share * K;
    const double expected = std::log(radius(c, c.stiffness, hand)), found = simulated_growth(c, hand);
    EXPECT_EQ(found > 0, share > 1) << "K " << c.stiffness << " form " << int(c.form) << " method " << int(c.method)
                                    << " delay " << c.delay << " B " << c.damping << " growth " << found;
    EXPECT_NEAR(found, expected, 0.1 * std::abs(expected) + 1e-6)
        << "form " << int(c.form) << " method " << int(c.method) << " delay " << c.delay << " B " << c.damping;
  }
  return true;
}

TEST(StabilityBoundary, of_a_wall_is_that_of_the_eigenvalues) {
  int points = 0;
  for (const double B : {0.0, 0.5, 2.0, 10.0})
    for (int delay = 0; delay < 4; ++delay)
      for (const bool exact : {false, true})
        points += agrees({.damping = B, .delay = delay, .exact_velocity = exact && delay == 0});
  EXPECT_GE(points, 24);
}

// The range of impedances that a wall can have (Z-width), as it is held: the boundary is that of the eigenvalues, and
// what is passive by Colgate and Schenkel lies within it in every hand.
TEST(StabilityBoundary, of_a_wall_in_three_hands_is_that_of_the_eigenvalues_and_encloses_what_is_passive) {
  const OperatorOptions hands[] = {no_operator(), light_operator(), firm_operator()};
  int points = 0;
  std::printf("largest stiffness of a wall, N/m:  B, N s/m  delay   none    light     firm   passive\n");
  for (const double B : {0.0, 0.2})
    for (int delay = 0; delay < 2; ++delay) {
      const SampledCoupler c{.damping = B, .delay = delay};
      double K[3], passive = 0;
      for (int i = 0; i < 3; ++i) {
        points += agrees(c, hands[i]);
        K[i] = boundary(c, hands[i]);
      }
      SampledCoupler p = c;
      for (p.stiffness = 1; passivity_damping(p) <= device_damping; p.stiffness *= 1.01) passive = p.stiffness;
      std::printf("%43.1f %6d %8.0f %8.0f %8.0f %8.0f\n", B, delay, K[0], K[1], K[2], passive);
      for (const double stiffest : K) EXPECT_LE(passive, stiffest);
    }
  EXPECT_EQ(points, 12);
}

TEST(StabilityBoundary, of_a_mass_is_that_of_the_eigenvalues_for_each_integrator_and_form) {
  using enum ModelMethod;
  int points = 0;
  for (const ModelMethod method : {semi_implicit_euler, rk2, rk4, implicit_euler, midpoint, tr_bdf2})
    for (const CouplerForm form :
         {CouplerForm::held, CouplerForm::in_stages, CouplerForm::in_stages_extrapolated, CouplerForm::implicit})
      for (int delay = 0; delay < 3; ++delay)
        points += agrees({.damping = 2, .mobility = 1 / model_mass, .method = method, .form = form, .delay = delay});
  EXPECT_GE(points, 60);
}

TEST(StabilityBoundary, of_a_mass_on_a_clamped_device_is_the_closed_form) {
  const double K = 1000, T = 1e-3;
  for (const double beta : {0.6, 1.0, 3.0}) {
    const double B = beta * K * T;
    const std::pair<ModelMethod, double> cases[] = {{ModelMethod::semi_implicit_euler, (K * T * T + 2 * B * T) / 4},
                                                    {ModelMethod::rk2, B * T / 2},
                                                    {ModelMethod::rk4, B * T / 2},
                                                    {ModelMethod::midpoint, B * T / 2}};
    for (const auto& [method, smallest] : cases)
      for (const double share : {0.98, 1.02}) {
        ClampedDevice device;
        testing::MassOnLine mass{.mass = share * smallest, .method = method};
        mass.x = 1e-3;
        const SampledCoupler c{.stiffness = K, .damping = B, .mobility = 1 / mass.mass, .method = method};
        EXPECT_EQ(growth(device, mass, c, 12) > 0, share < 1) << int(method) << " " << beta;
      }
  }
}

// First order in K T: K < [B + b (1-phi)^2]/(T D), phi = m/(m+M); D = (1-phi)/2 semi-implicit, 1/2 for rk4 held,
// (1-phi^2)/2 inside with the pose held, (1-phi)/2 with the pose extrapolated; d samples add d (1-phi).
TEST(StabilityBoundary, of_two_bodies_follows_the_rule_of_first_order) {
  const double phi = device_mass / (device_mass + model_mass), T = 1e-4, B = 0.05;
  const auto rule = [&](double D) { return (B + device_damping * (1 - phi) * (1 - phi)) / (T * D); };
  const std::tuple<ModelMethod, CouplerForm, double> cases[] = {
      {ModelMethod::semi_implicit_euler, CouplerForm::held, (1 - phi) / 2},
      {ModelMethod::rk4, CouplerForm::held, 0.5},
      {ModelMethod::rk4, CouplerForm::in_stages, (1 - phi * phi) / 2},
      {ModelMethod::rk4, CouplerForm::in_stages_extrapolated, (1 - phi) / 2},
      {ModelMethod::midpoint, CouplerForm::in_stages, (1 - phi * phi) / 2},
      {ModelMethod::midpoint, CouplerForm::in_stages_extrapolated, (1 - phi) / 2}};
  for (const auto& [method, form, D] : cases)
    for (int d = 0; d < 3; ++d) {
      const double K =
          boundary({.damping = B, .tick = T, .mobility = 1 / model_mass, .method = method, .form = form, .delay = d});
      EXPECT_NEAR(K / rule(D + d * (1 - phi)), 1, 0.02) << int(method) << " " << int(form) << " " << d;
    }
}

}  // namespace
}  // namespace tangible
