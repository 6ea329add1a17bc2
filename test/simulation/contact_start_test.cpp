// SPDX-License-Identifier: Apache-2.0
// Contacts that are found inside their surfaces, restitution out of bounds, surfaces that own states move.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

// Falls from h by h - 5 t^2.
std::string ball(const std::string& contact, const std::string& initial, const std::string& more = "") {
  return "coordinates: {h: m}\npoints: {P: {from: O, at: h*N.y}}\nspeeds: {u: h'}\n"
         "particles: {ball: {at: P, mass: 2 kg}}\ngravity: -10 m/s^2*N.y\n" +
         more + "contacts:\n  floor: {" + contact + "}\ninitial: {" + initial + "}\n";
}

struct Way {
  Method method;
  double step;
};
const Way ways[] = {{Method::adaptive, 1e-3}, {Method::rk4, 1e-3}, {Method::semi_implicit_euler, 1e-3}};

TEST(ContactStart, inside_its_surface_a_contact_cannot_begin) {
  MovingModel model(model_file(ball("gap: h", "h: -1 m")), {}, fine());
  EXPECT_EQ(model.simulation.start(), SimulationStatus::off_surface);
  EXPECT_EQ(model.simulation.fault(), "floor");
  EXPECT_EQ(model.simulation.state()[0], -1);
}

TEST(ContactStart, a_little_inside_is_moved_out) {
  MovingModel model(model_file(ball("gap: h", "h: -0.9e-6 m")), {}, fine());
  ASSERT_EQ(model.simulation.start(), SimulationStatus::ok);
  ASSERT_EQ(model.simulation.run_to(0.1), SimulationStatus::ok);
  EXPECT_NEAR(model.simulation.state()[0], 0, 1e-12);
}

TEST(ContactStart, a_contact_that_is_not_enabled_may_begin_anywhere) {
  MovingModel model(model_file(ball("gap: h, enabled: u < -100 m/s", "h: -1 m")), {}, fine());
  ASSERT_EQ(model.simulation.start(), SimulationStatus::ok);
  ASSERT_EQ(model.simulation.run_to(1), SimulationStatus::ok);
  EXPECT_NEAR(model.simulation.state()[0], -6, 1e-9);
}

// Something happens on the way, when the ball is already below: h = 1 - 5 t^2 m.
TEST(ContactStart, a_contact_is_not_enabled_inside_its_surface) {
  for (const Way& way : ways) {
    MovingModel model(
        model_file(ball("gap: h, enabled: t > 0.5 s", "h: 1 m",
                        "discrete: {seen: 0}\nevents: {look: {when: t > 0.48 s, do: [{set: {seen: 1}}]}}\n")),
        {}, fixed(way.method, way.step));
    model.start();
    EXPECT_EQ(model.simulation.run_to(1), SimulationStatus::off_surface);
    EXPECT_EQ(model.simulation.fault(), "floor");
    EXPECT_NEAR(model.simulation.time(), 0.5, 1e-9);
    EXPECT_LT(model.simulation.state()[0], -0.2);
  }
}

TEST(ContactStart, a_contact_that_is_enabled_above_its_surface_meets_there) {
  for (const Way& way : ways) {
    MovingModel model(model_file(ball("gap: h, enabled: t > 0.3 s", "h: 1 m")), {}, fixed(way.method, way.step));
    model.start();
    ASSERT_EQ(model.simulation.run_to(1), SimulationStatus::ok);
    EXPECT_NEAR(model.simulation.state()[0], 0, 1e-9);
    EXPECT_NEAR(model.simulation.ledger().impacts, 20, 0.1);
  }
}

TEST(ContactRestitution, that_leaves_its_bounds_ends_the_run_and_is_told) {
  for (const char* restitution : {"0.9 + t/(1 s)", "0.1 - t/(1 s)"}) {
    MovingModel model(model_file(ball(std::string("gap: h, restitution: ") + restitution, "h: 1 m")), {}, fine());
    model.start();
    EXPECT_EQ(model.simulation.run_to(1), SimulationStatus::bad_restitution);
    EXPECT_EQ(model.simulation.fault(), "floor");
    EXPECT_NEAR(model.simulation.time(), std::sqrt(0.2), 1e-9);
    EXPECT_NE(std::string(describe(SimulationStatus::bad_restitution)).find("restitution"), std::string::npos);
  }
}

// The floor rises at w, which goes from 0 to 1 m/s: w = 1 - exp(-t / 0.1 s), and so does the ball.
TEST(ContactGap, follows_own_states) {
  MovingModel model(model_file(ball("gap: h - z", "h: 0",
                                    "states: {w: {unit: m/s, rate: (1 m/s - w)/(0.1 s)}, z: {unit: m, rate: w}}\n")),
                    {}, fine());
  model.start();
  ASSERT_EQ(model.simulation.run_to(1), SimulationStatus::ok);
  EXPECT_NEAR(model.simulation.state()[1], 1 - std::exp(-10), 1e-8);
  EXPECT_NEAR(model.simulation.state()[0], 1 - 0.1 * (1 - std::exp(-10)), 1e-8);
}

}  // namespace
}  // namespace tangible
