// SPDX-License-Identifier: Apache-2.0
// From a choice to rows.
#include "haptics/driven_choice.h"

#include <fmt/format.h>

namespace tangible {

std::string freedoms_text(const Freedoms& freedoms) {
  std::string text;
  for (std::size_t i = 0; i < 6; ++i)
    if (freedoms[i]) text += (text.empty() ? "" : ", ") + drive_row(i).substr(drive_group.size() + 1);
  return text;
}

DrivenHandle choose_driven_handle(const HapticRunOptions& options, const Freedoms& wanted) {
  if (options.held.size() != 1)
    throw BadInput(
        fmt::format("{0}display follow: error: one handle can be led at a time; give one {0}device and one "
                    "{0}handle, or use {0}display impedance",
                    options.option_prefix));
  Simulation run(load(options.path, options.load), {.method = Method::rk4, .step = options.tick()});
  DrivenHandle driven;
  driven.name = chosen_handles(options, run.model()).front();
  const Port& port = run.port(driven.name);
  std::array<double, 36> mobility{};
  (void)run.mobility(port, mobility);
  driven.along = drivable_freedoms(port, mobility, wanted);
  if (driven.along == Freedoms{})
    throw BadInput(
        fmt::format("{}: error: handle {} cannot move in any of the directions {}; choose another handle, or "
                    "directions by `freedoms` of the device",
                    options.path, driven.name, freedoms_text(wanted)));
  const Vec3 p = port.pose().position;
  driven.start = {p.x, p.y, p.z};
  return driven;
}

Model load_driven(const HapticRunOptions& options, const DrivenHandle& driven) {
  LoadOptions how = options.load;
  how.drive = driven;
  return load(options.path, how);
}

SimulationOptions led_simulation_options(const HapticRunOptions& options, const Model& model) {
  SimulationOptions o = simulation_options(options, model);
  o.evaluations_per_tick = 0;  // a tick that is not completed would leave the handle behind the device
  return o;
}

}  // namespace tangible
