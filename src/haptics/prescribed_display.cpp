// SPDX-License-Identifier: Apache-2.0
// Ticks of a prescribed motion.
#include "haptics/prescribed_display.h"

#include <algorithm>
#include <utility>

namespace tangible {

double PrescribedReport::rms_force() const {
  return ticks > 0 ? std::sqrt(square_of_force / static_cast<double>(ticks)) : 0;
}
double PrescribedReport::rms_torque() const {
  return ticks > 0 ? std::sqrt(square_of_torque / static_cast<double>(ticks)) : 0;
}

PrescribedDisplay::PrescribedDisplay(HandleDrive& drive, std::function<HandleMotion(double)> motion, double tick,
                                     double step)
    : drive_(drive), motion_(std::move(motion)), tick_(tick), step_(step), start_(drive.port().pose()) {
  beginning_ = motion_(0);
}

bool PrescribedDisplay::tick() {
  const double t = tick_ * static_cast<double>(report_.ticks);
  drive_.lead(tick_, motion_at(t), motion_at(t + tick_));
  const Wrench before = drive_.wrench();
  const Twist velocity = drive_.port().velocity();
  displayed_ = {-before.force, -before.torque};
  sample_.time = t;
  sample_.pose = drive_.port().pose();
  sample_.velocity = velocity;
  sample_.valid = true;
  const long steps = std::lround(tick_ / step_);
  for (long n = 0; n < steps; ++n)
    if (drive_.simulation().tick() != SimulationStatus::ok) return false;
  const Wrench after = drive_.wrench();
  report_.work += tick_ / 2 * (power(before, velocity) + power(after, drive_.port().velocity()));
  ++report_.ticks;
  report_.max_force = std::max(report_.max_force, norm(displayed_.force));
  report_.max_torque = std::max(report_.max_torque, norm(displayed_.torque));
  report_.square_of_force += dot(displayed_.force, displayed_.force);
  report_.square_of_torque += dot(displayed_.torque, displayed_.torque);
  return true;
}

}  // namespace tangible
