// SPDX-License-Identifier: Apache-2.0
// Loads with sign(u): they stick where they should, with every method, and their books balance.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "engine/run_recipe.h"

namespace tangible {
namespace {

std::string friction_model(const std::string& text) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = ::testing::TempDir() + test->test_suite_name() + "_" + test->name() + ".yaml";
  std::ofstream(path) << "tangible: 1\n" << text;
  return path;
}

struct FrictionWay {
  const char* method;
  double step;       // zero: adaptive
  double tolerance;  // of what is compared
};
// Events end steps where they are, so that a force that is constant between them leaves no error of first order in any
// method; Euler's positions have one all the same.
constexpr FrictionWay friction_ways[] = {
    {"adaptive", 0, 1e-8}, {"rk4", 1e-3, 1e-8}, {"rk2", 1e-3, 1e-6}, {"implicit", 1e-3, 2e-6}, {"euler", 1e-4, 2e-3}};

Record run_dry(const std::string& path, double until, const FrictionWay& way,
               const std::vector<std::string>& set = {}) {
  RunRecipe recipe;
  recipe.load.path = path;
  recipe.load.set = set;
  recipe.until = until;
  recipe.step = way.step;
  recipe.method = way.method;
  return run_recipe(recipe, {});
}

double last_of(const Record& record, const std::string& column) {
  const std::vector<double> values = record.column(column);
  EXPECT_FALSE(values.empty()) << "no column " << column;
  return values.empty() ? std::nan("") : values.back();
}

void expect_books(const Record& record, double moved, const FrictionWay& way) {
  EXPECT_NEAR(record.ledger.drift(), 0, way.tolerance * moved) << way.method;
  EXPECT_TRUE(record.warnings.empty() || way.method == std::string("euler")) << way.method;
}

// The same friction, written in many ways. u^3 and u*abs(u) are flat where they pass through zero.
const char* const as_sign[] = {"-F_c*sign(u)",
                               "-F_c*abs(u)/u",
                               "-F_c*u/abs(u)",
                               "select(u > 0, -F_c, F_c)",
                               "select(u < 0, F_c, -F_c)",
                               "-F_c*u/sqrt(u^2)",
                               "-F_c*(2*step(u) - 1)",
                               "-F_c*sign(u^3)",
                               "-F_c*sign(u*abs(u))",
                               "select(u*u*u > 0, -F_c, F_c)",
                               "-F_c*sign(x'*3)"};

std::string spring_and_block(const std::string& friction) {
  return R"yaml(
name: block that sticks
parameters: {m: 1 kg, k: 100 N/m, F_c: 5 N}
bodies:
  block: {parent: ground, joint: prismatic, axis: x, coordinate: x, mass: m}
speeds: {u: x'}
loads:
  spring: {spring: k, joint: block}
  friction: {motor: ")yaml" +
         friction + R"yaml(", joint: block}
initial: {x: 0.12 m}
)yaml";
}

// Half a swing about 0.05 m brings the block from 0.12 m to -0.02 m, where the spring pulls with 2 N: it stays.
TEST(DryFriction, holds_a_block_where_the_spring_is_weaker) {
  for (const char* friction : as_sign) {
    const std::string path = friction_model(spring_and_block(friction));
    for (const FrictionWay& way : friction_ways) {
      const Record record = run_dry(path, 1, way);
      ASSERT_EQ(record.status, SimulationStatus::ok) << way.method << " " << friction << " " << record.reason;
      EXPECT_NEAR(last_of(record, "x"), -0.02, way.tolerance) << way.method << " " << friction;
      EXPECT_EQ(last_of(record, "u"), 0) << way.method << " " << friction;
      EXPECT_NEAR(last_of(record, "force(friction)"), -2, 1e2 * way.tolerance) << way.method << " " << friction;
      EXPECT_NEAR(record.ledger.dissipated, 0.7, 10 * way.tolerance) << way.method << " " << friction;
      EXPECT_EQ(record.modes.back(), "friction sticks");
      expect_books(record, 0.72, way);
    }
  }
}

const char* incline = R"yaml(
name: block on a slope
parameters: {m: 2 kg, g: 9.81 m/s^2, mu: 0.5, phi: 0.3}
coordinates: {s: m}
points:
  P: {from: O, at: s*N.x}
particles:
  block: {at: P, mass: m}
loads:
  weight: {force: -m*g*sin(phi)*N.x, at: P}
  friction: {force: -mu*m*g*cos(phi)*sign(s')*N.x, at: P}
outputs:
  rubs: -mu*m*g*cos(phi)*sign(s')
initial: {s': 3 m/s}
)yaml";

TEST(DryFriction, holds_a_block_on_a_slope_that_is_flat_enough) {
  const double deceleration = 9.81 * (std::sin(0.3) + 0.5 * std::cos(0.3));
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry(friction_model(incline), 2, way);
    ASSERT_EQ(record.status, SimulationStatus::ok) << way.method << " " << record.reason;
    EXPECT_NEAR(last_of(record, "s"), 4.5 / deceleration, way.tolerance) << way.method;
    EXPECT_EQ(last_of(record, "u_s"), 0) << way.method;
    // In an output sign() is the share of friction that holds the block: it balances the weight.
    EXPECT_NEAR(last_of(record, "rubs"), 2 * 9.81 * std::sin(0.3), 1e-9) << way.method;
    expect_books(record, 9, way);
  }
}

TEST(DryFriction, lets_a_block_slide_back_where_the_slope_is_too_steep) {
  const double up = 9.81 * (std::sin(0.5) + 0.2 * std::cos(0.5)), down = 9.81 * (std::sin(0.5) - 0.2 * std::cos(0.5));
  const double back = 3 / up * (1 + std::sqrt(up / down));
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry(friction_model(incline), back, way, {"mu=0.2", "phi=0.5"});
    ASSERT_EQ(record.status, SimulationStatus::ok) << way.method << " " << record.reason;
    EXPECT_NEAR(last_of(record, "s"), 0, 3 * way.tolerance) << way.method;
    EXPECT_NEAR(last_of(record, "u_s"), -3 * std::sqrt(down / up), 10 * way.tolerance) << way.method;
    expect_books(record, 9, way);
  }
}

const char* dry_pendulum = R"yaml(
name: pendulum with a dry joint
parameters: {m: 1 kg, l: 0.5 m, g: 9.81 m/s^2, T_c: 0.6 N*m}
bodies:
  rod: {parent: ground, joint: revolute, axis: z, coordinate: q, mass: m, center: [0, -l, 0], inertia: {zz: 0}}
gravity: -g*N.y
loads:
  friction: {motor: -T_c*sign(q'), joint: rod}
initial: {q: 1 rad}
)yaml";

// Where a swing ends: m g l (cos q1 - cos q0) = T_c |q1 - q0|.
double end_of_swing(double q0) {
  const double weight = 9.81 * 0.5;
  // From |q0| down: first faster, then slower, and at rest before -|q0|.
  double moves = std::asin(0.6 / weight), rests = -std::abs(q0);
  for (int i = 0; i < 200; ++i) {
    const double q = (moves + rests) / 2;
    (weight * (std::cos(q) - std::cos(q0)) > 0.6 * (std::abs(q0) - q) ? moves : rests) = q;
  }
  return std::copysign(1.0, q0) * moves;
}

TEST(DryFriction, ends_the_swings_of_a_pendulum_where_energy_says) {
  double q = 1;
  for (int swings = 0; 9.81 * 0.5 * std::sin(std::abs(q)) > 0.6 && swings < 100; ++swings) q = end_of_swing(q);
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry(friction_model(dry_pendulum), 8, way);
    ASSERT_EQ(record.status, SimulationStatus::ok) << way.method << " " << record.reason;
    EXPECT_NEAR(last_of(record, "q"), q, 20 * way.tolerance) << way.method;
    EXPECT_EQ(record.modes.back(), "friction sticks");
    expect_books(record, 2.3, way);
  }
}

const char* on_a_belt = R"yaml(
name: block on a belt, by sign
parameters: {m: 1 kg, k: 20 N/m, mu: 0.4, v_b: 0.2 m/s, g: 9.81 m/s^2}
coordinates: {x: m}
points:
  P: {from: O, at: x*N.x}
speeds: {u1: x'}
particles:
  block: {at: P, mass: m}
loads:
  spring: {force: -k*x*N.x, at: P}
  friction: {force: -mu*m*g*sign(u1 - v_b)*N.x, at: P}
initial: {u1: 0.2 m/s}
)yaml";

TEST(DryFriction, moves_a_block_on_a_belt_as_a_contact_does) {
  const FrictionWay fine{"adaptive", 0, 1e-8};
  const Record contact = run_dry("models/block_on_belt/block_on_belt.yaml", 6, fine);
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry(friction_model(on_a_belt), 6, way);
    ASSERT_EQ(record.status, SimulationStatus::ok) << way.method << " " << record.reason;
    EXPECT_NEAR(last_of(record, "x"), last_of(contact, "x"), 10 * way.tolerance) << way.method;
    expect_books(record, 1, way);
  }
}

// A parallelogram with friction in three of its joints: their rates are equal, so that the drive moves it at 3 T_c,
// though the shares of the joints are not determined.
const char* dry_loop = R"yaml(
name: parallelogram with dry joints
parameters: {a: 0.2 m, d: 0.5 m, m: 1 kg, T_c: 1 N*m, rate: 1 N*m/s}
bodies:
  crank: {parent: ground, joint: revolute, axis: z, coordinate: q1, mass: m, center: [a/2, 0, 0], inertia: {zz: m*a^2/12}}
  coupler: {parent: crank, joint: revolute, axis: z, coordinate: q2, at: [a, 0, 0], mass: m, center: [d/2, 0, 0], inertia: {zz: m*d^2/12}, points: {tip: [d, 0, 0]}}
  rocker: {parent: ground, joint: revolute, axis: z, coordinate: q3, at: [d, 0, 0], mass: m, center: [a/2, 0, 0], inertia: {zz: m*a^2/12}, points: {tip: [a, 0, 0]}}
loads:
  drive: {motor: rate*t, joint: crank}
  dry1: {motor: -T_c*sign(q1'), joint: crank}
  dry2: {motor: -T_c*sign(q2'), joint: coupler}
  dry3: {motor: -T_c*sign(q3'), joint: rocker}
constraints:
  pin: {loop: [coupler.tip, rocker.tip], along: {x: N.x, y: N.y}}
initial: {q1: {hold: 60 deg}, q2: {guess: -60 deg}, q3: {guess: 60 deg}}
)yaml";

TEST(DryFriction, of_several_joints_of_a_loop_gives_way_together) {
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry(friction_model(dry_loop), 3.2, way);
    ASSERT_EQ(record.status, SimulationStatus::ok) << way.method << " " << record.reason;
    const std::vector<double> t = record.column("t"), q = record.column("q1");
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t[i] < 3) {
        EXPECT_NEAR(q[i], std::numbers::pi / 3, 1e-9) << way.method << " " << t[i];
      }
    EXPECT_GT(q.back(), std::numbers::pi / 3 + 1e-3) << way.method;
    ASSERT_FALSE(record.events.empty());
    EXPECT_NEAR(record.events.back().t, 3, 1e-6) << way.method;
    expect_books(record, 1, way);
  }
}

// Friction that fades with time lets go when it is weaker than the weight.
TEST(DryFriction, that_depends_on_time_lets_go_when_it_must) {
  const std::string fading = R"yaml(
name: fading friction
parameters: {m: 1 kg, F_0: 10 N, fade: 2 N/s, F: 4 N}
coordinates: {x: m}
points:
  P: {from: O, at: x*N.x}
particles:
  block: {at: P, mass: m}
loads:
  pull: {force: F*N.x, at: P}
  friction: {force: -(F_0 - fade*t)*sign(x')*N.x, at: P}
)yaml";
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry(friction_model(fading), 4, way);
    ASSERT_EQ(record.status, SimulationStatus::ok) << way.method << " " << record.reason;
    // x'' = fade (t - 3 s)
    EXPECT_NEAR(last_of(record, "x"), 1.0 / 3, way.tolerance) << way.method;
    EXPECT_NEAR(last_of(record, "u_x"), 1, way.tolerance) << way.method;
  }
}

// A force that jumps with a speed and acts on another one: nothing holds, and the run stops.
TEST(DryFriction, that_does_not_act_along_its_speed_is_named_where_it_would_hold) {
  const std::string relay = R"yaml(
name: relay
parameters: {m: 1 kg, F: 3 N, k: 10 N/m}
coordinates: {x: m, z_2: m}
points:
  P: {from: O, at: x*N.x}
  Q: {from: O, at: z_2*N.x}
particles:
  a: {at: P, mass: m}
  b: {at: Q, mass: m}
loads:
  tie: {spring: k, between: [P, Q]}
  relay: {force: "-F*sign(x' + z_2' + x/1 s)*N.x", at: P}
initial: {x: 0.1 m, z_2: 0.3 m}
)yaml";
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry(friction_model(relay), 5, way);
    EXPECT_EQ(record.status, SimulationStatus::held_at_jump) << way.method << " " << record.reason;
    EXPECT_NE(record.reason.find(".yaml:14:3: error:"), std::string::npos) << record.reason;
    EXPECT_NE(record.reason.find("load relay jumps"), std::string::npos) << record.reason;
  }
}

// Where the model's own event takes the force away at the jump, nothing is held by it.
TEST(DryFriction, that_an_event_of_the_model_ends_is_left_to_it) {
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry("models/disk_on_ramp/disk_on_ramp.yaml", 2, way);
    ASSERT_EQ(record.status, SimulationStatus::ok) << way.method << " " << record.reason;
    EXPECT_EQ(record.modes.back(), "rolling") << way.method;
  }
}

TEST(DryFriction, in_a_plane_that_has_no_direction_at_rest_is_named) {
  const std::string plane = R"yaml(
name: friction in a plane
parameters: {m: 1 kg, F: 3 N}
coordinates: {x: m, z_2: m}
points:
  P: {from: O, at: x*N.x + z_2*N.y}
particles:
  a: {at: P, mass: m}
loads:
  rub: {force: -F*unit(v(P)), at: P}
initial: {x': 1 m/s, z_2': 0.5 m/s}
)yaml";
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry(friction_model(plane), 2, way);
    EXPECT_NE(record.status, SimulationStatus::ok) << way.method;
    EXPECT_NE(record.reason.find(".yaml:11:3: error:"), std::string::npos) << record.reason;
    EXPECT_NE(record.reason.find("load rub divides by a speed"), std::string::npos) << record.reason;
    // It comes to rest after sqrt(1.25)/3 s; 24 to 64 steps to and fro show that it stays.
    EXPECT_NEAR(record.stopped_at, std::sqrt(1.25) / 3, 0.08) << way.method;
  }
}

