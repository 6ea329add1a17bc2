// SPDX-License-Identifier: Apache-2.0
// Runs in which a handle follows a motion as a moving constraint: one that is known beforehand, whose force is
// recorded, or that of a live device, which displays it.
#pragma once

#include <functional>

#include "haptics/haptic_run.h"
#include "haptics/led_plant.h"
#include "haptics/prescribed_display.h"

namespace tangible {

// "x, y, turn_z"
std::string freedoms_text(const Freedoms& freedoms);

struct KnownMotion {
  std::function<HandleMotion(double)> at;
  double duration = 0;
  Freedoms along = all_freedoms;
  std::string source;  // the file that it comes from
};
// The intention of a script, or the samples of a recorded device. Throws BadInput.
KnownMotion script_motion(const std::string& path, double tick);
KnownMotion recorded_motion(const std::string& path);

struct PrescribedRunReport {
  std::string model, handle, source, along;
  double duration = 0;
  PrescribedReport figures = {};
  double energy_error = 0;  // of the model's books, J
  std::string stopped = {}, warning = {};
  bool completed = true;
};
std::string report_text(const PrescribedRunReport& report);
nlohmann::ordered_json report_json(const PrescribedRunReport& report);

// Nobody waits for the force: virtual time, whatever the clock. Throws BadInput if the handle cannot move so.
PrescribedRunReport follow_known_motion(const HapticRunOptions& options, const KnownMotion& motion);

// A device that leads its handle, in the servo loop.
class FollowRun {
 public:
  // The options outlive the run and name one device. Throws BadInput, also where the device would be made to show more
  // inertia than it bears.
  explicit FollowRun(const HapticRunOptions& options);

  void run();
  RunReport report();
  const System& system() { return run_.loop().system(); }

 private:
  HapticPortOptions port_options() const;

  const HapticRunOptions& options_;
  HeldDevice device_;
  DeviceLimits limits_;
  DrivenHandle driven_;
  Simulation run_;
  HandleDrive drive_;
  FollowBounds bounds_;
  LedPlant plant_;
  HapticPort port_;
  Servo servo_;
  RunTime time_;
  std::string unwritten_;  // the recording, with the reason
};

}  // namespace tangible
