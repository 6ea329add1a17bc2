// SPDX-License-Identifier: Apache-2.0
// Leads a handle along a motion that is known beforehand and keeps what it takes: the inverse-dynamics display.
#pragma once

#include <functional>

#include "haptics/prescribed_motion.h"

namespace tangible {

struct PrescribedReport {
  long ticks = 0;
  double max_force = 0, max_torque = 0;
  double square_of_force = 0, square_of_torque = 0;  // sums over the ticks
  double work = 0;                                   // done on the model by what leads the handle, J
  double rms_force() const;
  double rms_torque() const;
};

class PrescribedDisplay {
 public:
  // `motion` gives displacements from where it begins; the handle begins where it is. The drive outlives the display.
  PrescribedDisplay(HandleDrive& drive, std::function<HandleMotion(double)> motion, double tick, double step);

  // Leads the handle through one tick. False: the model cannot go on.
  bool tick();
  // On a device that would be held at the handle: the handle's wrench, negative. At the beginning of the last tick.
  const Wrench& displayed() const { return displayed_; }
  // Where the handle was then.
  const DeviceSample& sample() const { return sample_; }
  const PrescribedReport& report() const { return report_; }

 private:
  HandleMotion motion_at(double t) const { return placed(motion_(t), beginning_, start_); }

  HandleDrive& drive_;
  std::function<HandleMotion(double)> motion_;
  double tick_, step_;
  Pose start_;
  HandleMotion beginning_;
  Wrench displayed_;
  DeviceSample sample_;
  PrescribedReport report_;
};

}  // namespace tangible
