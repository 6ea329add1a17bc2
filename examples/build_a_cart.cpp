// SPDX-License-Identifier: Apache-2.0
// The shopping cart built in C++ instead of YAML; compare models/shopping_cart. Prints what follows from geometry
// alone, then runs, and compares with the model that is read from a file.
#include <tangible/tangible.h>

#include <cstdlib>
#include <iostream>

using namespace tangible;

namespace {

// Gillespie, "Kane's equations for haptic display of multibody systems", example 3.
void make_cart(Mechanism& m) {
  const Expr m_B = m.parameter("m_B", 20), m_C = m.parameter("m_C", 1), I_B = m.parameter("I_B", 2);
  const Expr L1 = m.parameter("L1", 0.4), L2 = m.parameter("L2", 0.9), L3 = m.parameter("L3", 0.1);
  const Expr F = m.input("F"), tau = m.input("tau");
  const Expr q1 = m.coordinate("q1"), q2 = m.coordinate("q2"), q3 = m.coordinate("q3"), q4 = m.coordinate("q4");

  const Frame N = m.N();
  const Frame B = m.frame("B", N, about_z(q3));
  const Frame C = m.frame("C", B, about_z(q4));
  const Point P1 = m.point("P1", m.O(), q1 * N.x() + q2 * N.y());
  const Point Bo = m.point("Bo", P1, L1 * B.x());
  const Point P2 = m.point("P2", P1, L2 * B.x());
  const Point P3 = m.point("P3", P2, -L3 * C.x());

  m.speed("u1", dot(m.v(P1), B.x()));
  m.speed("u2", dot(m.w(B), N.z()));
  m.speed("u3", dot(m.w(C), N.z()));

  m.body({.name = "basket", .frame = B, .center = Bo, .mass = m_B, .inertia = {.zz = I_B}});
  m.particle({.name = "caster", .at = P3, .mass = m_C});
  m.load({"push", Force{.force = F * B.x(), .at = P1}});
  m.load({"twist", Torque{.torque = tau * N.z(), .on = B}});
  m.constraint({.name = "rear_wheels", .expression = dot(m.v(P1), B.y())});
  m.constraint({.name = "front_wheel", .expression = dot(m.v(P3), C.y())});
  m.constraint({.name = "caster_sticks", .expression = dot(m.w(C) - m.w(B), N.z()), .active = Activity::off});
  m.handle({.name = "grip", .at = P1, .frame = B});
  m.initial({.name = "q4", .value = 0.349066});
  m.initial({.name = "u1", .value = 0.5});
}

// The geometry alone: velocities in the speeds, with the rear wheels rolling straight ahead.
bool check_geometry() {
  Mechanism cart("shopping cart");
  make_cart(cart);
  const Frame B = cart.find_frame("B"), C = cart.find_frame("C"), N = cart.N();
  const Point P1 = cart.find_point("P1"), P3 = cart.find_point("P3");
  std::cout << cart.name() << "\n  w(C)  = " << to_text(cart.w(C)) << "\n  v(P3) = " << to_text(cart.v(P3)) << '\n';
  const auto speed = [&](const char* name) { return cart.speeds().find(name)->symbol; };
  Kinematics k = cart.make_kinematics({});
  k.set_velocity(P1, speed("u1") * B.x());
  k.set_angular_velocity(B, speed("u2") * N.z());
  k.set_angular_velocity(C, speed("u3") * N.z());
  const std::string v_P3 = to_text(k.velocity(P3, N));
  std::cout << "  v(P3) = " << v_P3 << "   in the speeds\n";
  return v_P3 == "u1 B.x + L2*u2 B.y - L3*u3 C.y";
}

}  // namespace

int main(int count, char** arguments) {
  const std::string models = count > 1 ? arguments[1] : "models";
  if (!check_geometry()) return EXIT_FAILURE;
  Simulation built(build("shopping cart", make_cart)), read(load(models + "/shopping_cart/shopping_cart.yaml"));
  if (built.advance_to(1) != SimulationStatus::ok || read.advance_to(1) != SimulationStatus::ok) return EXIT_FAILURE;
  std::cout << "u1 after 1 s: built " << built.value("u1") << ", read " << read.value("u1") << " m/s\n";
  return std::abs(built.value("u1") - read.value("u1")) < 1e-6 ? EXIT_SUCCESS : EXIT_FAILURE;
}
