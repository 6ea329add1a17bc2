// SPDX-License-Identifier: Apache-2.0
// Impacts as the model file selects them: Newton or Poisson, together or in sequence; faults that end a run cleanly.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

// Three equal balls on a line, the first moving, the others touching.
std::string cradle(const std::string& more) {
  return "parameters: {m: 0.1 kg, e: 1 rad}\n"
         "coordinates: {x1: m, x2: m, x3: m}\n"
         "points:\n"
         "  A: {from: O, at: x1*N.x}\n  B: {from: O, at: x2*N.x}\n  C: {from: O, at: x3*N.x}\n"
         "speeds: {u1: x1', u2: x2', u3: x3'}\n"
         "particles:\n  a: {at: A, mass: m}\n  b: {at: B, mass: m}\n  c: {at: C, mass: m}\n"
         "contacts:\n  ab: {gap: x2 - x1 - 0.1 m, restitution: e}\n  bc: {gap: x3 - x2 - 0.1 m, restitution: e}\n"
         "initial: {x1: -0.5 m, x2: 0.1 m, x3: 0.2 m, u1: 1 m/s}\n" +
         more;
}

TEST(NewtonsCradle, in_sequence_the_last_ball_takes_all) {
  MovingModel model(model_file(cradle("impacts: {order: sequence}\n")), {}, fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok"));
  EXPECT_NEAR(model.simulation.state()[3], 0, 1e-12);
  EXPECT_NEAR(model.simulation.state()[4], 0, 1e-12);
  EXPECT_NEAR(model.simulation.state()[5], 1, 1e-12);
  for (const Occurrence& impact : occurrences_of(model.simulation, Occurrence::Kind::impact))
    EXPECT_NEAR(impact.loss, 0, 1e-12);
}

// All at once: the first against the two others as one body of twice its mass.
TEST(NewtonsCradle, together_the_first_ball_meets_the_others_as_one) {
  MovingModel model(model_file(cradle("")), {}, fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok"));
  EXPECT_NEAR(model.simulation.state()[3], -1.0 / 3, 1e-12);
  EXPECT_NEAR(model.simulation.state()[4], 2.0 / 3, 1e-12);
  EXPECT_NEAR(model.simulation.state()[5], 2.0 / 3, 1e-12);
  EXPECT_NEAR(model.simulation.ledger().impacts, 0, 1e-12);
}

// A rod that falls onto a rough floor with its end first, turning and sliding.
std::string rod(const std::string& law) {
  return "parameters: {m: 1 kg, l: 1 m, e: 0.9 rad, mu: 0.3 rad, g: 9.81 m/s^2}\n"
         "coordinates: {x: m, h: m, th: rad}\n"
         "frames:\n  B: {in: N, rotate: {z: th}}\n"
         "points:\n  Bo: {from: O, at: x*N.x + h*N.y}\n  P: {from: Bo, at: -l/2*B.x}\n"
         "speeds: {u1: x', u2: h', u3: th'}\n"
         "bodies:\n  rod: {frame: B, center: Bo, mass: m, inertia: {zz: m*l^2/12}}\n"
         "gravity: -g*N.y\n"
         "contacts:\n  tip: {gap: \"dot(p(P), N.y)\", at: P, tangents: [N.x], restitution: e, friction: mu}\n" +
         law;
}

// The rod's tip meets the floor at once. In normal and tangential motion of the tip the rod is as heavy as
// 1/m [1 + 3 cos^2, 3 sin cos; 3 sin cos, 1 + 3 sin^2].
TEST(RodImpact, poisson_returns_a_share_of_the_impulse_of_compression) {
  const double th = 0.9, e = 0.9, v = -2;
  for (const bool poisson : {false, true}) {
    MovingModel model(
        model_file(rod(poisson ? "impacts: {law: poisson}\ninitial: {th: 0.9}\n" : "initial: {th: 0.9}\n")),
        {"mu=0", "g=0"}, fine());
    model.simulation.state()[1] = std::sin(th) / 2;
    model.simulation.state()[4] = v;
    model.start();
    // Without friction both laws agree: impulse (1 + e) |v| / (1 + 3 cos^2).
    const double impulse = (1 + e) * -v / (1 + 3 * std::cos(th) * std::cos(th));
    EXPECT_NEAR(model.simulation.state()[4], v + impulse, 1e-12);
    EXPECT_NEAR(model.simulation.state()[5], -impulse * std::cos(th) / 2 * 12, 1e-11);
  }
}

// With friction that reverses the slip, Newton's restitution of the normal speed makes energy (Kane's objection); the
// run ends and reports it, and Poisson's law has a solution that loses energy.
TEST(RodImpact, a_gain_of_energy_is_a_fault_and_poisson_has_none) {
  const auto strike = [](const std::string& law, SimulationStatus& status) {
    MovingModel model(model_file(rod(law + "initial: {th: 0.95}\n")), {"mu=0.6", "g=0", "e=1"}, fine());
    model.simulation.state()[1] = std::sin(0.95) / 2;
    model.simulation.state()[3] = 0.7;
    model.simulation.state()[4] = -1;
    status = model.simulation.start();
    return model.simulation.ledger().impacts;
  };
  SimulationStatus newton{}, poisson{};
  (void)strike("", newton);
  EXPECT_EQ(describe(newton), describe(SimulationStatus::energy_gain));
  (void)strike("impacts: {law: poisson}\n", poisson);
  EXPECT_EQ(poisson, SimulationStatus::ok);
}

// A rod that slides with its tip on the floor: beyond the boundary 1 + 3 cos (cos - mu sin) = 0 no forces or two
// answers exist. Near it, on this side, it runs.
TEST(RodSlides, the_paradox_ends_the_run_on_its_boundary) {
  const double th = std::atan(2.0);  // where the least friction is enough
  const auto begin = [&](double mu) {
    MovingModel model(model_file(rod(fmt::format("initial: {{th: {}}}\n", th))), {fmt::format("mu={}", mu), "e=0"},
                      fine());
    model.simulation.state()[1] = std::sin(th) / 2;
    model.simulation.state()[3] = -1;  // slides against the tip, which leans forward
    return model.simulation.start();
  };
  EXPECT_EQ(begin(4.0 / 3 - 1e-6), SimulationStatus::ok);
  const SimulationStatus beyond = begin(4.0 / 3 + 1e-6);
  EXPECT_TRUE(beyond == SimulationStatus::friction_paradox || beyond == SimulationStatus::friction_ambiguous)
      << describe(beyond);
}

TEST(ImpactLaw, misspelt_words_are_told) {
  EXPECT_THROW(formulate_current({model_file(cradle("impacts: {law: poison}\n")), {}}), std::exception);
}

}  // namespace
}  // namespace tangible
