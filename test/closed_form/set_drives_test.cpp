// SPDX-License-Identifier: Apache-2.0
// Constraints that contain variables which events set.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

const std::string cart =
    "coordinates: {x: m}\npoints: {P: {from: O, at: x*N.x}}\nparticles: {cart: {at: P, mass: 2 kg}}\n";

// A drive of 0, then 3, then -3 m/s: 9 J at the first jump, and none at the second.
TEST(SetDrive, changes_its_speed_when_an_event_does) {
  const std::string path = model_file("discrete: {v: 0 m/s}\n" + cart +
                                      "constraints: {drive: {motion: x' - v}}\n"
                                      "events:\n  go: {when: t > 0.5 s, do: [{set: {v: 3 m/s}}]}\n"
                                      "  back: {when: t > 1 s, do: [{set: {v: -v}}]}\n");
  for (const SimulationOptions& options :
       {fine(), fixed(Method::rk4, 1e-3), fixed(Method::implicit, 1e-3), fixed(Method::semi_implicit_euler, 1e-3)}) {
    MovingModel model(path, {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok"));
    EXPECT_NEAR(model.simulation.state()[0], 0.5 * 3 - 3, 1e-10);
    EXPECT_NEAR(model.simulation.state()[1], -3, 1e-12);
    const Ledger ledger = model.simulation.ledger();
    EXPECT_NEAR(ledger.kinetic, 9, 1e-10);
    EXPECT_NEAR(ledger.projection, 0, 1e-10);
    EXPECT_NEAR(ledger.impacts, 0, 1e-10);
    EXPECT_NEAR(ledger.drift(), 0, 1e-10);
  }
}

TEST(SetDrive, that_would_move_points_at_once_is_refused) {
  const std::string path = model_file("discrete: {s: 0 m}\n" + cart +
                                      "constraints: {drive: {configuration: x - s}}\n"
                                      "events: {go: {when: t > 0.5 s, do: [{set: {s: 3 m}}]}}\n");
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
    MovingModel model(path, {}, options);
    model.start();
    EXPECT_EQ(model.simulation.run_to(2), SimulationStatus::row_jumped);
    EXPECT_NEAR(model.simulation.time(), 0.5, 1e-10);
    EXPECT_EQ(model.simulation.state()[0], 0);
  }
}

// Released at the instant at which its target jumps.
TEST(SetDrive, that_is_switched_off_at_once_moves_nothing) {
  const std::string path = model_file("discrete: {s: 0 m}\n" + cart +
                                      "constraints: {drive: {configuration: x - s - 1 m/s*t, active: true}}\n"
                                      "events: {go: {when: t > 0.5 s, do: [{set: {s: 3 m}}, {deactivate: drive}]}}\n");
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
    MovingModel model(path, {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok"));
    EXPECT_NEAR(model.simulation.state()[0], 2, 1e-10);
    EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-10);
  }
}

}  // namespace
}  // namespace tangible
