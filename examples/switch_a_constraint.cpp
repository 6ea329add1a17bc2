// SPDX-License-Identifier: Apache-2.0
// Constraints switched by hand, parameters changed between steps, and the energy books that account for both.
#include <tangible/tangible.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

int main(int count, char** arguments) {
  const std::string models = count > 1 ? arguments[1] : "models";
  tangible::Simulation run(tangible::load(models + "/shopping_cart/shopping_cart.yaml"),
                           {.method = tangible::Method::rk4, .step = 1e-3});
  const auto report = [&](const char* when) {
    const tangible::Ledger books = run.energies();
    std::cout << when << ": " << run.mode() << ", " << books.total() << " J, lost " << books.impacts
              << " J, by parameters " << books.parameters << " J, not explained " << books.drift() << " J\n";
  };
  bool good = run.advance_to(1.0) == tangible::SimulationStatus::ok;
  report("free caster");
  good = good && run.set_constraint("caster_sticks", true) == tangible::SimulationStatus::ok;
  good = good && run.advance_to(2.0) == tangible::SimulationStatus::ok;
  report("caster sticks");
  good = good && run.set_parameter("m_B", 40) == tangible::SimulationStatus::ok;
  good = good && run.advance_to(3.0) == tangible::SimulationStatus::ok;
  report("twice the mass");
  return good && std::abs(run.energies().drift()) < 1e-9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