// Friction that is too weak to hold turns with the motion, which goes on.
TEST(DryFriction, in_a_plane_that_is_too_weak_to_hold_goes_on) {
  const std::string plane = R"yaml(
name: weak friction in a plane
parameters: {m: 1 kg, F: 0.05 N, k: 20 N/m}
coordinates: {x: m, z_2: m}
points:
  P: {from: O, at: x*N.x + z_2*N.y}
particles:
  a: {at: P, mass: m}
loads:
  tie: {spring: k, length: 0, between: [O, P]}
  rub: {force: -F*unit(v(P)), at: P}
initial: {x: 0.3 m, x': 1 m/s, z_2': 0.1 m/s}
)yaml";
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry(friction_model(plane), 3, way);
    EXPECT_EQ(record.status, SimulationStatus::ok) << way.method << " " << record.reason;
    EXPECT_NEAR(record.ledger.drift(), 0, 2e-3) << way.method;
  }
}

// An own state that follows a coordinate by a relay comes to it and stays.
TEST(Relay, of_an_own_state_is_named_where_it_would_hold) {
  const std::string follower = R"yaml(
name: follower
coordinates: {x: m}
points:
  P: {from: O, at: x*N.x}
particles:
  a: {at: P, mass: 1 kg}
states:
  w: {unit: m, rate: "-1 m/s*sign(w - x)"}
loads:
  tie: {spring: 100 N/m, length: 0, between: [O, P]}
initial: {x: 0.1 m}
)yaml";
  for (const FrictionWay& way : friction_ways) {
    const Record record = run_dry(friction_model(follower), 1, way);
    EXPECT_EQ(record.status, SimulationStatus::held_at_jump) << way.method << " " << record.reason;
    EXPECT_NE(record.reason.find(".yaml:10:3: error:"), std::string::npos) << record.reason;
    EXPECT_NE(record.reason.find("the rate of the state w jumps"), std::string::npos) << record.reason;
  }
}

