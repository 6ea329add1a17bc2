// SPDX-License-Identifier: Apache-2.0
// The servo tick: all ports, then one step of the model, then what the admittance ports make of it. Runs in virtual
// time here; in real time under RealtimeLoop.
#pragma once

#include <vector>

#include "haptics/admittance_port.h"
#include "haptics/haptic_port.h"

namespace tangible {

struct ServoReport {
  long ticks = 0;
  long missed = 0;          // ticks of the schedule that were not run
  long model_lag = 0;       // ticks by which the model is behind the clock
  double energy_error = 0;  // of the model's own books, every 64 ticks, J: integration error
  PlantFigures figures;     // every 64 ticks
};

class Servo {
 public:
  // The plant and the ports outlive the servo.
  Servo(const PlantRef& plant, double tick) : plant_(plant), tick_(tick) {}
  void add_port(HapticPort& port) { ports_.push_back(&port); }
  void add_port(AdmittancePort& port) { admittance_ports_.push_back(&port); }

  // One tick at the time `now`; `elapsed` is the number of ticks of the schedule since the last one. The model catches
  // up with at most `max_catch_up` steps; the rest is lag.
  PlantStatus tick(double now, long elapsed = 1);
  // No force, no load.
  void release();
  // After a stop of the devices.
  void resume();
  // Until the devices whose samples are the clock have sent one, or have fallen silent.
  void wait(double now);
  bool is_clocked_by_host() const;
  // Ticks at the end of a run that are neither run nor made up for.
  void note_missed(long ticks);

  double period() const { return tick_; }
  const ServoReport& report() const { return report_; }
  const std::vector<HapticPort*>& ports() const { return ports_; }
  const std::vector<AdmittancePort*>& admittance_ports() const { return admittance_ports_; }
  template <class Visit>
  void visit_devices(Visit visit) const {
    for (HapticPort* port : ports_) visit(port->device());
    for (AdmittancePort* port : admittance_ports_) visit(port->device());
  }
  void set_max_catch_up(long steps) { max_catch_up_ = steps; }

 private:
  PlantRef plant_;
  double tick_;
  long max_catch_up_ = 5;
  std::vector<HapticPort*> ports_;
  std::vector<AdmittancePort*> admittance_ports_;
  ServoReport report_;
};

// Runs `ticks` ticks as fast as possible; `is_missed(k)` drops ticks. Ends early if the plant ends.
template <class IsMissed>
PlantStatus run_in_virtual_time(Servo& servo, long ticks, IsMissed is_missed) {
  long elapsed = 1;
  PlantStatus status = PlantStatus::running;
  for (long k = 0; k < ticks && status == PlantStatus::running; ++k) {
    if (is_missed(k)) {
      ++elapsed;
      continue;
    }
    status = servo.tick(static_cast<double>(k) * servo.period(), elapsed);
    elapsed = 1;
  }
  return status;
}

inline PlantStatus run_in_virtual_time(Servo& servo, long ticks) {
  return run_in_virtual_time(servo, ticks, [](long) { return false; });
}

}  // namespace tangible
