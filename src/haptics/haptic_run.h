// SPDX-License-Identifier: Apache-2.0
// A run of a model in somebody's hands: what all displays have in common. Each device holds a handle of its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "haptics/open_device.h"
#include "haptics/recorded_device.h"
#include "haptics/run_clock.h"
#include "haptics/run_report.h"
#include "haptics/simulation_plant.h"

namespace tangible {

struct HandleChoice {
  std::string handle = {};  // handle, body or particle; empty: the next handle of the model that nobody holds
  DeviceChoice device = {};
  std::string record = {};  // file for what passes through the device; empty: none
};

struct HapticRunOptions {
  std::string path;
  LoadOptions load = {};
  std::vector<HandleChoice> held = {{}};
  Method method = Method::rk4;
  double rate = 1000;  // ticks per second
  int sub_steps = 0;   // steps of the model per tick; zero: as many as its books of energy ask for
  RunClock clock = {};
  CouplerForm form = CouplerForm::in_stages_extrapolated;  // of the impedance display
  std::optional<CouplerGains> gains = {};                  // none: tuned
  WrenchHold wrench = WrenchHold::extrapolated_in_handle;  // of the admittance display
  std::string admittance = {};                             // name=value,... of its drive, sensor and guard
  std::string option_prefix = {};                          // stands before the names of options in messages
  std::function<void(const std::string&)> notice = {};     // called with what to know before the run begins

  double tick() const { return 1 / rate; }
};

// Fixed steps within a tick of the loop, with a port for each device.
SimulationOptions simulation_options(const HapticRunOptions& options, const Model& model);
// One for each device, all different. Throws BadInput if the model has too little to take hold of.
std::vector<std::string> chosen_handles(const HapticRunOptions& options, const Model& model);
// Why the run has stopped, and what helps; empty if it has not.
std::string explain_end(Simulation& run, const HapticRunOptions& options);
// Empty unless steps were too long for what the model did: its books of energy are off by a hundredth.
std::string long_steps_warning(Simulation& run, const HapticRunOptions& options);
// Names of the constraints that came by themselves or by hand and hold now, as LiveFigures has them.
std::string mode_text(std::uint64_t active_rows, const System& system);

// A device, and what is written down of it.
class HeldDevice {
 public:
  HeldDevice(const HandleChoice& choice, const HapticRunOptions& options);

  // The device as a port uses it.
  Device& used() { return record_.empty() ? *opened_.device : recorder_; }
  const Device& device() const { return *opened_.device; }
  const DevicePlacement& placement() const { return opened_.placement; }
  // Why the recording could not be written; empty if it was, or none is wanted.
  std::string write_record() const;
  // Empty unless the run was longer than what is kept of it.
  std::string record_warning() const;

 private:
  OpenedDevice opened_;
  std::string record_, prefix_;
  RecordingDevice recorder_;
};

// A running model with devices on its handles, before anybody says how they are displayed.
class HeldModel {
 public:
  explicit HeldModel(const HapticRunOptions& options);

  struct Held {
    std::string handle;
    int number = 0;  // of the handle in the plant
    std::unique_ptr<HeldDevice> device;
  };

  std::vector<Held>& held() { return held_; }
  Simulation& simulation() { return simulation_; }
  SimulationPlant& plant() { return plant_; }
  Servo& servo() { return servo_; }
  // Runs, and writes the records of the devices.
  void run();
  // What is known of every run, whatever the display.
  void fill(RunFigures& figures);

 private:
  const HapticRunOptions& options_;
  Simulation simulation_;
  SimulationPlant plant_;
  std::vector<Held> held_;
  Servo servo_;
  RunTime time_;
  std::string unwritten_;  // recordings, with the reasons
};

}  // namespace tangible
