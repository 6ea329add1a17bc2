// SPDX-License-Identifier: Apache-2.0
// A device that leads its handle.
#include "haptics/follow_run.h"

#include <fmt/format.h>

#include "haptics/driven_choice.h"
#include "haptics/run_warnings.h"

namespace tangible {
namespace {

std::string refusal(const LinearAndRotary& inertia, const FollowBounds& bounds, const DeviceLimits& limits,
                    const HapticRunOptions& options) {
  return fmt::format(
      "the hand would feel {:.4g} kg and {:.4g} kg m^2 by differences of its position; a device of {:.4g} kg, "
      "{:.4g} N s/m bears {:.4g} kg and {:.4g} kg m^2 ({:.4g} kg and {:.4g} kg m^2 passively): use {}display impedance",
      inertia.linear, inertia.rotary, limits.inertia.linear, limits.damping.linear, bounds.stable.linear,
      bounds.stable.rotary, bounds.passive.linear, bounds.passive.rotary, options.option_prefix);
}

Simulation led_simulation(const HapticRunOptions& options, const DrivenHandle& driven) {
  Model model = load_driven(options, driven);
  const SimulationOptions how = led_simulation_options(options, model);
  return Simulation(std::move(model), how);
}

}  // namespace

FollowRun::FollowRun(const HapticRunOptions& options)
    : options_(options),
      device_(options.held.front(), options),
      limits_(device_.device().limits()),
      driven_(choose_driven_handle(options, device_.placement().in_world(limits_.actuated))),
      run_(led_simulation(options, driven_)),
      drive_(run_, driven_.name, driven_.along),
      bounds_(follow_bounds(limits_, options.tick(), limits_.delay, device_.placement().scale)),
      plant_(drive_, bounds_, led_simulation_options(options, run_.model()).step),
      port_(device_.used(), port_options()),
      servo_(PlantRef(plant_), options.tick()) {
  if (device_.placement().offset)
    throw BadInput(options.option_prefix +
                   "device: error: `offset` does not fit a display that follows: the handle begins where it is; leave "
                   "it out");
  if (plant_.is_too_heavy())
    throw BadInput(options.option_prefix +
                   "display follow: error: " + refusal(plant_.max_inertia(), bounds_, limits_, options));
  servo_.add_port(port_);
}

HapticPortOptions FollowRun::port_options() const {
  HapticPortOptions o = port_options_for(limits_, options_.tick());
  o.leads = true;
  o.registration = device_.placement().registration(drive_.port().pose());
  o.align_at_start = !device_.placement().offset;
  o.clutch_buttons = device_.placement().clutch_buttons;
  return o;
}

void FollowRun::run() {
  time_ = run_servo(servo_, options_.clock);
  unwritten_ = device_.write_record();
}

RunReport FollowRun::report() {
  port_.set_label(plant_.label());
  RunReport report;
  report.model = run_.model().name();
  report.held.push_back(
      {driven_.name, std::string(device_.device().name()), &port_, plant_.work(0), device_.placement()});
  report.virtual_time = options_.clock.is_virtual;
  report.time = &time_;
  report.servo = &servo_.report();
  report.display = fmt::format("follows along {}: the hand feels up to {:.4g} kg, {:.4g} kg m^2",
                               freedoms_text(driven_.along), plant_.max_inertia().linear, plant_.max_inertia().rotary);
  report.energy_error = run_.energies().drift();
  report.lag = run_.lag();
  report.given_up = run_.given_up();
  report.stopped = explain_end(run_, options_);
  report.warning = long_steps_warning(run_, options_);
  if (plant_.is_too_heavy())
    report.stopped = options_.path + ": error: " + refusal(plant_.inertia(), bounds_, limits_, options_);
  report.warning += unwritten_ + device_.record_warning();
  report.completed = report.stopped.empty() && unwritten_.empty();
  add_warnings(report, port_.check().counts(), report.held.front().device, options_);
  return report;
}

}  // namespace tangible
