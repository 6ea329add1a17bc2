// SPDX-License-Identifier: Apache-2.0
// AdaptiveStepper: steps as long as the tolerance allows, or to an event before; leaps over singular configurations.
#pragma once

#include <cmath>

#include "simulation/event_detector.h"
#include "simulation/singular_leap.h"

namespace tangible {

class AdaptiveStepper {
 public:
  AdaptiveStepper(MechanismState& state, RunJournal& journal, StepMotion& step, EventDetector& events,
                  Timetable& timetable, SingularLeap& leap);

  // The next step is the first of a run.
  void restart() {
    needs_first_step_length_ = true;
    steps_since_mark_ = 0;
  }
  // One step, but not past the limit and not past an event.
  SimulationStatus advance(double limit);
  // The last step was a leap.
  bool leaped() const { return leaped_; }

 private:
  bool leap(double limit);
  bool has_stalled(double limit);
  bool end_leap_at_crossing(double& end);
  SimulationStatus take_step(double limit, bool timed, double& h);
  SimulationStatus diagnose_small_step();
  SimulationStatus end_step(double limit, double h);

  MechanismState& state_;
  RunJournal& journal_;
  StepMotion& step_;
  EventDetector& events_;
  Timetable& timetable_;
  SingularLeap& leap_;
  bool needs_first_step_length_ = true;
  bool leaped_ = false;
  double next_step_ = 0;
  bool ends_at_timed_event_ = false;               // the step ends where the timetable requires
  DynamicsStatus rejection_ = DynamicsStatus::ok;  // the last failure of a trial step, and where it would have ended
  double rejected_at_ = -INFINITY;
  int steps_since_mark_ = 0;
  double mark_ = 0;  // the time some thousand steps ago
  std::vector<double> y_leap_;
};

}  // namespace tangible
