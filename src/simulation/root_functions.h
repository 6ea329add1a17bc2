// SPDX-License-Identifier: Apache-2.0
// RootFunctions: functions of time that pass through zero where the mode may change, and the test whether one has.
//
// In order: switching functions of kinks and jumps, triggers of events, and two for each contact. A contact is left as
// it is while both of its functions are positive:
//   open      gap                     and 1
//   sliding   normal force            and slip along the direction in which it slides
//   sticking  normal force            and friction limit less friction
// A load with dry friction has one: the speed in the way in which it slides, or while it sticks its limit less its
// force.
#pragma once

#include <span>

#include "simulation/contact_resolver.h"
#include "simulation/mechanism_state.h"
#include "simulation/status.h"
#include "simulation/timetable.h"
#include "simulation/trigger_memory.h"

namespace tangible {

class RootFunctions {
 public:
  RootFunctions(MechanismState& state, TriggerMemory& triggers, const Timetable& timetable, ContactResolver& contacts);

  std::size_t count() const { return frictions_at_ + state_.system.frictions.size(); }
  std::size_t switch_count() const { return triggers_at_; }
  std::size_t trigger_at(std::size_t event) const { return triggers_at_ + event; }
  // Of all functions, the triggers.
  std::span<double> triggers(std::span<double> roots) const {
    return roots.subspan(triggers_at_, contacts_at_ - triggers_at_);
  }
  std::span<const double> triggers(std::span<const double> roots) const {
    return roots.subspan(triggers_at_, contacts_at_ - triggers_at_);
  }

  // All functions at a state, and the rate of the state if it is requested.
  SimulationStatus evaluate(double t, std::span<const double> y, std::span<double> roots, std::span<double> rate = {});

  // Whether functions have crossed zero between two values of the same step.
  bool crossed(std::size_t root, double before, double after) const;
  bool any_crossed(std::span<const double> before, std::span<const double> after) const;
  // The first one from `root` on that has crossed; absent if there is none.
  std::size_t next_crossed(std::size_t root, std::span<const double> before, std::span<const double> after) const;
  // Whether a switching function has: then forces jump or have a kink within the step.
  bool any_switch_crossed(std::span<const double> before, std::span<const double> after) const;
  // Whether a contact would open or slip.
  bool any_contact_force_crossed(std::span<const double> roots) const;
  bool only_timed_triggers_crossed(std::span<const double> before, std::span<const double> after) const;
  // Whether a trigger may return to zero immediately after the instant that left these values.
  bool may_recross(std::span<const double> roots) const;

  // The step starts here: triggers that leave zero are clamped for a short time.
  void begin_step(double t) { step_start_ = t; }
  double step_start() const { return step_start_; }
  // Without it contact forces are taken as positive, and cost nothing.
  void let_contact_forces_decide(bool decide) { contact_forces_decide_ = decide; }

  // Without it kinks and jumps of forces are passed over, where a tick has had too many of them.
  void locate_switches(bool locate) { locates_switches_ = locate; }

  // Steps in a row that an event ended as they began. After max_stalls jumps of forces are not located any more.
  static constexpr int max_stalls = 20;
  int stalls() const { return stalls_; }
  void set_stalls(int stalls) { stalls_ = stalls; }

 private:
  bool need_forces() const;
  SimulationStatus evaluate_contacts(std::span<double> roots);
  SimulationStatus evaluate_frictions(std::span<double> roots, std::size_t closed, bool solved);

  MechanismState& state_;
  TriggerMemory& memory_;
  const Timetable& timetable_;
  ContactResolver& contacts_;
  const std::size_t triggers_at_, contacts_at_, frictions_at_;
  const bool all_are_timed_;  // only time decides
  bool contact_forces_decide_ = true;
  bool locates_switches_ = true;
  double step_start_ = 0;
  int stalls_ = 0;
};

}  // namespace tangible
