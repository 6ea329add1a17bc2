// SPDX-License-Identifier: Apache-2.0
// From a formulation to a start.
#include "engine/assemble_model.h"

#include "engine/model_locations.h"

namespace tangible {
namespace {

// Contacts that begin inside their surfaces.
void refuse_inside(const Formulation& model, const System& system, AssemblyOutcome& out) {
  SimulationLoop trial(system);
  const std::string text = system.contacts.empty() ? "" : explain_contact_inside(model, trial);
  if (text.empty()) return;
  const std::size_t row = trial.fault_row();
  out.report.assembled = false;
  out.fault.conflict.push_back({system.rows[row].name, location_of_row(model, system, row)});
  out.fault.text = text + "\n";
}

}  // namespace

AssemblyOutcome assemble_model(const Formulation& model, const System& system, bool at_rest) {
  SimulationLoop simulation(system);
  const std::span<double> y = simulation.state();
  AssemblyOutcome out;
  out.way.begin.assign(y.begin(), y.end());
  out.report = simulation.assemble_start();
  out.way.assembled.assign(y.begin(), y.end());
  if (out.report.assembled) refuse_inside(model, system, out);
  if (out.report.assembled)
    out.branches = find_branches(simulation.motion(), simulation.time(), y);
  else if (out.fault.text.empty())
    out.fault = explain_assembly(model, simulation, out.way.begin);
  if (at_rest && out.report.assembled) out.rest = find_equilibrium(simulation.motion(), simulation.time(), y);
  if (out.rests()) out.way.rest.assign(y.begin(), y.end());
  return out;
}

}  // namespace tangible
