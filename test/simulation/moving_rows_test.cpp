// SPDX-License-Identifier: Apache-2.0
// Rows that move by themselves, with corners and jumps in what drives them.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

std::string driven_slide(const std::string& row) {
  return "coordinates: {x: m}\n"
         "points:\n  P: {from: O, at: x*N.x}\n"
         "speeds: {u: x'}\n"
         "particles: {slide: {at: P, mass: 2 kg}}\n"
         "constraints: {drive: {" +
         row + "}}\n";
}

std::vector<SimulationOptions> ways_to_follow() {
  return {fine(), fixed(Method::rk4, 1e-3), fixed(Method::rk2, 1e-3), fixed(Method::semi_implicit_euler, 1e-3)};
}

// x = 0.1 m |sin 3t|: at every corner the speed jumps from -0.3 to 0.3 m/s, which needs no energy; at the first one, at
// t = 0, from rest. What drives the row gives and takes all of it.
TEST(MovingRow, with_corners_is_followed_and_its_work_is_that_of_the_drive) {
  const std::string path = model_file(driven_slide("configuration: x - 0.1 m*abs(sin(3 rad/s*t))"));
  for (const SimulationOptions& options : ways_to_follow()) {
    MovingModel model(path, {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(2.5)), std::string("ok")) << name_of(options.method);
    EXPECT_NEAR(model.simulation.state()[0], 0.1 * std::abs(std::sin(7.5)), 1e-9) << name_of(options.method);
    const Ledger ledger = model.simulation.ledger();
    const double speed = 0.3 * std::cos(7.5);
    EXPECT_NEAR(ledger.kinetic, speed * speed, 1e-6) << name_of(options.method);
    EXPECT_NEAR(ledger.inputs, ledger.kinetic, 2e-3) << name_of(options.method);  // Euler is of first order
    EXPECT_NEAR(ledger.projection, 0, 2e-3) << name_of(options.method);
  }
}

TEST(MovingRow, whose_speed_jumps_takes_its_mechanism_along) {
  const std::string path = model_file(driven_slide("motion: \"x' - 0.1 m/s*step(t - 1 s)\""));
  for (const SimulationOptions& options : ways_to_follow()) {
    MovingModel model(path, {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok")) << name_of(options.method);
    EXPECT_NEAR(model.simulation.state()[0], 0.1, 1e-9) << name_of(options.method);
    EXPECT_NEAR(model.simulation.ledger().inputs, 0.01, 1e-9) << name_of(options.method);
  }
}

// Nothing is in two places at one time.
TEST(MovingRow, whose_place_jumps_is_refused_by_name) {
  const std::string path = model_file(driven_slide("configuration: x - 0.1 m*step(t - 1 s)"));
  for (const SimulationOptions& options : ways_to_follow()) {
    MovingModel model(path, {}, options);
    model.start();
    EXPECT_EQ(model.simulation.run_to(2), SimulationStatus::row_jumped) << name_of(options.method);
    EXPECT_NEAR(model.simulation.time(), 1, 1e-9) << name_of(options.method);
    EXPECT_EQ(model.simulation.fault_row(), 0u) << name_of(options.method);
  }
}

// Where a table drops away at once, or comes up at once, what lies on it would leave or collide; nothing may be dragged
// along.
TEST(MovingGap, with_a_corner_while_its_contact_holds_is_refused_by_name) {
  for (const char* table : {"0.1 m/s*max(0 s, t - 1 s)", "-0.1 m/s*max(0 s, t - 1 s)"}) {
    const std::string path = model_file(
        "coordinates: {h: m}\n"
        "points:\n  P: {from: O, at: h*N.y}\n"
        "speeds: {u: h'}\n"
        "particles: {load: {at: P, mass: 2 kg}}\n"
        "gravity: -9.81*N.y\n"
        "contacts: {table: {gap: \"h - (" +
        std::string(table) + ")\"}}\n");
    for (const SimulationOptions& options : ways_to_follow()) {
      MovingModel model(path, {}, options);
      model.start();
      EXPECT_EQ(model.simulation.run_to(2), SimulationStatus::row_jumped) << name_of(options.method);
      EXPECT_NEAR(model.simulation.time(), 1, 1e-9) << name_of(options.method);
    }
  }
}

// A drive in pieces that join is not one that jumps.
TEST(MovingRow, in_pieces_that_join_is_followed) {
  const std::string path =
      model_file(driven_slide("configuration: \"x - select(t < 1 s, 0.1 m/s^2*t^2, 0.1 m + 0.2 m/s*(t - 1 s))\""));
  for (const SimulationOptions& options : ways_to_follow()) {
    MovingModel model(path, {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok")) << name_of(options.method);
    EXPECT_NEAR(model.simulation.state()[0], 0.3, 1e-9) << name_of(options.method);
  }
}

}  // namespace
}  // namespace tangible
