// SPDX-License-Identifier: Apache-2.0
// InstantResolver: the changes at one instant: events fire, rows become active or inactive, speeds jump, contacts close
// and open, until nothing fires any more.
#pragma once

#include <span>
#include <vector>

#include "simulation/root_functions.h"

namespace tangible {

// Values of the root functions at the two ends of a step that an event has ended.
struct RootValues {
  explicit RootValues(std::size_t count) : start(count), end(count) {}
  std::vector<double> start;          // where the step began, or after the last instant
  std::vector<double> end;            // just past the crossing
  bool changed_from_outside = false;  // the state, an input or the next mode, since `end`: triggers may jump by that
};

class InstantResolver {
 public:
  InstantResolver(MechanismState& state, RunJournal& journal, RootFunctions& roots, TriggerMemory& triggers,
                  ContactResolver& contacts);

  // Before a run: whether a switchable row is active at first; otherwise the row itself decides.
  void set_initially_active(std::size_t row, bool active);
  // Conditions, initial conditions and held values decide which rows of the next mode are active at first.
  void initialize_rows();
  // Arms events at the present state. True: an event fires because its condition holds already.
  SimulationStatus arm_events_at_start(RootValues& values, bool& fires);
  // All changes of this instant. Afterwards values.start has the root functions after them.
  SimulationStatus resolve(RootValues& values);
  // One action of an event, or from outside, on the present state and the next mode.
  SimulationStatus act(const ActionDescription& action);

 private:
  void remember_motion();
  bool has_jumped() const;
  std::ptrdiff_t first_speed() const { return static_cast<std::ptrdiff_t>(state_.system.nq()); }
  void disregard_poles(RootValues& values);
  SimulationStatus fire_events(const RootValues& values, bool& changed);
  SimulationStatus switch_row(const ActionDescription& action);
  SimulationStatus refuse_off_surface(std::size_t row);
  void apply_conditions();
  SimulationStatus check_switched_rows(bool& comes, bool& changes);
  SimulationStatus change_mode();
  void note_switched_rows(double loss);
  bool resolve_triggers_near_zero(RootValues& values);
  SimulationStatus follow_set_values();
  bool estimate_trigger_rates(const RootValues& values);

  MechanismState& state_;
  RunJournal& journal_;
  RootFunctions& roots_;
  TriggerMemory& triggers_;
  ContactResolver& contacts_;
  std::vector<std::uint8_t> initial_activity_set_;  // by row
  std::vector<std::uint8_t> active_before_;         // by row
  std::vector<double> values_before_;               // by row, before events of a round act
  bool has_set_values_ = false;                     // events of a round have set variables
  Mode mode_before_;                                // of a round
  std::vector<double> speeds_before_;
  std::vector<double> load_;             // of an impulse, by speed
  std::vector<double> slope_, y_ahead_;  // a short time ahead
  std::vector<double> roots_ahead_, roots_farther_;
  std::vector<double> trigger_rates_;  // by event
};

}  // namespace tangible
