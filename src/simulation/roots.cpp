// SPDX-License-Identifier: Apache-2.0
// Root functions: what passes through zero where the mode may change, and when it does.
//
// In order: switching functions of kinks and jumps, triggers of events, and two for each contact. A contact is left as
// it is while both of its functions are positive:
//   apart     gap                     and 1
//   sliding   normal force            and slip along the direction in which it slides
//   sticking  normal force            and friction limit less friction
#include "simulation/roots.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "simulation/simulation.h"
#include "simulation/status.h"

namespace tangible {
namespace {

constexpr double resolution = 1e-9;  // of a root function: what is nearer to zero than this does not count as near
constexpr double aside = 2.7e-4;     // of an interval: how far apart looks for slope and bend are

// What goes on within so short a time is left to itself.
double shortest_cut(double t) { return 1e3 * location_tolerance_at(t); }

}  // namespace

// Whether anything that decides a change asks for accelerations, forces or inputs.
bool SimulationLoop::watches_forces(const System& system) {
  const auto asks = [&](std::size_t output) {
    return output != absent &&
           system.watch->program().stage_of(system.watch->program().outputs[output].value) == Stage::input;
  };
  const auto acts_by_them = [&](const ActionDescription& action) {
    using Kind = ActionDescription::Kind;
    const bool sets = action.kind <= Kind::set_input;
    const std::size_t values = action.kind == Kind::impulse ? system.nu() : sets ? 1 : 0;
    for (std::size_t k = 0; k < values; ++k)
      if (asks(action.value + k)) return true;
    return false;
  };
  for (std::size_t i = 0; i < system.switches.count; ++i)
    if (asks(system.switches[i])) return true;
  for (const EventDescription& event : system.events)
    if (asks(event.trigger) || asks(event.condition) || std::ranges::any_of(event.actions, acts_by_them)) return true;
  for (const ContactDescription& contact : system.contacts)
    if (asks(contact.enabled) || asks(contact.restitution)) return true;
  return std::ranges::any_of(system.rows, asks, &RowDescription::condition);
}

// Whether the timetable tells all root functions there are.
bool SimulationLoop::all_are_timed(const System& system) {
  return system.switches.count == 0 && system.contacts.empty() &&
         std::ranges::none_of(system.events, [](const EventDescription& event) { return event.timed == absent; });
}

// Gaps, times and places are known without solving for accelerations; what a contact carries is not.
bool SimulationLoop::roots_need_forces() const {
  if (watches_forces_) return true;
  return forces_decide_ && std::ranges::any_of(motion_.mode().touch, [](Touch touch) { return touch != Touch::apart; });
}

// Whether forces of contacts are among what has crossed.
bool SimulationLoop::forces_crossed(std::span<const double> roots) const {
  const std::span<const double> contacts = roots.last(2 * system_->contacts.size());
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const Touch touch = motion_.mode().touch[c];
    if (touch == Touch::apart) continue;
    if (contacts[2 * c] < 0 || (touch == Touch::sticking && contacts[2 * c + 1] < 0)) return true;
  }
  return false;
}

SimulationStatus SimulationLoop::evaluate_roots(double t, std::span<const double> y, std::span<double> roots,
                                                std::span<double> rate) {
  DynamicsStatus status = DynamicsStatus::ok;
  const bool forces_too = roots_need_forces();
  if (!rate.empty())
    status = motion_.evaluate(t, y, rate, forces_too);
  else if (forces_too)
    status = motion_.evaluate(t, y);
  else
    motion_.place(t, y);
  auto root = roots.begin();
  if (const std::span<const double> timed =
          roots_are_timed_ ? timetable_.recall(t, motion_) : std::span<const double>();
      !timed.empty()) {
    for (const EventDescription& event : system_->events) *root++ = timed[event.timed];
    return serves_inside_step(status) ? SimulationStatus::ok : translate(status);
  }
  watch_.evaluate(t, y, motion_, watches_forces_ ? Given::forces_too : Given::state);
  for (std::size_t i = 0; i < system_->switches.count; ++i) *root++ = watch_[system_->switches[i]];
  for (const EventDescription& event : system_->events) *root++ = watch_[event.trigger];
  if (waits_) stay_at_zero(t, roots.subspan(system_->switches.count, system_->events.size()));
  if (const SimulationStatus judged = evaluate_contact_roots({root, roots.end()}); judged != SimulationStatus::ok)
    return judged;
  return serves_inside_step(status) ? SimulationStatus::ok : translate(status);
}

