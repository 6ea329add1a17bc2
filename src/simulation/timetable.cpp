// SPDX-License-Identifier: Apache-2.0
// Times at which triggers pass through zero.
#include "simulation/timetable.h"

#include <algorithm>
#include <cmath>

#include "simulation/crossing.h"

namespace tangible {
namespace {

constexpr int max_evaluations = 200;

}  // namespace

Timetable::Timetable(const System& system)
    : system_(&system),
      program_(system.timetable),
      before_(system.timetable->program().outputs.size()),
      last_(before_.size()),
      known_(before_.size()),
      known_at_(NAN) {
  for (std::size_t e = 0; e < system.events.size(); ++e)
    if (holds(e)) events_.push_back(e);
  program_.run();
}

// Whether any of the inputs from that slot on has changed.
bool Timetable::copy_inputs(std::span<const double> values, std::size_t at) {
  const std::span<double> own = program_.inputs().subspan(at, values.size());
  if (std::ranges::equal(own, values)) return false;
  std::ranges::copy(values, own.begin());
  return true;
}

std::span<const double> Timetable::evaluate_at(double t) {
  program_.inputs()[system_->at_t()] = t;
  program_.run(Stage::configuration);
  return program_.outputs();
}

Timetable::End Timetable::find_end(double t, double end, const SystemMotion& motion, int samples) {
  if (events_.empty()) return {end, false};
  const bool written = motion.input_revision() != copied_revision_;
  copied_revision_ = motion.input_revision();
  bool other = written && copy_inputs(motion.parameters(), 0);
  other = (written && copy_inputs(motion.discretes(), system_->at_discrete())) || other;
  if (other) program_.run();
  if (other || t != known_at_)
    std::ranges::copy(evaluate_at(t), before_.begin());
  else
    std::swap(before_, known_);
  double from = t;
  std::ranges::copy(before_, last_.begin());
  for (int k = 1; k <= samples; ++k) {
    const double to = k == samples ? end : t + (end - t) * k / samples;
    std::ranges::copy(evaluate_at(to), known_.begin());
    known_at_ = NAN;
    if (any_passes(before_, motion.mode())) {
      double first = to;
      for (const std::size_t e : events_)
        if (is_armed(system_->events[e], motion.mode())) first = find_passing(system_->events[e], from, first);
      return {first, true};
    }
    if (any_passes(last_, motion.mode()))
      return {from, false};  // it was on its other side when the step began: another one is due
    std::ranges::copy(known_, last_.begin());
    from = to;
  }
  known_at_ = end;
  return {end, false};
}

std::span<const double> Timetable::cached_triggers(double t, const SystemMotion& motion) const {
  constexpr double rounding = 4e-16;  // of begin + (end - begin)
  const bool there = std::abs(t - known_at_) <= rounding * std::abs(t) && motion.input_revision() == copied_revision_;
  return there ? std::span<const double>(known_) : std::span<const double>();
}

bool Timetable::any_passes(std::span<const double> before, const Mode& mode) const {
  return std::ranges::any_of(events_, [&](std::size_t e) {
    const EventDescription& event = system_->events[e];
    return passes(event.edge, before[event.timed], known_[event.timed]) && is_armed(event, mode);
  });
}

// When the trigger has passed, if it has at `high`. Secants, ending on either side in turn, and halving in between.
double Timetable::find_passing(const EventDescription& event, double low, double high) {
  const double before = before_[event.timed], enough = location_tolerance_at(high);
  double value_low = evaluate_at(low)[event.timed], value_high = evaluate_at(high)[event.timed];
  if (!passes(event.edge, before, value_high)) return high;
  for (int k = 0; k < max_evaluations && high - low > enough; ++k) {
    const double there = low + (high - low) * (value_low / (value_low - value_high));
    double t = k % 4 == 3 ? (low + high) / 2 : there + (k % 2 == 0 ? enough / 4 : -enough / 4);
    if (!(t > low && t < high)) t = (low + high) / 2;
    const double value = evaluate_at(t)[event.timed];
    const bool past = passes(event.edge, before, value);
    (past ? high : low) = t;
    (past ? value_high : value_low) = value;
  }
  return high;
}

}  // namespace tangible
