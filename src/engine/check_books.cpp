// SPDX-License-Identifier: Apache-2.0
// The energy books of a short run: what was there, came in and went out must explain what is there.
#include <algorithm>
#include <cmath>

#include "engine/check_context.h"
#include "engine/lower_system.h"
#include "simulation/simulation_loop.h"

namespace tangible {

void check_books(const CheckContext& context, Tally& tally) {
  constexpr double run = 1;          // s
  constexpr long max_steps = 2'000;  // of fast mechanisms less than that
  tally.declare("energy books", 1e-6);
  const System system = lower_to_system(context.mechanism, context.equations);
  SimulationOptions options;
  options.tolerance = 1e-9;
  SimulationLoop simulation(system, options);
  if (simulation.start() != SimulationStatus::ok) return;  // its initial values are meant for other checks
  // Drift counts beside the energy that changed hands: fast motions given in time turn over much and keep little.
  double turnover = 1e-3, drift = 0;
  Ledger before = simulation.ledger();
  while (simulation.time() < run && simulation.counts().steps < max_steps) {
    if (simulation.advance(run) != SimulationStatus::ok) break;
    if (simulation.has_event() && simulation.resolve_instant() != SimulationStatus::ok) break;
    const Ledger books = simulation.ledger();
    turnover += std::abs(books.kinetic - before.kinetic) + std::abs(books.inputs - before.inputs) +
                std::abs(books.dissipated - before.dissipated) + std::abs(books.impacts - before.impacts);
    drift = std::max(drift, std::abs(books.drift()));
    before = books;
  }
  tally.add("energy books", drift / std::max(turnover, before.kinetic));
}

}  // namespace tangible
