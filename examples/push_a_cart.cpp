// SPDX-License-Identifier: Apache-2.0
// The ten lines of the README: load a model, print the equations of a mode, push on it, read a force. Run it in the
// folder that holds models/.
#include <tangible/tangible.h>

#include <cstdlib>
#include <iostream>

int main() {
  tangible::Model cart = tangible::load("models/shopping_cart/shopping_cart.yaml");  // throws with file and line
  std::cout << cart.equations({"caster_sticks"}).text();

  tangible::Simulation run(cart, {.method = tangible::Method::rk4, .step = 1e-3});
  tangible::Port& grip = run.port("grip");
  grip.hold({.force = {30, 0, 0}, .torque = {}});  // newtons, in the world frame, held until changed
  if (run.advance_to(2.0) != tangible::SimulationStatus::ok) std::cerr << run.explain();
  std::cout << run.force("front_wheel") << " N, " << grip.velocity().linear.x << " m/s\n";
  return run.time() == 2.0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
