// SPDX-License-Identifier: Apache-2.0
// Recursions along the tree of carriers against the sums over all bodies of Kane's method.
#include "equations/recursive.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "equations/equations.h"
#include "model/read_model.h"
#include "symbolic/evaluate.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

// A branched tree with every kind of step: free base, revolute, prismatic, ball and universal joints, a weld, a
// particle, springs, a motor and a motion given in time.
constexpr const char* mixed_tree = R"yaml(
tangible: 1
name: mixed tree
parameters: {g: 9.81 m/s^2, k: 30 N*m, L: 0.3 m}
inputs: {tau: N*m, F: N}
bodies:
  base: {parent: ground, joint: free, mass: 3 kg, center: [0.01, 0.02, 0.03], inertia: {xx: 0.1, yy: 0.2, zz: 0.15, xy: 0.01}}
  arm: {parent: base, joint: revolute, axis: z, coordinate: q1, at: [0.1, 0, 0.2], mass: 1 kg, center: [0.05, 0, 0.02], inertia: {xx: 0.01, yy: 0.02, zz: 0.02, yz: 0.001}}
  slide: {parent: arm, joint: prismatic, axis: y, coordinate: q2, at: [0, 0.1, 0], mass: 0.7 kg, center: [0.01, 0, 0], inertia: {xx: 0.01, yy: 0.01, zz: 0.01}}
  tool: {parent: slide, joint: weld, at: [0, 0, 0.1], mass: 0.2 kg, center: [0, 0, 0.05], inertia: {xx: 0.001, yy: 0.001, zz: 0.001}}
  leg: {parent: base, joint: revolute, axis: x, coordinate: q3, at: [0, -0.1, 0], mass: 1.5 kg, center: [0, 0, -0.2], inertia: {xx: 0.02, yy: 0.02, zz: 0.003}}
  foot: {parent: leg, joint: ball, at: [0, 0, -0.4], mass: 0.3 kg, center: [0.03, 0, -0.02], inertia: {xx: 0.001, yy: 0.002, zz: 0.002}}
gravity: -g*N.z
loads:
  drive: {motor: tau, joint: arm}
  push: {force: "F*N.x", at: tool.center}
)yaml";

// A chain of frames and points by hand, with a length and a motion of its base that depend on time.
constexpr const char* driven_chain = R"yaml(
tangible: 1
name: driven chain
parameters: {g: 9.81 m/s^2, m: 2 kg, I: 0.3 kg*m^2}
coordinates: {q1: rad, q2: m, q3: rad}
frames:
  A: {in: N, rotate: {z: "0.3*sin(2*t/(1 s))"}}
  B: {in: A, rotate: {x: q1}}
  C: {in: B, rotate: {y: q3}}
points:
  P: {from: O, at: "0.1*sin(3*t/(1 s))*(1 m)*N.x"}
  Q: {from: P, at: "(q2 + 0.2 m)*B.z"}
  R: {from: Q, at: "(0.1 m)*C.x + (0.05 m)*C.z"}
bodies:
  rod: {frame: B, center: Q, mass: m, inertia: {xx: I, yy: I, zz: 0.1*I, yz: 0.02*I}}
particles:
  bob: {at: R, mass: 0.4 kg}
speeds: {u1: q1', u2: "q2'", u3: "2*q3'"}
gravity: -g*N.y
)yaml";

struct Numbers {
  explicit Numbers(const Mechanism& mechanism, const Equations& equations, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> spread(-1, 1);
    for (const Parameter& p : mechanism.parameters()) values[p.symbol] = p.value;
    values[mechanism.time()] = 0.4;
    for (const Input& i : mechanism.inputs()) values[i.symbol] = 3 * spread(random);
    for (const Expr q : equations.kinematical.q) values[q] = spread(random);
    for (const Expr u : equations.kinematical.u) values[u] = spread(random);
    for (std::uint32_t i = 1; i < mechanism.frames().size(); ++i)
      if (const auto* e = std::get_if<EulerParameters>(&mechanism.frames().orientation(mechanism.frames().at(i))))
        normalise({e->e0, e->e1, e->e2, e->e3});
  }
  void normalise(const std::array<Expr, 4>& e) {
    double square = 0;
    for (const Expr c : e) square += values[c] * values[c];
    for (const Expr c : e) values[c] /= std::sqrt(square);
  }
  double operator()(Expr e) const { return evaluate(e, values); }
  Values values;
};

// Kane's sums: derived from the same kinematical equations, without the recursion.
DynamicalEquations sums_over_bodies(const Mechanism& mechanism, const Equations& equations) {
  std::vector<Expr> u(equations.kinematical.u);
  Shortener shortener(u, equations.angles);
  MotionTable motions(mechanism, equations.kinematical, shortener);
  return derive_dynamical_equations(mechanism, motions, shortener);
}