// Where rows follow from each other their forces do not tell whether contacts keep; complementarity does.
SimulationStatus SimulationLoop::evaluate_contact_roots(std::span<double> roots) {
  const Mode& mode = motion_.mode();
  bool judged = false;
  std::size_t k = 0;  // among those that touch
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    double& first = roots[2 * c] = 1;
    double& second = roots[2 * c + 1] = 1;
    if (mode.touch[c] == Touch::apart) {
      if (is_enabled(c)) first = motion_.row_value(contact.row);
      continue;
    }
    if (contact.tangents > 0 && mode.touch[c] == Touch::sliding) second = motion_.slip_along(c);
    if (!forces_decide_) continue;
    const std::span<const double> forces = motion_.forces().subspan(contact.row, contact.tangents + 1);
    first = forces[0];
    if (mode.touch[c] == Touch::sticking)
      second = motion_.static_friction(c) * forces[0] - std::hypot(forces[1], contact.tangents > 1 ? forces[2] : 0);
    if (!motion_.force_is_unique(c)) {
      if (!judged && judge_contacts() != SimulationStatus::ok) return SimulationStatus::friction_paradox;
      judged = true;
      const ContactMotion motion = contacts_.result(k).motion;
      first = motion == ContactMotion::separates ? -1 : 1;
      if (mode.touch[c] == Touch::sticking) second = motion == ContactMotion::slips ? -1 : 1;
    }
    ++k;
  }
  return SimulationStatus::ok;
}

bool SimulationLoop::crossed(std::size_t root, double before, double after) const {
  const std::size_t events_at = system_->switches.count, contacts_at = events_at + system_->events.size();
  if (root >= contacts_at) return after < 0;
  // Zero itself is on neither side of a comparison's edge (t > 1 s is false there, t >= 1 s is true): only beyond it
  // has the step crossed, also when it began exactly there.
  if (root < events_at) return stalled_ < 20 && ((before <= 0 && after > 0) || (before >= 0 && after < 0));
  // Without a change of sign there is none, whatever the event asks for.
  if ((before < 0 && after < 0) || (before > 0 && after > 0)) return false;
  const EventDescription& event = system_->events[root - events_at];
  return passes(event.edge, before, after) && is_watched(event, motion_.mode());
}

bool SimulationLoop::any_crossed(std::span<const double> before, std::span<const double> after) const {
  const std::size_t contacts_at = system_->switches.count + system_->events.size();
  for (std::size_t i = contacts_at; i < before.size(); ++i)
    if (after[i] < 0) return true;
  for (std::size_t i = 0; i < contacts_at; ++i)
    if (crossed(i, before[i], after[i])) return true;
  return false;
}

// Whether nothing has crossed but triggers for which the step was ended here.
bool SimulationLoop::comes_on_time() const {
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (!crossed(i, roots_[i], roots_new_[i])) continue;
    const std::size_t event = i - system_->switches.count;
    if (i < system_->switches.count || event >= system_->events.size() || !timetable_.holds(event)) return false;
  }
  return true;
}

