// SPDX-License-Identifier: Apache-2.0
// A run of the admittance display.
#include "app/run_admittance.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/admittance_options.h"
#include "app/admittance_report.h"
#include "app/command.h"
#include "app/device_choice.h"
#include "haptics/recorded_device.h"
#include "haptics/simulation_plant.h"

namespace tangible {
namespace {

class AdmittanceRun {
 public:
  explicit AdmittanceRun(const HapticRunOptions& options)
      : options_(options),
        tick_(1 / options.rate),
        step_(tick_ / options.sub_steps),
        simulation_(load(options.path, load_options(options.set)), simulation_options()),
        plant_(simulation_, method_named(options.method), step_),
        handle_(chosen_handle(options, simulation_.model())),
        device_(open_sensing_device()),
        recorder_(*device_, recorded_ticks()),
        port_(options.record.empty() ? *device_ : static_cast<Device&>(recorder_), port_options()),
        servo_(PlantRef(plant_), tick_) {
    servo_.add_port(port_);
  }

  int run() {
    if (options_.virtual_time) {
      duration_ = run_as_fast_as_possible(servo_, options_);
    } else {
      statistics_ = run_by_the_clock(servo_, options_, simulation_.model().system(method_named(options_.method)));
      duration_ = statistics_.elapsed;
    }
    if (!options_.record.empty()) write_device_record(recorder_.record(), options_.record);
    print();
    return simulation_.status() == SimulationStatus::ok ? success : failure;
  }

 private:
  SimulationOptions simulation_options() const {
    SimulationOptions o;
    o.method = method_named(options_.method);
    o.step = step_;
    o.evaluations_per_tick = 2000;  // about a millisecond of work for most models
    return o;
  }
  std::size_t recorded_ticks() const {
    if (options_.record.empty()) return 0;
    return static_cast<std::size_t>((options_.duration > 0 ? options_.duration : 600) / tick_) + 1;
  }

  std::unique_ptr<Device> open_sensing_device() const {
    DeviceChoice choice{options_.device.empty() ? "simulated" : options_.device, options_.script, tick_};
    choice.senses_force = true;
    std::unique_ptr<Device> device = open_device(choice);
    if (!device->limits().senses_force)
      throw BadInput(
          fmt::format("--display admittance: error: the device '{}' does not sense the hand's force, which "
                      "this display needs; use simulated, udp or model:FILE, or --display impedance",
                      device->name()));
    return device;
  }

  AdmittancePortOptions port_options() {
    AdmittancePortOptions o = admittance_options_for(device_->limits(), tick_);
    o.handle = plant_.add_handle(handle_);
    o.hold = wrench_hold_named(options_.wrench);
    set_admittance_options(o, options_.admittance);
    return o;
  }

  void print() {
    AdmittanceRunReport report;
    report.model = simulation_.model().name();
    report.handle = handle_;
    report.device = device_->name();
    report.variant = "wrench " + options_.wrench;
    report.virtual_time = options_.virtual_time;
    report.duration = duration_;
    report.port = &port_;
    report.arm = dynamic_cast<const ModelDevice*>(device_.get());
    report.servo = &servo_.report();
    report.loop = options_.virtual_time ? nullptr : &statistics_;
    report.work_on_model = plant_.work(0);
    report.energy_error = simulation_.energies().drift();
    report.configuration_error = simulation_.loop().motion().rows().configuration_error();
    report.motion_error = simulation_.loop().motion().rows().motion_error();
    if (simulation_.status() != SimulationStatus::ok) report.stopped = simulation_.explain();
    if (options_.format == "json")
      fmt::print("{}\n", admittance_json(report).dump(2));
    else
      fmt::print("{}", admittance_text(report));
  }

  const HapticRunOptions& options_;
  double tick_;
  double step_;
  Simulation simulation_;
  SimulationPlant plant_;
  std::string handle_;
  std::unique_ptr<Device> device_;
  RecordingDevice recorder_;
  AdmittancePort port_;
  Servo servo_;
  LoopStatistics statistics_;
  double duration_ = 0;
};

}  // namespace

int run_admittance(const HapticRunOptions& options) { return std::make_unique<AdmittanceRun>(options)->run(); }

}  // namespace tangible
