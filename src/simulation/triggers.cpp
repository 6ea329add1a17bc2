// SPDX-License-Identifier: Apache-2.0
// Triggers of events near zero: rounding decides nothing.
//
// A trigger that comes to zero, or passes through it, acts once. What a row or a contact then holds there stands at
// zero and acts on nothing until it has left it. What turns round there, as gaps do in impacts, has come and gone:
// `falls` and `rises` act each once, `crosses` once in all.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "simulation/roots.h"
#include "simulation/simulation.h"

namespace tangible {
namespace {

constexpr double held = 1e-6;         // in units of a trigger per second: what moves more slowly is held where it is
constexpr double ahead = 1e-6;        // s: how far rates are looked for
constexpr double on_its_way = 1e-10;  // s: what has begun to leave zero may be on its wrong side for so long
constexpr double least = std::numeric_limits<double>::min();  // on one side, and as near to zero as can be

// Over a step: what stands still but for rounding.
constexpr double stands_still(double h) { return std::min(1e-14, 1e-8 * h); }

constexpr double rounding = 1e-14, share = 1e-3;

// How far what stands at zero has to go to leave it. Adaptive steps are looked into before they are projected: what
// rows hold is off by an error of the step there.
double way_out_of_zero(const SimulationOptions& options) {
  return options.method == Method::adaptive ? std::max(still_at_zero, 10 * options.tolerance) : still_at_zero;
}

}  // namespace

// What counts as zero of a trigger: not what is much of the largest that it has been.
double SimulationLoop::width_of_zero(std::size_t event) const {
  return std::max(rounding, std::min(still_at_zero, share * largest_[event]));
}

// Events that are watched from now on, between roots_ and roots_high_ of the same instant. True: one of them asks for
// something that holds already.
bool SimulationLoop::watch_anew() {
  bool acts = false;
  for (std::size_t e = 0; e < system_->events.size(); ++e) {
    const EventDescription& event = system_->events[e];
    const bool watched = is_watched(event, motion_.mode()), was = watched_[e] != Watching::no;
    if (watched != was) watched_[e] = watched ? Watching::yes : Watching::no;
    if (!watched || was) continue;
    double &before = roots_[system_->switches.count + e], &now = roots_high_[system_->switches.count + e];
    came_from_[e] = 0;
    if (event.at_once) {
      before = -1;
    } else if (event.is_gated() && std::abs(now) < width_of_zero(e)) {
      before = now = 0;
      watched_[e] = Watching::at_zero;
      waits_ = true;
    }
    acts = acts || (event.at_once && now >= 0);
  }
  return acts;
}

// At the end of a step of length h; roots_new_ are those where it began. What has stood still near zero stands there.
void SimulationLoop::keep_at_zero(double h) {
  const std::size_t first = system_->switches.count;
  waits_ = false;
  for (std::size_t e = 0; e < watched_.size(); ++e) {
    double& root = roots_[first + e];
    const double before = roots_new_[first + e];
    Watching& watched = watched_[e];
    largest_[e] = std::max(largest_[e], std::abs(root));
    if (watched == Watching::no) continue;
    if (std::abs(root) >= (watched == Watching::at_zero ? way_out_of_zero(options_) : width_of_zero(e)))
      watched = Watching::yes;
    else if (watched == Watching::yes && is_near_zero(e, before) && std::abs(root - before) <= stands_still(h))
      watched = Watching::at_zero;
    else if (watched != Watching::at_zero && std::abs(root) != least)
      watched = Watching::yes;
    if (watched == Watching::at_zero) root = 0;
    waits_ = waits_ || watched != Watching::yes;
  }
}

// What stands at zero is at zero, a step may be so short that nothing but rounding moves it; and what has just begun to
// leave it is on the side to which it goes.
void SimulationLoop::stay_at_zero(double t, std::span<double> triggers) const {
  for (std::size_t e = 0; e < triggers.size(); ++e) {
    const double size = std::abs(triggers[e]);
    if (watched_[e] <= Watching::yes) continue;
    if (watched_[e] == Watching::at_zero)
      triggers[e] = size < way_out_of_zero(options_) ? 0 : triggers[e];
    else if (size < width_of_zero(e) && t - t_before_ < on_its_way)
      triggers[e] = watched_[e] == Watching::goes_up ? least : -least;
  }
}

// The clock goes on whatever happens: what asks for nothing else is never held.
bool SimulationLoop::is_near_zero(std::size_t event, double value) const {
  return system_->events[event].timed == absent && std::abs(value) < width_of_zero(event);
}

// By looks at the motion as it begins. False: there is none that could be looked at.
bool SimulationLoop::tell_rates_of_triggers() {
  if (motion_.evaluate(t_, y_, slope_) != DynamicsStatus::ok) return false;
  for (const bool far : {false, true}) {
    const double by = far ? 2 * ahead : ahead;
    for (std::size_t i = 0; i < y_.size(); ++i) y_trial_[i] = y_[i] + by * slope_[i];
    if (evaluate_roots(t_ + by, y_trial_, far ? roots_new_ : roots_low_) != SimulationStatus::ok) return false;
  }
  for (std::size_t e = 0; e < rates_.size(); ++e) {
    const std::size_t root = system_->switches.count + e;
    rates_[e] = (4 * roots_low_[root] - roots_new_[root] - 3 * roots_high_[root]) / (2 * ahead);
  }
  return true;
}

// Those that are near zero and may go anywhere. False: there is none.
bool SimulationLoop::gather_triggers_near_zero() {
  bool any = false;
  waits_ = false;
  for (std::size_t e = 0; e < watched_.size(); ++e) {
    double& now = roots_high_[system_->switches.count + e];
    if (watched_[e] == Watching::no) continue;
    if (watched_[e] == Watching::at_zero && std::abs(now) < way_out_of_zero(options_)) {
      now = 0;
      waits_ = true;
      continue;
    }
    watched_[e] = Watching::yes;
    any = any || is_near_zero(e, now);
  }
  return any;
}

// What was brought to zero, as far as rounding tells, and is held there acts. True: there is one.
bool SimulationLoop::arrive_at_zero() {
  bool any = false;
  for (std::size_t e = 0; e < watched_.size(); ++e) {
    double &before = roots_[system_->switches.count + e], &now = roots_high_[system_->switches.count + e];
    before = now;
    if (watched_[e] != Watching::yes || !is_near_zero(e, now) || !(std::abs(rates_[e]) < held)) continue;
    if (came_from_[e] * now > 0 && passes(system_->events[e].edge, came_from_[e], 0)) {
      before = came_from_[e];
      any = true;
    }
    watched_[e] = Watching::at_zero;
    waits_ = true;
    now = 0;
  }
  return any;
}

// On which side triggers near zero are after an instant, whose roots are roots_high_. True: events act.
bool SimulationLoop::sort_triggers() {
  if (!gather_triggers_near_zero() || !tell_rates_of_triggers()) return false;
  if (arrive_at_zero()) return true;
  for (std::size_t e = 0; e < watched_.size(); ++e) {
    double& now = roots_high_[system_->switches.count + e];
    const double came = came_from_[e], rate = rates_[e];
    if (watched_[e] != Watching::yes || !is_near_zero(e, now) || came == 0 || came * now > 0 || !(std::abs(rate) > 0))
      continue;
    // It is where it goes; but what turns round and has not acted yet acts on its way back.
    if (came * rate > 0 && !passes(system_->events[e].edge, came, 0)) {
      now = std::copysign(least, -rate);
      continue;
    }
    now = std::copysign(least, rate);
    watched_[e] = rate > 0 ? Watching::goes_up : Watching::goes_down;
    waits_ = true;
  }
  return false;
}

}  // namespace tangible
