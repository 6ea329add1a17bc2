// SPDX-License-Identifier: Apache-2.0
// The energy books of a short run: what was there, came in and went out must explain what is there.
#include <algorithm>
#include <cmath>

#include "app/check_context.h"
#include "app/simulation_model.h"
#include "simulation/simulation.h"

namespace tangible {

void check_books(const CheckContext& context, Tally& tally) {
  constexpr double run = 1;           // s
  constexpr long most_steps = 2'000;  // of fast mechanisms less than that
  tally.declare("energy books", 1e-6);
  const System system = lower_to_system(context.mechanism, context.equations);
  SimulationOptions options;
  options.tolerance = 1e-9;
  Simulation simulation(system, options);
  if (simulation.start() != SimulationStatus::ok) return;  // its initial values are meant for other checks
  double flow = 1e-3, drift = 0;
  while (simulation.time() < run && simulation.counts().steps < most_steps) {
    if (simulation.advance(run) != SimulationStatus::ok) break;
    if (simulation.has_event() && simulation.settle() != SimulationStatus::ok) break;
    const Ledger books = simulation.ledger();
    flow = std::max({flow, books.kinetic, std::abs(books.inputs), std::abs(books.dissipated), books.impacts});
    drift = std::max(drift, std::abs(books.drift()));
  }
  tally.add("energy books", drift / flow);
}

}  // namespace tangible
