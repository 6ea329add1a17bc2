// SPDX-License-Identifier: Apache-2.0
// From a formulation to a record.
#include "engine/run_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/equilibrium_text.h"
#include "engine/explain_stop.h"
#include "engine/lower_system.h"
#include "engine/not_finite.h"
#include "engine/rate_monitor.h"

namespace tangible {
namespace {

void begin_motion(SimulationLoop& simulation, const Formulation& model) {
  const SimulationStatus status = simulation.start();
  if (status != SimulationStatus::ok) throw BadInput(explain_start(model, simulation, status));
}

// Values of the start that were given and that the constraints do not allow: what was given does not move silently.
std::vector<std::string> moved_at_start(const System& system, const SimulationOptions& how, const std::string& file) {
  SimulationLoop trial(system, how);
  if (!trial.assemble_start().moved_given) return {};
  std::string names;
  const auto add = [&](const std::string& name, double given, double now) {
    if (std::abs(now - given) > 1e-9 * (1 + std::abs(given)))
      names += fmt::format("{}{} from {:.6g} to {:.6g}", names.empty() ? "" : ", ", name, given, now);
  };
  const std::span<const double> y = trial.state();
  for (std::size_t i = 0; i < system.nq(); ++i)
    if (system.start_q_kind[i] == StartKind::given) add(system.q[i].name, system.start_q[i], y[i]);
  for (std::size_t r = 0; r < system.nu(); ++r)
    if (system.start_u_kind[r] == StartKind::given) add(system.u[r].name, system.start_u[r], y[system.nq() + r]);
  for (const System::StartRate& rate : system.start_rates)
    if (rate.kind == StartKind::given)
      add(system.q[rate.coordinate].name + "'", rate.value, trial.motion().q_rate()[rate.coordinate]);
  if (names.empty()) return {};
  return {fmt::format(
      "{}: warning: the constraints do not allow what `initial` gives; changed: {}\n"
      "  give values that fit, write {{guess: ...}} for those that may change, or {{hold: ...}} for those that may not",
      file, names)};
}

// Begins again in the static equilibrium that is near.
void begin_at_rest(SimulationLoop& simulation, const Formulation& model) {
  const EquilibriumReport report = find_equilibrium(simulation.motion(), simulation.time(), simulation.state());
  if (report.outcome != EquilibriumReport::Outcome::found)
    throw BadInput(model.path + ": error: " + explain_failure(report, simulation.motion().system()));
  begin_motion(simulation, model);
}

}  // namespace

Record run_model(const CurrentFormulation& model, const RunPlan& plan, const RunOptions& options) {
  const bool derivatives = plan.from_rest || plan.how.method == Method::implicit;
  const System system = lower_to_system(*model.mechanism, model.equations, {.derivatives = derivatives});
  SimulationLoop simulation(system, plan.how);
  if (!plan.inputs.rows.empty())
    simulation.motion().drive = [&plan, at = match_inputs(plan.inputs, *model.mechanism)](
                                    double t, std::span<const double>, std::span<double> inputs) {
      interpolate(plan.inputs, at, t, inputs);
    };
  begin_motion(simulation, model);
  if (plan.from_rest) begin_at_rest(simulation, model);
  RunOptions run_options = options;
  NonFiniteMonitor non_finite(simulation);
  RateMonitor rates(model, simulation);
  run_options.should_continue = [&](double t) {
    non_finite.sample();
    rates.sample();
    return !options.should_continue || options.should_continue(t);
  };
  run_options.input_breakpoints = find_breakpoints(plan.inputs);
  Record record = run(simulation, run_options);
  non_finite.sample();
  rates.sample();
  record.warnings = moved_at_start(system, plan.how, model.path);
  std::ranges::move(non_finite.warnings(model, record), std::back_inserter(record.warnings));
  std::ranges::move(rates.warnings(model), std::back_inserter(record.warnings));
  if (record.status != SimulationStatus::ok) record.reason = explain_stop(model, simulation, record.status);
  return record;
}

}  // namespace tangible
