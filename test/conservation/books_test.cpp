// SPDX-License-Identifier: Apache-2.0
// The books of energy against closed forms, where the motion alone would allow steps too long for them.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

const char* block_on_plate = R"yaml(
name: block on a vibrating plate
parameters: {A: 0.02 m, w: 20 rad/s, mu: 0.3 rad, g: 10 m/s^2}
coordinates: {x: m, h: m}
points:
  Q: {from: O, at: A*sin(w*t)*N.x}
  P: {from: O, at: x*N.x + h*N.y}
frames:
  T: {in: N, origin: Q}
particles: {block: {at: P, mass: 2 kg}}
gravity: -g*N.y
contacts:
  plate: {gap: h, at: P, normal: N.y, tangents: [N.x], friction: mu, against: Q}
)yaml";

struct Work {
  double by_plate = 0, by_friction = 0;
};

// The plate goes as p = A sin(w t), and faster than friction can follow, A w^2 > mu g: the block never sticks. Its
// speed is a line of slope s mu g, s the sign of p' - x', until it equals p'; there s changes to the sign of p''. Over
// each such piece the force F = s mu m g is constant, so that the plate works F (p2 - p1) on the block, of which F ((p2
// - p1) - (x2 - x1)) goes into heat. Until 3 s there are 20 pieces: 3.735662975 J, of which 3.715798020 J are heat and
// 0.019864955 J motion.
Work shake_by_pieces(double until) {
  const double A = 0.02, w = 20, a = 0.3 * 10, m = 2, look = 1e-3;
  Work work;
  double t = 0, v = 0, s = 1;
  while (t < until) {
    const auto slip = [&](double at) { return s * (A * w * std::cos(w * at) - v - s * a * (at - t)); };
    double before = t + look, after = before;
    while (slip(after) > 0 && after < until) before = std::exchange(after, std::min(after + look, until));
    for (int k = 0; k < 60 && slip(after) <= 0; ++k) {  // bisection
      const double middle = (before + after) / 2;
      (slip(middle) > 0 ? before : after) = middle;
    }
    const double length = after - t, plate = A * (std::sin(w * after) - std::sin(w * t));
    work.by_plate += m * s * a * plate;
    work.by_friction += m * s * a * (plate - v * length - s * a * length * length / 2);
    v += s * a * length;
    t = after;
    EXPECT_TRUE(t == until || A * w * w * std::abs(std::sin(w * t)) > a) << "it sticks at " << t;
    s = std::sin(w * t) < 0 ? 1 : -1;
  }
  return work;
}

TEST(Books, of_a_block_on_a_shaken_plate_are_those_of_its_pieces_at_the_default_tolerance) {
  const Work expected = shake_by_pieces(3);
  EXPECT_NEAR(expected.by_plate, 3.735662975, 1e-9);
  EXPECT_NEAR(expected.by_friction, 3.715798020, 1e-9);
  MovingModel block(model_file(block_on_plate), {});
  block.start();
  ASSERT_EQ(describe(block.simulation.run_to(3)), std::string("ok"));
  EXPECT_NEAR(block.simulation.ledger().inputs, expected.by_plate, 3e-8);
  EXPECT_NEAR(block.simulation.ledger().dissipated, expected.by_friction, 3e-8);
  EXPECT_NEAR(block.simulation.ledger().drift(), 0, 1e-12);
}

// After a quarter of its period a spring of 8 N/m, drawn by 0.5 m, has given its joule to the motion.
TEST(Books, of_a_spring_have_its_energy_as_potential_and_of_the_same_force_as_dissipated) {
  struct Case {
    const char* load;
    double start, dissipated;
  };
  for (const Case& c :
       {Case{"{spring: 8 N/m, length: 1 m, between: [Q, P]}", 1, 0}, Case{"{force: -8 N/m*x*N.x, at: P}", 0, -1}}) {
    MovingModel bead(model_file(std::string("coordinates: {x: m}\n"
                                            "points: {P: {from: O, at: x*N.x}, Q: {from: O, at: -1 m*N.x}}\n"
                                            "particles: {bead: {at: P, mass: 2 kg}}\nloads: {pull: ") +
                                c.load + "}\ninitial: {x: 0.5 m}\n"),
                     {});
    bead.start();
    ASSERT_EQ(describe(bead.simulation.run_to(std::numbers::pi / 4)), std::string("ok"));
    const Ledger books = bead.simulation.ledger();
    EXPECT_NEAR(books.start, c.start, 1e-12);
    EXPECT_NEAR(books.kinetic, 1, 1e-9);
    EXPECT_NEAR(books.potential, 0, 1e-9);
    EXPECT_NEAR(books.dissipated, c.dissipated, 1e-8);
    EXPECT_NEAR(books.drift(), 0, 1e-8);
  }
}

// k (1 + x/L) x is the derivative of k (x^2/2 + x^3/(3 L)), not of half the stiffness times x squared.
TEST(Books, of_a_spring_whose_stiffness_changes_with_its_length_have_its_work) {
  MovingModel bead(model_file("parameters: {k: 8 N/m, L: 0.7 m}\ncoordinates: {x: m}\n"
                              "points: {P: {from: O, at: x*N.x}, Q: {from: O, at: -1 m*N.x}}\n"
                              "particles: {bead: {at: P, mass: 2 kg}}\n"
                              "loads: {pull: {spring: k*(1 + x/L), length: 1 m, between: [Q, P]}}\n"
                              "initial: {x: 0.5 m}\n"),
                   {});
  bead.start();
  ASSERT_EQ(describe(bead.simulation.run_to(0.4)), std::string("ok"));
  const double x = bead.simulation.state()[0];
  const auto work = [](double at) { return 8 * (at * at / 2 + at * at * at / (3 * 0.7)); };
  ASSERT_LT(x, 0.3);
  const Ledger books = bead.simulation.ledger();
  EXPECT_EQ(books.potential, 0);
  EXPECT_NEAR(books.kinetic, work(0.5) - work(x), 1e-8);
  EXPECT_NEAR(books.dissipated, -books.kinetic, 1e-8);
}

}  // namespace
}  // namespace tangible