// Ends the step, of length h, where the first root function crosses zero.
SimulationStatus SimulationLoop::find_crossing(double& h) {
  pending_ = on_time_ = false;
  if (roots_.empty()) return SimulationStatus::ok;
  SimulationStatus status = evaluate_roots(t_before_ + h, y_new_, roots_new_, slope_);
  if (status != SimulationStatus::ok) return status;
  const double end = h;
  if (options_.method == Method::adaptive) status = look_inside(h);
  if (status != SimulationStatus::ok) return status;
  interpolates_ = false;
  // A jump just behind the end may have been seen by stages already: then the step ends before they would see it.
  const bool explicit_steps = options_.method != Method::adaptive && !implicit_;
  for (std::size_t i = 0; explicit_steps && !leaped_ && i < system_->switches.count; ++i) {
    constexpr int most_cuts = 8;
    const double change = roots_new_[i] - roots_[i];
    if (!(std::abs(roots_new_[i]) < std::abs(change)) || any_crossed(roots_, roots_new_)) continue;
    last_step_ = h;
    for (int cuts = 0; cuts < most_cuts; ++cuts) {
      const double over = overshoot_of_stages(h, {i, h, change / end});
      if (over == 0) break;
      cut_short_ = true;
      h = std::max(h - 2 * over, h / 2);
      status = reach(h, y_new_);
      if (status == SimulationStatus::ok) status = evaluate_roots(t_before_ + h, y_new_, roots_new_, slope_);
      if (status != SimulationStatus::ok) return status;
      located_projection_ = trial_projection_;
    }
  }
  if (!any_crossed(roots_, roots_new_)) {
    stalled_ = cut_short_ ? stalled_ : 0;
    std::swap(roots_, roots_new_);
    keep_at_zero(h);
    return SimulationStatus::ok;
  }
  pending_ = true;
  cut_short_ = false;
  on_time_ = h == end && ends_on_time_ && comes_on_time();
  if (on_time_)
    std::swap(roots_high_, roots_new_);
  else
    status = locate(h);
  if (cut_short_) {
    pending_ = false;
    std::swap(roots_new_, roots_low_);
    std::swap(roots_, roots_new_);
    keep_at_zero(h);
  }
  stalled_ = h < 1e-12 * (1 + std::abs(t_before_)) ? stalled_ + 1 : 0;
  return status;
}

// Whether one would cross within the interval if it went on, with its slope and bend, as it does in its middle, between
// two looks beside that. Values alone would not do: what oscillates in step with the looks seems to stand still.
bool SimulationLoop::may_cross(std::span<const double> before, std::span<const double> middle,
                               std::span<const double> after, double noise) {
  for (std::size_t i = 0; i < middle.size(); ++i) {
    const double slope = std::abs(after[i] - before[i]) / (4 * aside);
    const double bend = std::abs(after[i] - 2 * middle[i] + before[i]) / (8 * aside * aside);
    if (slope + bend > std::max(std::abs(middle[i]) + resolution, noise)) return true;
  }
  return false;
}

// Whether slope and bend in the middle of an interval say something else than the values at its ends: looks that are
// far apart for what goes on between them.
bool SimulationLoop::is_lost(std::span<const double> from, std::span<const double> middle,
                             std::span<const double> to) const {
  const double noise = noise_of_bends();
  constexpr double tolerable = 0.1;  // a sine is followed over a radian
  for (std::size_t i = 0; i < middle.size(); ++i) {
    const double slope = (roots_high_[i] - roots_low_[i]) / (4 * aside);
    const double bend = (roots_high_[i] - 2 * middle[i] + roots_low_[i]) / (8 * aside * aside);
    const double size = std::abs(slope) + std::abs(bend);
    if (size <= std::max(std::abs(middle[i]) + resolution, noise)) continue;
    const double error =
        std::max(std::abs(middle[i] + slope + bend - to[i]), std::abs(middle[i] - slope + bend - from[i]));
    if (error > tolerable * size) return true;
  }
  return false;
}

// Looks into a step until what is seen makes sense; a step too long for that is made shorter.
SimulationStatus SimulationLoop::look_inside(double& h) {
  constexpr int most_cuts = 8;
  bool lost = true;
  SimulationStatus status = SimulationStatus::ok;
  for (int cuts = 0; lost && cuts < most_cuts && status == SimulationStatus::ok; ++cuts)
    status = look_closely(h, cuts + 1 < most_cuts, lost);
  return status;
}

