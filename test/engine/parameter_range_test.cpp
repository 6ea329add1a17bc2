// SPDX-License-Identifier: Apache-2.0
// Parameters that would make a mass, a moment of inertia or a coefficient of a contact impossible are refused while a
// model runs, as the model file is refused with them, although the equations could be solved.
#include <gtest/gtest.h>

#include "engine/build.h"
#include "engine/simulation.h"

namespace tangible {
namespace {

const char* const block_on_floor = R"yaml(
tangible: 1
parameters: {m: 1 kg, I: 0.1 kg*m^2, J: 0.2 kg*m^2, p: 0.05 kg*m^2, mu: 0.3, mu_s: 0.4, e: 0.2, k: 3 N/m}
coordinates: {x: m, h: m, q: rad, z: m}
frames:
  A: {in: N, rotate: {z: q}}
points:
  P: {from: O, at: x*N.x + h*N.y}
  Q: {from: P, at: z*N.x}
bodies:
  block: {frame: A, center: P, mass: m, inertia: {xx: I, yy: J, zz: 0.3 kg*m^2, xy: p}}
particles:
  load: {at: Q, mass: 5 kg}
loads:
  spring: {force: -k*x*N.x, at: P}
gravity: -9.81*N.y
contacts:
  floor: {gap: h, at: P, tangents: [N.x], friction: {static: mu_s, sliding: mu}, restitution: e}
initial: {x': 1 m/s}
)yaml";

TEST(ParameterRange, that_is_left_is_refused_and_nothing_changes) {
  const Model model = load_text(block_on_floor);
  for (const Method method : {Method::rk4, Method::adaptive}) {
    Simulation run(model, {.method = method}), untouched(model, {.method = method});
    for (Simulation* each : {&run, &untouched}) ASSERT_EQ(each->advance_to(0.02), SimulationStatus::ok);
    const struct {
      const char* name;
      double value;
    } bad[] = {{"m", -0.5}, {"I", -0.1},   {"J", -1},  {"p", 0.2}, {"mu", -0.1},
               {"mu", 0.5}, {"mu_s", 0.2}, {"e", 1.1}, {"e", -0.1}};
    for (const auto& [name, value] : bad) {
      const double old = run.value(name);
      EXPECT_EQ(run.set_parameter(name, value), SimulationStatus::bad_parameter) << name << " " << value;
      EXPECT_EQ(run.value(name), old);
    }
    EXPECT_EQ(run.status(), SimulationStatus::ok);
    for (Simulation* each : {&run, &untouched}) ASSERT_EQ(each->advance_to(0.1), SimulationStatus::ok);
    EXPECT_TRUE(std::ranges::equal(run.loop().state(), untouched.loop().state()));
    for (const auto& [name, value] : {std::pair{"k", -3.0}, {"mu", 0.0}, {"mu_s", 2.0}, {"e", 1.0}, {"m", 0.5}})
      EXPECT_EQ(run.set_parameter(name, value), SimulationStatus::ok) << name;
  }
}

// A thin rod has a moment of zero, and moments whose product is just that of its products of inertia.
TEST(ParameterRange, lets_thin_rods_change) {
  Simulation run(load_text(R"yaml(
tangible: 1
parameters: {m: 3 kg, a: 0.3 m, b: 0.7 m}
coordinates: {q: rad}
frames:
  A: {in: N, rotate: {z: q}}
bodies:
  rod: {frame: A, center: O, mass: m, inertia: {xx: m*b^2, yy: m*a^2, zz: m*(a^2 + b^2), xy: -m*a*b}}
initial: {q': 1 rad/s}
)yaml"),
                 {.method = Method::rk4});
  for (const double a : {0.1, 0.333, 1.7, 1e-3, 0.0}) EXPECT_EQ(run.set_parameter("a", a), SimulationStatus::ok) << a;
}

// As load() refuses them: a matrix that is no rotation, a normal that is longer than one.
TEST(ParameterRange, is_left_by_directions_that_are_no_unit_vectors) {
  Simulation run(load_text(R"yaml(
tangible: 1
parameters: {s: 0.6 rad, c: 0.8 rad, a: 0.6 rad, b: 0.8 rad}
coordinates: {x: m, h: m}
frames:
  T: {in: N, matrix: [[c, -s, 0], [s, c, 0], [0, 0, 1]]}
points:
  P: {from: O, at: x*T.x}
  Q: {from: O, at: h*N.x}
particles:
  bead: {at: P, mass: 1 kg}
  ball: {at: Q, mass: 1 kg}
contacts:
  wall: {gap: h*a + 1 m, at: Q, normal: a*N.x + b*N.y}
)yaml"),
                 {.method = Method::rk4});
  for (const auto& [name, value] : {std::pair{"c", 1.6}, {"s", 0.7}, {"s", -0.6}, {"a", 0.7}, {"b", 0.0}}) {
    const double old = run.value(name);
    const bool is_good = name[0] == 's' && value < 0;
    EXPECT_EQ(run.set_parameter(name, value), is_good ? SimulationStatus::ok : SimulationStatus::bad_parameter)
        << name << " " << value;
    EXPECT_EQ(run.value(name), is_good ? value : old);
  }
}

TEST(ParameterRange, holds_for_mechanisms_that_are_built_too) {
  const auto with_mass = [](double value) {
    return build("two beads", [value](Mechanism& m) {
      const Expr mass = m.parameter("m", value), x = m.coordinate("x"), z = m.coordinate("z");
      const Point P = m.point("P", m.O(), x * m.N().x()), Q = m.point("Q", P, z * m.N().x());
      m.particle({"light", P, mass});
      m.particle({"heavy", Q, Expr(3)});
    });
  };
  Simulation run(with_mass(0.5), {.method = Method::rk4});
  EXPECT_EQ(run.set_parameter("m", -0.5), SimulationStatus::bad_parameter);
  EXPECT_EQ(run.value("m"), 0.5);
  try {
    (void)with_mass(-0.5);
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_NE(std::string(error.what()).find("the mass of particle 'light' is negative"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tangible
