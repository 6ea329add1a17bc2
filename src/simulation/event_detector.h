// SPDX-License-Identifier: Apache-2.0
// EventDetector: ends a step where the first root function crosses zero.
#pragma once

#include "simulation/crossing_locator.h"
#include "simulation/step_motion.h"
#include "simulation/step_scanner.h"

namespace tangible {

// The end of the last step.
struct StepEnd {
  bool has_event = false;       // the mode may change there
  bool at_timed_event = false;  // at a time of the timetable, and nothing else crosses
  bool before_jump = false;     // before a jump, which its stages have not passed
};

class EventDetector {
 public:
  EventDetector(MechanismState& state, RootFunctions& roots, TriggerMemory& triggers, StepMotion& step,
                RootValues& values);

  // Ends the step, of length h, at the first crossing. timed: it ends where the timetable has an event. longest_next:
  // of the adaptive method, shortened if samples are too far apart.
  SimulationStatus detect(double& h, bool timed, double& longest_next);
  // An adaptive step that was rejected because it goes over a kink or jump ends there instead, if the motion before it
  // is smooth enough for one step.
  bool end_at_kink(double& h);
  // Whether a trigger that an impulse has reversed crosses back immediately, within rounding.
  bool recrosses_immediately(double h);
  // The end of the step; an event stays until it is resolved.
  StepEnd& end() { return end_; }
  const StepEnd& end() const { return end_; }
  void begin() { end_.at_timed_event = end_.before_jump = false; }
  // Of a step that has ended: whether something has a kink or jumps there, and a row moves by itself. What its speed
  // jumps by, the mechanism is given or taken by what drives the row.
  bool passed_kink_of_drive() const;
  void locate_switches(bool locate) { roots_.locate_switches(locate); }
  // Since the step began: where the final step to a crossing set out.
  double final_step_start() const { return location_.final_step_start; }

  // Root functions at another state, as scratch for a caller that steps by itself.
  SimulationStatus evaluate(double t, std::span<const double> y) { return roots_.evaluate(t, y, roots_end_); }
  bool any_crossed() const { return roots_.any_crossed(values_.start, roots_end_); }
  // The values just evaluated are those after the step without an event, or those past the crossing.
  void accept() { std::swap(values_.start, roots_end_); }
  void accept_past_crossing() { std::swap(values_.end, roots_end_); }

 private:
  SimulationStatus scan(double& h, double& longest_next);
  SimulationStatus retake_shorter(double length, double& h);
  SimulationStatus end_before_jump(double& h);
  SimulationStatus locate(double& h);
  void go_on(double h);
  void count_stall(double h);

  MechanismState& state_;
  RootFunctions& roots_;
  TriggerMemory& triggers_;
  StepMotion& step_;
  RootValues& values_;
  CrossingLocator locator_;
  StepScanner scanner_;
  CrossingLocator::Location location_;
  std::vector<double> roots_end_;  // at the end of the step
  StepEnd end_;
};

}  // namespace tangible
