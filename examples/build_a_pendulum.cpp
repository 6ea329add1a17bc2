// SPDX-License-Identifier: Apache-2.0
// A mechanism built in C++: its equations, its motion, and the reaction in its pivot.
#include <tangible/tangible.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

namespace {

void make_pendulum(tangible::Mechanism& m) {
  using namespace tangible;
  const Expr mass = m.parameter("m", 1.0), L = m.parameter("L", 0.5), g = m.parameter("g", 9.81);
  const Expr q = m.coordinate("q");
  const Frame N = m.N(), B = m.frame("B", N, about_z(q));
  const Point pivot = m.point("pivot", m.O(), Vector{});
  const Point bob = m.point("P", pivot, L * B.x());
  m.particle({"bob", bob, mass});
  m.load({"weight", UniformGravity{g * N.x()}});
  m.output({"tension", dot(m.reaction_force("force(pivot)", pivot, N), N.x()), {}, {}});
  m.initial({.name = "q", .value = 0.0});
}

}  // namespace

int main() {
  const tangible::Model pendulum = tangible::build("pendulum", make_pendulum);
  std::cout << pendulum.equations().text() << '\n';
  tangible::Simulation run(pendulum);
  // It hangs still, and the pivot carries its weight upwards, against N.x.
  if (run.advance_to(1.0) != tangible::SimulationStatus::ok) return EXIT_FAILURE;
  std::cout << "force on the pendulum along N.x: " << run.value("tension") << " N\n";
  return std::abs(run.value("tension") + 9.81) < 1e-9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
