// SPDX-License-Identifier: Apache-2.0
// Starts that are made anew.
#include "engine/prepared_start.h"

#include <algorithm>

#include "engine/equilibrium_text.h"
#include "simulation/equilibrium.h"

namespace tangible {
namespace {

void begin_loop(SimulationLoop& loop, const Model& model) {
  const SimulationStatus status = loop.start();
  if (status != SimulationStatus::ok) throw BadInput(model.explain(loop, status, true));
}

}  // namespace

void drive_by_table(Simulation& run, const InputTable& table) {
  std::vector<std::size_t> at;
  const std::vector<ModelDescription::Quantity>& inputs = run.model().description().inputs;
  for (const std::string& name : table.names) {
    const auto found = std::ranges::find(inputs, name, &ModelDescription::Quantity::name);
    if (found == inputs.end()) throw BadInput(table.where + ": error: the model has no input named " + name);
    at.push_back(static_cast<std::size_t>(found - inputs.begin()));
  }
  run.loop().motion().drive = [table, at](double t, std::span<const double>, std::span<double> values) {
    interpolate(table, at, t, values);
  };
  begin_loop(run.loop(), run.model());
}

// The equilibrium is found with a system that has derivatives, which the run itself may not need.
void start_at_rest(Simulation& run) {
  SimulationLoop search(run.model().system(Method::implicit));
  SimulationLoop& loop = run.loop();
  search.motion().drive = loop.motion().drive;
  begin_loop(search, run.model());
  const EquilibriumReport report = find_equilibrium(search.motion(), search.time(), search.state());
  if (report.outcome != EquilibriumReport::Outcome::found)
    throw BadInput(run.model().description().path + ": error: " + explain_failure(report, search.motion().system()));
  const System& system = search.system();
  const std::size_t own = system.nq() + system.nu() + system.nz();
  std::copy_n(search.state().begin(), own, loop.state().begin());
  begin_loop(loop, run.model());
}

}  // namespace tangible
