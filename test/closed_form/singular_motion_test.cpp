// SPDX-License-Identifier: Apache-2.0
// Through singular configurations: parallelograms that lie flat, where every loop could take another branch, alone and
// with a row too many.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

using std::numbers::pi;

// I a'' = -K cos(a): a'^2 = a'(0)^2 + 2 K/I (sin(a(0)) - sin(a)).
struct Pendulum {
  double ratio;  // K/I
  double angle, speed;

  double speed_squared(double a) const { return speed * speed + 2 * ratio * (std::sin(angle) - std::sin(a)); }
  // Of a full turn; the rule is exact to rounding for what is smooth and periodic.
  double turn() const {
    constexpr int points = 4096;
    double sum = 0;
    for (int i = 0; i < points; ++i) sum += 1 / std::sqrt(speed_squared(2 * pi * i / points));
    return sum * 2 * pi / points;
  }
};

// How far the cranks are from lying parallel, loops from being closed, and the motion from that of the pendulum.
struct Errors {
  double parallel = 0, open = 0, speed = 0;

  void look(MovingModel& moving, const Pendulum& pendulum, std::span<const std::size_t> cranks) {
    SimulationLoop& simulation = moving.simulation;
    (void)simulation.evaluate_outputs(simulation.time(), simulation.state());
    open = std::max(open, simulation.motion().rows().configuration_error());
    const std::span<const double> y = simulation.state();
    for (const std::size_t i : cranks) parallel = std::max(parallel, std::abs(y[i] - y[cranks[0]]));
    const double u = y[simulation.system().nq() + cranks[0]];
    speed = std::max(speed, std::abs(u * u - pendulum.speed_squared(y[cranks[0]])));
  }
};

TEST(FourBarsInARow, turn_through_the_flat_position_as_one_pendulum) {
  for (const int windows : {1, 5}) {
    const double n = windows;
    const Pendulum pendulum{((n + 1) / 2 + n) * 9.81 / ((n + 1) / 3 + n), pi / 2, -1};
    std::vector<std::size_t> posts{0};  // a0, a1, b1, a2, b2 ...
    for (std::size_t i = 1; i <= static_cast<std::size_t>(windows); ++i) posts.push_back(2 * i - 1);
    for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
      MovingModel row("models/n_four_bar/n_four_bar.yaml", {fmt::format("windows={}", windows)}, options);
      row.start();
      Errors errors;
      for (int k = 1; k <= 300; ++k) {
        ASSERT_EQ(describe(row.simulation.run_to(pendulum.turn() * k / 100)), std::string("ok"))
            << row.simulation.time();
        errors.look(row, pendulum, posts);
      }
      // Three turns, six times flat.
      EXPECT_NEAR(row.simulation.state()[0], pi / 2 - 6 * pi, 1e-6);
      EXPECT_LT(errors.parallel, 1e-8);
      EXPECT_LT(errors.open, 1e-12);
      EXPECT_LT(errors.speed, 1e-6);
    }
  }
}

TEST(DoubleParallelogram, swings_through_the_flat_position_with_a_row_too_many) {
  const Pendulum pendulum{3.5 * 9.81 / (3 * 0.3), pi / 6, 0};
  const std::vector<std::size_t> cranks{0, 1, 2};
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
    MovingModel bars("models/double_parallelogram/double_parallelogram.yaml", {}, options);
    bars.start();
    Errors errors;
    double lowest = 0;
    for (int k = 1; k <= 1000; ++k) {
      ASSERT_EQ(describe(bars.simulation.run_to(0.01 * k)), std::string("ok")) << bars.simulation.time();
      errors.look(bars, pendulum, cranks);
      lowest = std::min(lowest, bars.simulation.state()[0]);
    }
    EXPECT_NEAR(lowest, -7 * pi / 6, 0.01);  // as high on the other side
    EXPECT_LT(errors.parallel, 1e-8);
    EXPECT_LT(errors.open, 1e-12);
    EXPECT_LT(errors.speed, 1e-5);
    EXPECT_EQ(bars.simulation.motion().embedding().rank(), 3);
  }
}

// A state requested shortly before the flat position makes a step end where the rows have lost digits already.
TEST(DoubleParallelogram, goes_on_wherever_a_run_pauses_before_the_flat_position) {
  const Pendulum pendulum{3.5 * 9.81 / (3 * 0.3), pi / 6, 0};
  // From pi/6 to 0, where it lies flat: t = integral da / |a'|, with a = pi/6 (1 - x^2) to be smooth at rest.
  constexpr int points = 2000;
  double flat = 0;
  for (int i = 0; i < points; ++i) {
    const double x = (i + 0.5) / points;
    flat += pi / 3 * x / std::sqrt(pendulum.speed_squared(pi / 6 * (1 - x * x))) / points;
  }
  for (const double tolerance : {1e-12, 1e-10, 1e-8})
    for (int k = 2; k <= 7; ++k) {
      SimulationOptions options = fine();
      options.tolerance = tolerance;
      MovingModel bars("models/double_parallelogram/double_parallelogram.yaml", {}, options);
      bars.start();
      const double pause = flat - std::pow(10.0, -k);
      ASSERT_EQ(describe(bars.simulation.run_to(pause)), std::string("ok")) << pause;
      ASSERT_EQ(describe(bars.simulation.run_to(0.3)), std::string("ok")) << pause << " " << tolerance;
      Errors errors;
      errors.look(bars, pendulum, std::vector<std::size_t>{0, 1, 2});
      EXPECT_LT(bars.simulation.state()[0], 0);  // on the other side
      EXPECT_LT(errors.parallel, 1e-6) << pause;
      EXPECT_LT(errors.open, 1e-12) << pause;
      EXPECT_LT(errors.speed, 1e-4) << pause;
    }
}

}  // namespace
}  // namespace tangible
