// SPDX-License-Identifier: Apache-2.0
// A model in the hand of a simulated operator, with the coupler tuned by itself: all that a run needs.
#pragma once

#include "haptics/recorded_device.h"
#include "haptics/servo.h"
#include "haptics/simulated_device.h"
#include "haptics/simulation_plant.h"

namespace tangible::testing {

inline OperatorOptions operator_of_strength(int strength) {
  return strength == 0 ? no_operator() : strength == 1 ? light_operator() : firm_operator();
}

inline const char* const names_of_operators[] = {"none", "light", "firm"};

// Gains for the simulated device with rk4, the device's pose extrapolated: computed once.
inline const CouplerTable& table_of_the_simulated_device() {
  static const CouplerTable table(SimulatedDevice({}, no_operator()).limits(),
                                  {.method = ModelMethod::rk4, .form = CouplerForm::in_stages_extrapolated}, 3);
  return table;
}

inline std::string first_hold(const Model& model) {
  const ModelDescription& d = model.description();
  return d.handles.empty() ? d.frames.front().name : d.handles.front().name;
}

struct ModelInHand {
  static constexpr double T = 1e-3;

  ModelInHand(const Model& model, const OperatorOptions& hand, const SimulatedDeviceOptions& options = {},
            CouplerForm form = CouplerForm::in_stages_extrapolated, Device* instead = nullptr, int sub_steps = 1)
      : run(model, {.method = Method::rk4, .step = T / sub_steps, .evaluations_per_tick = 2000}),
        plant(run, Method::rk4, T / sub_steps),
        handle(plant.add_handle(first_hold(run.model()))),
        device(options, hand),
        table(table_of(device.limits(), form)),
        port(instead == nullptr ? device : *instead, port_options(form)),
        servo(PlantRef(plant), T) {
    servo.add_port(port);
  }
  ModelInHand(const std::string& path, const OperatorOptions& hand, const SimulatedDeviceOptions& options = {},
            CouplerForm form = CouplerForm::in_stages_extrapolated)
      : ModelInHand(load(path), hand, options, form) {}

  // A table takes a second: those that were made are kept.
  static CouplerTable table_of(const DeviceLimits& limits, CouplerForm form) {
    const auto is_for = [](const DeviceLimits& a, const DeviceLimits& b) {
      return a.inertia == b.inertia && a.damping == b.damping && a.friction == b.friction &&
             a.resolution == b.resolution;
    };
    if (is_for(limits, SimulatedDevice({}, no_operator()).limits()) && form == CouplerForm::in_stages_extrapolated)
      return table_of_the_simulated_device();
    struct Kept {
      DeviceLimits limits;
      CouplerForm form;
      CouplerTable table;
    };
    static std::vector<Kept> kept;
    for (const Kept& k : kept)
      if (is_for(k.limits, limits) && k.form == form && k.limits.delay >= limits.delay) return k.table;
    kept.push_back(
        {limits, form, CouplerTable(limits, {.method = ModelMethod::rk4, .form = form}, std::max(1, limits.delay))});
    return kept.back().table;
  }
  HapticPortOptions port_options(CouplerForm form) {
    HapticPortOptions o = port_options_for(device.limits(), T);
    o.handle = handle;
    const Freedoms of_handle = plant.freedoms(handle);
    for (std::size_t i = 0; i < 6; ++i) o.directions.mask[i] = o.directions.mask[i] && of_handle[i];
    o.form = form;
    o.table = &table;
    o.gains = table.gains_for(plant.handle(handle), o.directions, device.limits().delay).gains;
    return o;
  }
  // Energy that the rendering has made, the device's own damper counted.
  double excess() const {
    const PassivityGuardReport& g = port.guard().report();
    return g.given - g.from_model - g.credit + g.forgotten;
  }

  Simulation run;
  SimulationPlant plant;
  int handle;
  SimulatedDevice device;
  CouplerTable table;
  HapticPort port;
  Servo servo;
};

}  // namespace tangible::testing
