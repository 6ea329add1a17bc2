// SPDX-License-Identifier: Apache-2.0
// Drives for the devices of a run.
#include "haptics/admittance_run.h"

#include <fmt/format.h>

#include "haptics/admittance_settings.h"
#include "haptics/run_warnings.h"

namespace tangible {
namespace {

HapticRunOptions with_sensors(HapticRunOptions options) {
  for (HandleChoice& held : options.held) held.device.senses_force = true;
  return options;
}

}  // namespace

AdmittanceRun::AdmittanceRun(const HapticRunOptions& options) : options_(with_sensors(options)), model_(options_) {
  for (HeldModel::Held& held : model_.held()) add_port(held);
}

void AdmittanceRun::add_port(HeldModel::Held& held) {
  const DeviceLimits limits = held.device->device().limits();
  if (!limits.senses_force)
    throw BadInput(fmt::format(
        "{0}display admittance: error: the device '{1}' does not sense the hand's force, which this display "
        "needs; use simulated, udp or model:FILE, or {0}display impedance",
        options_.option_prefix, held.device->device().name()));
  const DevicePlacement& placement = held.device->placement();
  AdmittancePortOptions o = admittance_options_for(limits, options_.tick());
  o.handle = held.number;
  o.hold = options_.wrench;
  o.registration = placement.registration(placement.offset ? model_.plant().handle(held.number).pose : Pose{});
  o.align_at_start = !placement.offset;
  o.clutch_buttons = placement.clutch_buttons;
  set_admittance_options(o, options_.admittance, options_.option_prefix + "admittance");
  ports_.push_back(std::make_unique<AdmittancePort>(held.device->used(), o));
  model_.servo().add_port(*ports_.back());
}

AdmittanceRunReport AdmittanceRun::report() {
  AdmittanceRunReport report;
  model_.fill(report);
  report.variant = "wrench " + std::string(name_of(options_.wrench));
  const auto& rows = model_.simulation().loop().motion().rows();
  report.configuration_error = rows.configuration_error();
  report.motion_error = rows.motion_error();
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    const HeldModel::Held& held = model_.held()[i];
    const Device& device = held.device->device();
    report.held.push_back({held.handle, std::string(device.name()), ports_[i].get(),
                           dynamic_cast<const ModelDevice*>(&device), model_.plant().work(held.number),
                           held.device->placement()});
  }
  for (const auto& held : report.held) add_warnings(report, held.port->check().counts(), held.device, options_);
  return report;
}

}  // namespace tangible
