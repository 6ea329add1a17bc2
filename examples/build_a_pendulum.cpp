// SPDX-License-Identifier: Apache-2.0
// A mechanism built in C++: its equations, its motion, and the reaction in its pivot.
#include <tangible/tangible.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

void make_pendulum(tangible::Mechanism& m) {
  using namespace tangible;
  const Expr mass = m.parameter("m", 1), L = m.parameter("L", 0.5), g = m.parameter("g", 9.81), q = m.coordinate("q");
  const Frame N = m.N(), B = m.frame("B", N, about_z(q));
  const Point pivot = m.point("pivot", m.O(), Vector{}), bob = m.point("bob", pivot, L * B.x());
  m.particle({"bob", bob, mass});
  m.load({"weight", UniformGravity{g * N.x()}});
  m.output({"pull", -dot(m.reaction_force("force(pivot)", pivot, N), B.x())});  // of the pivot, along the rod
  m.initial({"q", 1.0});
}

int main() {
  tangible::Model pendulum = tangible::build("pendulum", make_pendulum);
  std::cout << pendulum.equations().text();
  tangible::Simulation swing(pendulum);
  if (swing.advance_to(1.0) != tangible::SimulationStatus::ok) std::cerr << swing.explain();
  std::cout << swing.value("pull") << " N\n";
  // Weight and centripetal force: m g cos(q) + m L q'^2, with the energy of a start at rest.
  const double expected = 9.81 * (3 * std::cos(swing.value("q")) - 2 * std::cos(1.0));
  return std::abs(swing.value("pull") - expected) < 1e-7 ? EXIT_SUCCESS : EXIT_FAILURE;
}
