// SPDX-License-Identifier: Apache-2.0
// What changes at an instant: events act, rows come and go, speeds jump, contacts close and open.
#include <algorithm>
#include <cmath>
#include <utility>

#include "simulation/roots.h"
#include "simulation/simulation.h"
#include "simulation/status.h"

namespace tangible {
namespace {

// A configuration row may be switched on where it holds this well.
constexpr double on_surface = 1e-6;
constexpr int longest_cascade = 64;
constexpr int most_stalled = 1000;

}  // namespace

AssemblyReport SimulationLoop::assemble_start() {
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) touch(c, Touch::apart);
  motion_.set_mode(mode_);
  (void)motion_.evaluate(t_, y_);
  watch_.evaluate(t_, y_, motion_);
  apply_conditions();
  begin_rows();
  motion_.set_mode(mode_);
  return assemble(motion_, t_, y_);
}

SimulationStatus SimulationLoop::start() {
  origin_ = tick_end_ = t_before_ = t_;
  ticks_ = 0;
  fresh_ = true;
  leap_.forget();
  const AssemblyReport report = assemble_start();
  if (!report.assembled) return fault_row_ = report.worst, SimulationStatus::cannot_assemble;
  if (const SimulationStatus status = resolve_contacts(); status != SimulationStatus::ok) return status;
  std::ranges::fill(std::span(y_).subspan(motion_.books_at()), 0.0);
  impacts_ = projection_ = event_work_ = parameter_work_ = 0;
  energy_at_start_ = energy(t_, y_);
  return begin_watching();
}

// Rows that know by themselves whether they hold at the start.
void SimulationLoop::begin_rows() {
  for (std::size_t i = 0; i < system_->declared_rows; ++i) {
    const RowDescription& row = system_->rows[i];
    if (row.begins_if != absent && told_[i] == 0) mode_.active[i] = watch_[row.begins_if] != 0 ? 1 : 0;
    if (row.keeps && mode_.active[i] != 0)
      mode_.offset[i] = motion_.mode().offset[i] + (row.configuration ? motion_.row_value(i) : motion_.row_speed(i));
  }
}

// What is asked at once may change the mode before anything has moved.
SimulationStatus SimulationLoop::begin_watching() {
  std::ranges::fill(watched_, Watching::no);
  const SimulationStatus status = evaluate_roots(t_, y_, roots_high_);
  std::ranges::copy(roots_high_, roots_.begin());
  if (status != SimulationStatus::ok) return status;
  for (std::size_t e = 0; e < largest_.size(); ++e) largest_[e] = std::abs(roots_[system_->switches.count + e]);
  if (watch_anew()) return settle();
  (void)sort_triggers();
  std::swap(roots_, roots_high_);
  return SimulationStatus::ok;
}

SimulationStatus SimulationLoop::settle() {
  pending_ = false;
  const std::size_t noted = occurrences.size();
  const bool leaps = options_.method == Method::adaptive && leap_.newest() != nullptr;
  if (leaps)
    std::ranges::copy(y_, y_stage_.begin());
  else
    leap_.forget();
  ++events_in_tick_;
  if (events_in_tick_ == options_.events_per_tick && options_.method != Method::adaptive) ++counts_.capped;
  if (stalled_ > most_stalled) return SimulationStatus::endless_events;
  disregard_poles();
  std::ranges::copy(std::span(roots_).subspan(system_->switches.count, came_from_.size()), came_from_.begin());
  for (int round = 0; round < longest_cascade; ++round) {
    bool changed = false;
    SimulationStatus status = fire_events(changed);
    if (status == SimulationStatus::ok) status = change_mode();
    if (status == SimulationStatus::ok) status = resolve_contacts();
    if (status != SimulationStatus::ok) return status;
    // What the jump carried through zero acts at the same instant.
    std::swap(roots_, roots_high_);
    status = evaluate_roots(t_, y_, roots_high_);
    if (status != SimulationStatus::ok) return status;
    bool again = watch_anew();
    for (std::size_t e = 0; e < system_->events.size(); ++e) {
      const std::size_t root = system_->switches.count + e;
      again = again || (changed && crossed(root, roots_[root], roots_high_[root]));
    }
    if (again || sort_triggers()) continue;
    std::swap(roots_, roots_high_);
    if (leaps && !leap_goes_on(noted)) leap_.forget();
    return SimulationStatus::ok;
  }
  return SimulationStatus::endless_events;
}

// A trigger that passed through infinity, as 1/x does, has changed its sign and has not crossed zero. It is known by
// its size, against where the step began or, if that was at the pole, against what comes; and by falling off at once
// behind the pole: what jumps stays large, and what crosses zero is small.
void SimulationLoop::disregard_poles() {
  constexpr double small = 1e-3, large = 1e3, share = 1e-3, fallen = 4;
  const std::size_t first = system_->switches.count, last = first + system_->events.size();
  const auto may_be_one = [&](std::size_t root) {
    return crossed(root, roots_[root], roots_high_[root]) &&
           std::abs(roots_high_[root]) > small * std::abs(roots_[root]);
  };
  bool any = false;
  for (std::size_t root = first; root < last; ++root) any = any || may_be_one(root);
  if (!any || motion_.evaluate(t_, y_, slope_) != DynamicsStatus::ok) return;
  const double ahead = std::max(1e3 * location_tolerance_at(t_), share * (t_ - t_before_));  // longer than any walk
  for (std::size_t i = 0; i < y_.size(); ++i) y_trial_[i] = y_[i] + ahead * slope_[i];
  if (evaluate_roots(t_ + ahead, y_trial_, roots_new_) != SimulationStatus::ok) return;
  for (std::size_t root = first; root < last; ++root) {
    if (!may_be_one(root)) continue;
    const double before = std::abs(roots_[root]), here = std::abs(roots_high_[root]),
                 there = std::abs(roots_new_[root]);
    if (there < here / fallen && (here > large * before || before > large * there)) roots_[root] = roots_high_[root];
  }
}