// A force that is steep and does not jump: adaptive steps would lead nowhere, implicit iterations do not end.
TEST(DryFriction, that_is_almost_a_jump_is_named) {
  const std::string path = friction_model(spring_and_block("-F_c*atan(u/(1e-12 m/s))*2/pi"));
  for (const FrictionWay& way : {friction_ways[0], friction_ways[3]}) {
    const Record record = run_dry(path, 1, way);
    EXPECT_NE(record.status, SimulationStatus::ok) << way.method;
    EXPECT_NE(record.reason.find(".yaml:10:3: error:"), std::string::npos) << record.reason;
    EXPECT_NE(record.reason.find("load friction changes too fast with a speed"), std::string::npos) << record.reason;
  }
}

// Fixed steps that are too long for a four-bar: it once ended with joints half a metre apart, and `ok`.
TEST(LongSteps, that_make_a_motion_diverge_are_told) {
  for (const char* method : {"rk4", "rk2", "euler"}) {
    const Record record = run_dry("models/four_bar/four_bar.yaml", 5, {method, 0.2, 0});
    EXPECT_EQ(record.status, SimulationStatus::diverged) << method;
    EXPECT_NE(record.reason.find("take shorter ones"), std::string::npos) << record.reason;
  }
}

// 1 ms is far beyond what an explicit method bears at 1e4 rad/s.
TEST(LongSteps, for_a_stiff_spring_are_told_before_numbers_are_infinite) {
  const std::string stiff = R"yaml(
name: stiff spring
parameters: {m: 1 kg, k: 1e8 N/m}
coordinates: {x: m}
points:
  P: {from: O, at: x*N.x}
particles:
  a: {at: P, mass: m}
loads:
  tie: {spring: k, between: [O, P]}
initial: {x: 1 mm}
)yaml";
  for (const char* method : {"rk4", "rk2"}) {
    const Record record = run_dry(friction_model(stiff), 1, {method, 1e-3, 0});
    EXPECT_EQ(record.status, SimulationStatus::diverged) << method << " " << record.reason;
    // Also in a run of five steps, which once ended at 1e25 m with `ok`.
    const Record brief = run_dry(friction_model(stiff), 0.5, {method, 0.1, 0});
    EXPECT_EQ(brief.status, SimulationStatus::diverged) << method << " " << brief.reason;
  }
  EXPECT_EQ(run_dry(friction_model(stiff), 1, {"implicit", 1e-3, 0}).status, SimulationStatus::ok);
}

}  // namespace
}  // namespace tangible
