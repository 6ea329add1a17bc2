// SPDX-License-Identifier: Apache-2.0
// Inputs by name, from the system at its start.
#include "engine/starting_inputs.h"

#include <map>
#include <optional>
#include <span>

#include "engine/lower_system.h"
#include "engine/model_program.h"
#include "engine/unit_text.h"
#include "equations/error.h"
#include "simulation/simulation_loop.h"

namespace tangible {
namespace {

struct StartingInput {
  std::optional<double> value;  // none: that of the model file
  std::string unit;
};
using NamedInputs = std::map<std::string, StartingInput>;

// Coordinates, speeds and states; false if they cannot be assembled.
bool add_start(const Formulation& model, NamedInputs& inputs) {
  try {
    const System system = lower_to_system(*model.mechanism, model.equations);
    SimulationLoop loop(system);
    const bool is_assembled = loop.assemble_start().assembled;
    const std::span<const double> y = loop.state();
    std::size_t at = 0;
    for (const std::vector<Quantity>* quantities : {&system.q, &system.u, &system.z})
      for (const Quantity& each : *quantities) {
        inputs[each.name] = {is_assembled ? std::optional(y[at]) : std::nullopt, each.unit};
        ++at;
      }
    for (const std::vector<Quantity>* quantities : {&system.discretes, &system.inputs})
      for (const Quantity& each : *quantities) inputs[each.name].unit = each.unit;
    return is_assembled;
  } catch (const EquationsError&) {  // equations that can be exported, and not simulated
    return false;
  }
}

}  // namespace

StartingInputs starting_inputs(const Formulation& model, const Program& program) {
  NamedInputs inputs{{"t", {std::nullopt, "s"}}};
  for (const Parameter& p : model.mechanism->parameters()) inputs[p.name].unit = unit_text(p.dimension);
  StartingInputs out;
  out.is_assembled = add_start(model, inputs);
  out.values = initial_inputs(model, program);
  for (std::size_t i = 0; i < program.inputs.size(); ++i) {
    const StartingInput& input = inputs[program.inputs[i].name];
    out.values[i] = input.value.value_or(out.values[i]);
    out.units.push_back(input.unit == "1" ? "" : input.unit);  // "1": a number, an angle, or not known
  }
  return out;
}

}  // namespace tangible