// Events whose triggers crossed, in their order; each sees what the earlier ones did.
SimulationStatus SimulationLoop::fire_events(bool& changed) {
  double before = 0;
  const double lost = impacts_;
  for (std::size_t e = 0; e < system_->events.size(); ++e) {
    const EventDescription& event = system_->events[e];
    const std::size_t root = system_->switches.count + e;
    if (!crossed(root, roots_[root], roots_high_[root]) || !is_watched(event, mode_)) continue;
    glance();
    if (!changed) before = watch_.kinetic() + watch_.potential();
    if (event.condition != absent && watch_[event.condition] == 0) continue;
    changed = true;
    note({t_, Occurrence::Kind::event, e, 0, true});
    for (const ActionDescription& action : event.actions)
      if (const SimulationStatus status = act(action); status != SimulationStatus::ok) return status;
  }
  if (changed) event_work_ += energy(t_, y_) - before + (impacts_ - lost);
  return SimulationStatus::ok;
}

SimulationStatus SimulationLoop::act(const ActionDescription& action) {
  using Kind = ActionDescription::Kind;
  glance();
  const double value = watch_[action.value];
  switch (action.kind) {
    case Kind::set_state: y_[system_->nq() + system_->nu() + action.target] = value; break;
    case Kind::set_discrete: motion_.discretes()[action.target] = value; break;
    case Kind::set_input: motion_.inputs()[action.target] = value; break;
    case Kind::impulse: {
      std::span<double> load = std::span(y_trial_).first(system_->nu());
      for (std::size_t r = 0; r < load.size(); ++r) load[r] = watch_[action.value + r];
      contacts_.set_rows(motion_.mode().active);
      return translate(contacts_.kick(motion_, load, motion_.speeds_of(y_)));
    }
    case Kind::switch_on:
    case Kind::switch_off:
    case Kind::hold: return switch_row(action);
    case Kind::enter: mode_.declared = action.target; break;
  }
  return SimulationStatus::ok;
}

SimulationStatus SimulationLoop::switch_row(const ActionDescription& action) {
  const bool on = action.kind != ActionDescription::Kind::switch_off;
  if (action.target >= system_->declared_rows) {
    const auto contact = std::ranges::find(system_->contacts, action.target, &ContactDescription::row);
    switched_off_[static_cast<std::size_t>(contact - system_->contacts.begin())] = on ? 0 : 1;
    return SimulationStatus::ok;
  }
  // What the row has now: phi, or of a motion row a.u + c.
  const double old = motion_.mode().offset[action.target];
  const bool configuration = system_->rows[action.target].configuration;
  const double value = old + (configuration ? motion_.row_value(action.target) : motion_.row_speed(action.target));
  const double kept = action.kind == ActionDescription::Kind::hold ? value : 0;
  if (on) mode_.offset[action.target] = kept;
  if (on && configuration && std::abs(value - kept) > on_surface) return fault(action.target);
  mode_.active[action.target] = on ? 1 : 0;
  return SimulationStatus::ok;
}

SimulationStatus SimulationLoop::fault(std::size_t row) {
  fault_row_ = row;
  return SimulationStatus::off_surface;
}

// Rows that hold while a condition does.
void SimulationLoop::apply_conditions() {
  for (std::size_t i = 0; i < system_->declared_rows; ++i)
    if (system_->rows[i].condition != absent) mode_.active[i] = watch_[system_->rows[i].condition] != 0 ? 1 : 0;
}

// Takes the mode in the making into use. What rows that come take from the speeds is lost: the momenta of the freedom
// that remains are kept.
SimulationStatus SimulationLoop::change_mode() {
  glance();
  apply_conditions();
  bool comes = false, goes = false;
  for (std::size_t i = 0; i < system_->declared_rows; ++i) {
    const bool was = motion_.mode().active[i] != 0, is = mode_.active[i] != 0;
    comes = comes || (is && !was);
    goes = goes || (was && !is);
    if (is != was && system_->rows[i].condition != absent && is && system_->rows[i].configuration &&
        std::abs(motion_.row_value(i)) > on_surface)
      return fault(i);
  }
  if (!comes && !goes && mode_.declared == motion_.mode().declared) return SimulationStatus::ok;
  std::ranges::copy(motion_.mode().active, active_before_.begin());
  motion_.go_on_in(mode_);
  const std::size_t noted = occurrences.size();
  double loss = -impacts_;
  if (comes) {
    glance();
    if (const SimulationStatus status = impact(ImpactOrder::together); status != SimulationStatus::ok) return status;
  }
  // Of what is lost contacts have taken their shares; rows that come at once share one loss, which stands by the first.
  loss += impacts_;
  for (std::size_t k = noted; k < occurrences.size(); ++k) loss -= occurrences[k].loss;
  for (std::size_t i = 0; i < system_->declared_rows; ++i)
    if (active_before_[i] != mode_.active[i])
      note({t_, Occurrence::Kind::switched, i, mode_.active[i] ? std::exchange(loss, 0) : 0, mode_.active[i] != 0});
  return SimulationStatus::ok;
}

}  // namespace tangible
