// SPDX-License-Identifier: Apache-2.0
// TriggerMemory: what is known of the triggers of events near zero, so that rounding decides nothing.
//
// A trigger that comes to zero, or passes through it, fires once. A trigger that a row or a contact then holds there is
// at zero, and fires nothing until it has left it. A trigger that reverses at zero, as a gap does in an impact, has
// arrived and left: `falls` and `rises` fire each once, `crosses` once in all.
#pragma once

#include <span>
#include <vector>

#include "simulation/mode.h"

namespace tangible {

enum class TriggerState : std::uint8_t { disarmed, armed, at_zero, leaving_up, leaving_down };

class TriggerMemory {
 public:
  // release_threshold: the distance from zero that ends "at zero" (hysteresis).
  TriggerMemory(std::span<const EventDescription> events, double release_threshold);

  // All values below are triggers by event.
  // No event is armed yet; the triggers have these values where the run starts.
  void disarm();
  void initialize(std::span<const double> triggers);
  // An instant begins; the step that ended there had started with these triggers.
  void begin_instant(std::span<const double> at_step_start);
  // Arms and disarms events by mode and row. `before` and `now` are triggers of the same instant. True: an event fires
  // because its condition holds already.
  bool arm_events(const Mode& mode, std::span<double> before, std::span<double> now);
  // At the end of a step of length h: triggers that did not move near zero are at zero from now on.
  void update(double h, std::span<const double> before, std::span<double> now);
  // A trigger at zero is set to exactly zero, for a step may be so short that only rounding moves it; a trigger that
  // has just begun to leave is set to the side to which it goes. `elapsed`: time since the step began.
  bool needs_clamping() const { return any_at_zero_; }
  void clamp(double elapsed, std::span<double> triggers) const;

  // The side of zero of each trigger after an instant, in two phases. First: whether any trigger is so near to zero
  // that its rate is needed.
  bool collect_near_zero(std::span<double> now);
  // Then, with the rates of the triggers. True: events fire, between `before` and `now`.
  bool resolve_near_zero(std::span<const double> rates, std::span<double> before, std::span<double> now);

  TriggerState state(std::size_t event) const { return states_[event]; }
  // The zero tolerance of a trigger: no large part of the largest value that it has had.
  double zero_tolerance(std::size_t event) const;

 private:
  bool is_near_zero(std::size_t event, double value) const;
  bool fire_held_at_zero(std::span<const double> rates, std::span<double> before, std::span<double> now);

  std::span<const EventDescription> events_;
  double release_threshold_;
  bool any_at_zero_ = false;  // a trigger is at zero or leaves it
  std::vector<TriggerState> states_;
  std::vector<double> at_step_start_;  // or 0: not known
  std::vector<double> largest_;        // the largest magnitude so far
};

}  // namespace tangible
