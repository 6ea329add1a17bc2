// SPDX-License-Identifier: Apache-2.0
// Ports, then the model.
#include "haptics/servo.h"

#include <algorithm>

namespace tangible {

PlantStatus Servo::tick(double now, long elapsed) {
  // The ticks that were missed belong to the time before this reading: the model makes them under the load it had.
  const long missed = std::max(0L, elapsed - 1);
  const long caught_up = std::min(missed, max_catch_up_);
  PlantStatus status = PlantStatus::running;
  for (long i = 0; i < caught_up && status == PlantStatus::running; ++i) status = plant_.step(tick_);
  report_.missed += missed;
  report_.model_lag += missed - caught_up;
  if (status == PlantStatus::running) {
    for (HapticPort* port : ports_) port->tick(now, plant_);
    for (AdmittancePort* port : admittance_ports_) port->begin_tick(now, plant_);
    status = plant_.step(tick_);
    if (status == PlantStatus::running)
      for (AdmittancePort* port : admittance_ports_) port->end_tick(plant_);
    for (HapticPort* port : ports_) port->finish_tick(plant_);
  }
  ++report_.ticks;
  if (report_.ticks % 64 == 0) {
    report_.energy_error = plant_.energy_error();
    report_.figures = plant_.figures();
  }
  if (status != PlantStatus::running) release();
  return status;
}

void Servo::wait(double now) {
  visit_devices([now](Device& device) { device.wait(now); });
}

bool Servo::is_clocked_by_host() const {
  bool is = true;
  visit_devices([&is](const Device& device) { is = is && device.clock() == ClockOwner::host; });
  return is;
}

void Servo::note_missed(long ticks) {
  report_.missed += ticks;
  report_.model_lag += ticks;
}

void Servo::release() {
  for (HapticPort* port : ports_) port->release(plant_);
  for (AdmittancePort* port : admittance_ports_) port->release(plant_);
}

void Servo::resume() {
  for (HapticPort* port : ports_) port->resume(plant_);
  for (AdmittancePort* port : admittance_ports_) port->resume(plant_);
}

}  // namespace tangible
