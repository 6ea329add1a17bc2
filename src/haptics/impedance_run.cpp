// SPDX-License-Identifier: Apache-2.0
// Couplers for the devices of a run.
#include "haptics/impedance_run.h"

#include <algorithm>

#include "haptics/run_warnings.h"

namespace tangible {

ImpedanceRun::ImpedanceRun(const HapticRunOptions& options) : options_(options), model_(options) {
  for (HeldModel::Held& held : model_.held()) add_port(held);
}

void ImpedanceRun::add_port(HeldModel::Held& held) {
  const DeviceLimits limits = held.device->device().limits();
  const DevicePlacement& placement = held.device->placement();
  const HandleState handle = model_.plant().handle(held.number);
  HapticPortOptions o = port_options_for(limits, options_.tick());
  o.handle = held.number;
  o.form = options_.form;
  o.registration = placement.registration(handle.pose);
  o.align_at_start = !placement.offset;
  o.clutch_buttons = placement.clutch_buttons;
  o.directions = placement.directions(limits.actuated, model_.plant().freedoms(held.number));
  TuningOptions tuning;
  tuning.tick = options_.tick();
  tuning.method = model_method(options_.method);
  tuning.form = o.form;
  tuning.sub_steps = std::max(1, options_.sub_steps);
  tuning.scale = placement.scale;
  tables_.push_back(options_.gains ? std::make_unique<CouplerTable>(limits, tuning, *options_.gains)
                                   : std::make_unique<CouplerTable>(limits, tuning));
  o.table = tables_.back().get();
  const TunedCoupler tuned = o.table->gains_for(handle, o.directions, limits.delay);
  o.gains = tuned.gains;
  ports_.push_back(std::make_unique<HapticPort>(held.device->used(), o));
  ports_.back()->set_label(tuned.label);  // also of a coupler that no sample ever moves
  model_.servo().add_port(*ports_.back());
}

RunReport ImpedanceRun::report() {
  RunReport report;
  model_.fill(report);
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    const HeldModel::Held& held = model_.held()[i];
    report.held.push_back({held.handle, std::string(held.device->device().name()), ports_[i].get(),
                           model_.plant().work(held.number), held.device->placement()});
  }
  for (const auto& held : report.held) add_warnings(report, held.port->check().counts(), held.device, options_);
  return report;
}

}  // namespace tangible