// Looks for what comes and goes within a step, at its quarters and, where root functions bend, more and more closely.
// The step then ends at the first look that shows a crossing; or before it, if what crosses there has been on its other
// side since the step began. Where the closest looks are lost, the step ends before them; if they are the first ones,
// the step, short now, has to be looked into again.
SimulationStatus SimulationLoop::look_closely(double& h, bool may_cut, bool& lost) {
  lost = false;
  const DynamicsStatus dense = adaptive_.prepare_dense(motion_, t_before_, h, y_, y_new_);
  if (dense != DynamicsStatus::ok) return translate(dense);
  has_dense_ = true;
  last_step_ = h;
  double left = 0;
  std::size_t depth = 0;
  std::array<double, deepest + 1> right{h};  // of the intervals that are still to be looked at, the nearest last
  std::array<std::size_t, deepest + 1> level{};
  std::ranges::copy(roots_, looks_.front().begin());
  std::ranges::copy(roots_new_, looks_[1].begin());
  const auto ends = [&](double at, std::span<const double> roots) { return end_inside(left, at, roots, h); };
  for (;;) {
    std::vector<double>&from = looks_.front(), &to = looks_[depth + 1], &between = looks_.back();
    const double middle = (left + right[depth]) / 2;
    interpolate(middle, y_trial_);
    const SimulationStatus status = evaluate_roots(t_before_ + middle, y_trial_, between);
    if (status != SimulationStatus::ok) return status;
    bool refines = level[depth] == 0;
    if (!refines) {
      const double apart = aside * (right[depth] - left);
      for (const bool after : {false, true}) {
        const double at = after ? middle + apart : middle - apart;
        interpolate(at, y_trial_);
        const SimulationStatus looked = evaluate_roots(t_before_ + at, y_trial_, after ? roots_high_ : roots_low_);
        if (looked != SimulationStatus::ok) return looked;
      }
      const double length = right[depth] - left, noise = level[depth] < deep ? 0 : noise_of_bends();
      refines = level[depth] < deepest && may_cross(roots_low_, between, roots_high_, noise);
      if (level[depth] == deep && may_cut && length > shortest_cut(t_) && is_lost(from, between, to)) {
        next_step_ = std::min(next_step_, 32 * length);
        lost = left == 0;
        return cut(lost ? length : left, h);
      }
    }
    if (refines) {
      ++level[depth];
      level[depth + 1] = level[depth];
      right[depth + 1] = middle;
      std::ranges::copy(between, looks_[depth + 2].begin());
      ++depth;
      continue;
    }
    if (any_crossed(from, between)) return ends(middle, between);
    left = middle;
    std::ranges::copy(between, from.begin());
    if (any_crossed(from, to)) return ends(right[depth], to);
    if (depth == 0) return SimulationStatus::ok;
    left = right[depth];
    std::ranges::copy(to, from.begin());
    --depth;
  }
}

// Something has crossed between two looks. If it has since the beginning, the step ends at the second one, to be
// located; if not, at the first one, where nothing has happened yet.
SimulationStatus SimulationLoop::end_inside(double left, double right, std::span<const double> roots, double& h) {
  const bool now = left == 0 || any_crossed(roots_, roots);
  if (now && right == h) return SimulationStatus::ok;
  if (now) {
    h = right;
    interpolate(h, y_new_);
    std::ranges::copy(roots, roots_new_.begin());
    return SimulationStatus::ok;
  }
  return cut(left, h);
}

// Takes the step anew, so far only.
SimulationStatus SimulationLoop::cut(double length, double& h) {
  h = length;
  SimulationStatus status = integrate(h, y_new_);
  if (status == SimulationStatus::ok) status = evaluate_roots(t_before_ + h, y_new_, roots_new_);
  if (status == SimulationStatus::ok) status = translate(adaptive_.prepare_dense(motion_, t_before_, h, y_, y_new_));
  last_step_ = h;
  return status;
}

}  // namespace tangible