struct Tree {
  const char* name;
  const char* text;
  friend std::ostream& operator<<(std::ostream& out, const Tree& tree) { return out << tree.name; }
};

class Recursion : public testing::TestWithParam<Tree> {
 protected:
  Graph graph;
  GraphScope scope{graph};
};

TEST_P(Recursion, gives_the_sums_over_bodies) {
  const ReadResult read = read_model_text(GetParam().text);
  ASSERT_TRUE(read) << read.diagnostics.to_string();
  const Equations equations = derive_equations(*read.mechanism);
  ASSERT_TRUE(equations.recursion);
  const RecursiveEquations recursive = equations.recursion->equations();
  const DynamicalEquations direct = sums_over_bodies(*read.mechanism, equations);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Numbers at(*read.mechanism, equations, seed);
    for (std::size_t r = 0; r < equations.nu(); ++r) {
      EXPECT_NEAR(at(recursive.active[r]), at(direct.active[r]), 1e-11) << r;
      EXPECT_NEAR(at(recursive.inertia_velocity[r]), at(direct.inertia_velocity[r]), 1e-11) << r;
      EXPECT_NEAR(at(recursive.forcing[r]), at(direct.active[r] + direct.inertia_velocity[r]), 1e-11) << r;
      for (std::size_t s = 0; s < equations.nu(); ++s)
        EXPECT_NEAR(at(recursive.mass(r, s)), at(direct.mass(r, s)), 1e-12) << r << " " << s;
    }
  }
}

TEST_P(Recursion, of_order_n_solves_the_equations_of_motion) {
  const ReadResult read = read_model_text(GetParam().text);
  ASSERT_TRUE(read);
  const Equations equations = derive_equations(*read.mechanism);
  const DynamicalEquations direct = sums_over_bodies(*read.mechanism, equations);
  const std::vector<Expr> accelerations = equations.recursion->accelerations();
  const Numbers at(*read.mechanism, equations, 7);
  std::vector<double> u_rate;
  for (const Expr a : accelerations) u_rate.push_back(at(a));
  for (std::size_t r = 0; r < equations.nu(); ++r) {
    double inertia = 0;
    for (std::size_t s = 0; s < equations.nu(); ++s) inertia += at(direct.mass(r, s)) * u_rate[s];
    EXPECT_NEAR(inertia, at(direct.active[r] + direct.inertia_velocity[r]), 1e-10) << r;
  }
}

TEST_P(Recursion, gives_energy_and_momenta) {
  const ReadResult read = read_model_text(GetParam().text);
  ASSERT_TRUE(read);
  const Equations equations = derive_equations(*read.mechanism);
  Shortener shortener(equations.kinematical.u, equations.angles);
  MotionTable motions(*read.mechanism, equations.kinematical, shortener);
  const Energy direct = derive_energy(*read.mechanism, motions, shortener);
  const Momenta momenta = equations.recursion->momenta();
  const Numbers at(*read.mechanism, equations, 3);
  EXPECT_NEAR(at(momenta.kinetic_energy), at(direct.kinetic), 1e-12);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(at(momenta.linear[k]), at(direct.linear_momentum_N[k]), 1e-12);
    EXPECT_NEAR(at(momenta.angular[k]), at(direct.angular_momentum_O_N[k]), 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Trees, Recursion,
                         testing::Values(Tree{"mixed_tree", mixed_tree}, Tree{"driven_chain", driven_chain}),
                         [](const auto& tree) { return tree.param.name; });

// A speed that drives two steps, and points on frames that do not follow each other, are no tree of carriers.
TEST(Carriers, absolute_angles_of_a_chain_are_no_tree) {
  Graph graph;
  GraphScope scope(graph);
  const ReadResult read = read_model_text(R"yaml(
tangible: 1
name: double pendulum, absolute angles
coordinates: {q1: rad, q2: rad}
frames: {A: {in: N, rotate: {z: q1}}, B: {in: N, rotate: {z: q2}}}
points: {P: {from: O, at: (1 m)*A.x}, Q: {from: P, at: (1 m)*B.x}}
particles: {p: {at: P, mass: 1 kg}, q: {at: Q, mass: 1 kg}}
speeds: {u1: q1', u2: q2'}
)yaml");
  ASSERT_TRUE(read) << read.diagnostics.to_string();
  EXPECT_FALSE(derive_equations(*read.mechanism).recursion);
}

}  // namespace
}  // namespace tangible
