// SPDX-License-Identifier: Apache-2.0
// Triggers near zero.
#include "simulation/trigger_memory.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "simulation/crossing.h"

namespace tangible {
namespace {

constexpr double held_rate = 1e-6;         // in units of a trigger per second: a slower trigger is held where it is
constexpr double leaving_time = 1e-10;     // s: a trigger that leaves zero may be on its wrong side for so long
constexpr double rounding = 1e-14;         // of a trigger
constexpr double share_of_largest = 1e-3;  // of a trigger, that is not zero any more
constexpr double least = std::numeric_limits<double>::min();  // on one side, and as near to zero as can be

// A trigger that moves by less over a step of length h does not move but for rounding.
constexpr double motion_by_rounding(double h) { return std::min(1e-14, 1e-8 * h); }

}  // namespace

TriggerMemory::TriggerMemory(std::span<const EventDescription> events, double release_threshold)
    : events_(events),
      release_threshold_(release_threshold),
      states_(events.size()),
      at_step_start_(events.size()),
      largest_(events.size()) {}

double TriggerMemory::zero_tolerance(std::size_t event) const {
  return std::max(rounding, std::min(trigger_zero_tolerance, share_of_largest * largest_[event]));
}

void TriggerMemory::disarm() { std::ranges::fill(states_, TriggerState::disarmed); }

void TriggerMemory::initialize(std::span<const double> triggers) {
  for (std::size_t e = 0; e < largest_.size(); ++e) largest_[e] = std::abs(triggers[e]);
}

void TriggerMemory::begin_instant(std::span<const double> at_step_start) {
  std::ranges::copy(at_step_start, at_step_start_.begin());
}

bool TriggerMemory::arm_events(const Mode& mode, std::span<double> before, std::span<double> now) {
  bool fires = false;
  for (std::size_t e = 0; e < events_.size(); ++e) {
    const EventDescription& event = events_[e];
    const bool armed = is_armed(event, mode), was = states_[e] != TriggerState::disarmed;
    if (armed != was) states_[e] = armed ? TriggerState::armed : TriggerState::disarmed;
    if (!armed || was) continue;
    at_step_start_[e] = 0;
    if (event.fires_if_already_true) {
      before[e] = -1;
    } else if (event.is_gated() && std::abs(now[e]) < zero_tolerance(e)) {
      before[e] = now[e] = 0;
      states_[e] = TriggerState::at_zero;
      any_at_zero_ = true;
    }
    fires = fires || (event.fires_if_already_true && now[e] >= 0);
  }
  return fires;
}

void TriggerMemory::update(double h, std::span<const double> before, std::span<double> now) {
  any_at_zero_ = false;
  for (std::size_t e = 0; e < states_.size(); ++e) {
    TriggerState& state = states_[e];
    largest_[e] = std::max(largest_[e], std::abs(now[e]));
    if (state == TriggerState::disarmed) continue;
    if (std::abs(now[e]) >= (state == TriggerState::at_zero ? release_threshold_ : zero_tolerance(e)))
      state = TriggerState::armed;
    else if (state == TriggerState::armed && is_near_zero(e, before[e]) &&
             std::abs(now[e] - before[e]) <= motion_by_rounding(h))
      state = TriggerState::at_zero;
    else if (state != TriggerState::at_zero && std::abs(now[e]) != least)
      state = TriggerState::armed;
    if (state == TriggerState::at_zero) now[e] = 0;
    any_at_zero_ = any_at_zero_ || state != TriggerState::armed;
  }
}

void TriggerMemory::clamp(double elapsed, std::span<double> triggers) const {
  for (std::size_t e = 0; e < triggers.size(); ++e) {
    const double size = std::abs(triggers[e]);
    if (states_[e] <= TriggerState::armed) continue;
    if (states_[e] == TriggerState::at_zero)
      triggers[e] = size < release_threshold_ ? 0 : triggers[e];
    else if (size < zero_tolerance(e) && elapsed < leaving_time)
      triggers[e] = states_[e] == TriggerState::leaving_up ? least : -least;
  }
}

// Time never stops, so a trigger that depends on time alone is never held at zero.
bool TriggerMemory::is_near_zero(std::size_t event, double value) const {
  return events_[event].timed == absent && std::abs(value) < zero_tolerance(event);
}

bool TriggerMemory::collect_near_zero(std::span<double> now) {
  bool any = false;
  any_at_zero_ = false;
  for (std::size_t e = 0; e < states_.size(); ++e) {
    if (states_[e] == TriggerState::disarmed) continue;
    if (states_[e] == TriggerState::at_zero && std::abs(now[e]) < release_threshold_) {
      now[e] = 0;
      any_at_zero_ = true;
      continue;
    }
    states_[e] = TriggerState::armed;
    any = any || is_near_zero(e, now[e]);
  }
  return any;
}

// A trigger that was brought to zero, within rounding, and is held there fires. True: there is one.
bool TriggerMemory::fire_held_at_zero(std::span<const double> rates, std::span<double> before, std::span<double> now) {
  bool any = false;
  for (std::size_t e = 0; e < states_.size(); ++e) {
    before[e] = now[e];
    if (states_[e] != TriggerState::armed || !is_near_zero(e, now[e]) || !(std::abs(rates[e]) < held_rate)) continue;
    if (at_step_start_[e] * now[e] > 0 && passes(events_[e].edge, at_step_start_[e], 0)) {
      before[e] = at_step_start_[e];
      any = true;
    }
    states_[e] = TriggerState::at_zero;
    any_at_zero_ = true;
    now[e] = 0;
  }
  return any;
}

bool TriggerMemory::resolve_near_zero(std::span<const double> rates, std::span<double> before, std::span<double> now) {
  if (fire_held_at_zero(rates, before, now)) return true;
  for (std::size_t e = 0; e < states_.size(); ++e) {
    const double start = at_step_start_[e], rate = rates[e];
    if (states_[e] != TriggerState::armed || !is_near_zero(e, now[e]) || start == 0 || start * now[e] > 0 ||
        !(std::abs(rate) > 0))
      continue;
    // It is on the side to which it moves; but a trigger that reverses and has not fired yet fires when it returns.
    if (start * rate > 0 && !passes(events_[e].edge, start, 0)) {
      now[e] = std::copysign(least, -rate);
      continue;
    }
    now[e] = std::copysign(least, rate);
    states_[e] = rate > 0 ? TriggerState::leaving_up : TriggerState::leaving_down;
    any_at_zero_ = true;
  }
  return false;
}

}  // namespace tangible
