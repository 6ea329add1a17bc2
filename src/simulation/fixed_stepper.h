// SPDX-License-Identifier: Apache-2.0
// FixedStepper: steps that end at ticks, or at an event before. Ticks are at multiples of the step after the start; a
// step that an event has split ends where its tick does.
#pragma once

#include "simulation/event_detector.h"
#include "simulation/singular_leap.h"

namespace tangible {

class FixedStepper {
 public:
  FixedStepper(MechanismState& state, RunJournal& journal, StepMotion& step, EventDetector& events,
               Timetable& timetable, SingularLeap& leap);

  // Ticks are counted from the present time.
  void restart();
  // One step, to the end of the tick, the limit or an event.
  SimulationStatus advance(double limit);
  int events_in_tick() const { return events_in_tick_; }
  void count_event() { ++events_in_tick_; }
  void set_events_in_tick(int events) { events_in_tick_ = events; }

 private:
  struct Target {
    double end, h;
    bool timed;
  };
  void begin_tick();
  SimulationStatus begin_step();
  bool recrosses_immediately(double end);
  SimulationStatus take_step(Target& target);
  SimulationStatus end_step(const Target& target, double energy_before);

  MechanismState& state_;
  RunJournal& journal_;
  StepMotion& step_;
  EventDetector& events_;
  Timetable& timetable_;
  SingularLeap& leap_;
  double origin_ = 0, tick_end_ = 0;
  long ticks_ = 0;
  int events_in_tick_ = 0, steps_in_tick_ = 0;
};

}  // namespace tangible
