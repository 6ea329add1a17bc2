// SPDX-License-Identifier: Apache-2.0
// The event cascade of an instant.
#include "simulation/instant_resolver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "simulation/crossing.h"

namespace tangible {
namespace {

// A configuration row may be switched on where it holds this well.
constexpr double on_surface = 1e-6;
// A row that an event has changed by setting a variable is not satisfied any more. Less is what projection leaves.
constexpr double jump_of_speed = 1e-9;
constexpr int max_rounds = 64;
constexpr double rate_interval = 1e-6;  // s: trigger rates are estimated from samples so far ahead, and twice as far

// A trigger that has just crossed zero is as near to it as can be: what is left of it is the tolerance with which the
// crossing was located, times its rate.
void shrink_crossed(std::span<const double> start, std::span<double> end) {
  constexpr double share = 1e-3, least = std::numeric_limits<double>::min();
  for (std::size_t e = 0; e < end.size(); ++e) {
    const bool crossed = (start[e] < 0 && end[e] > 0) || (start[e] > 0 && end[e] < 0);
    if (crossed && std::abs(end[e]) < share * std::abs(start[e])) end[e] = std::copysign(least, end[e]);
  }
}

// A jump from zero to zero, within rounding, carries a trigger through nothing: a contact that opens where its force
// has become zero leaves it there.
void disregard_rounding(const TriggerMemory& memory, std::span<double> before, std::span<const double> now) {
  for (std::size_t e = 0; e < now.size(); ++e)
    if (std::max(std::abs(before[e]), std::abs(now[e])) < memory.zero_tolerance(e)) before[e] = now[e];
}

}  // namespace

InstantResolver::InstantResolver(MechanismState& state, RunJournal& journal, RootFunctions& roots,
                                 TriggerMemory& triggers, ContactResolver& contacts)
    : state_(state),
      journal_(journal),
      roots_(roots),
      triggers_(triggers),
      contacts_(contacts),
      initial_activity_set_(state.system.rows.size()),
      active_before_(state.system.rows.size()),
      values_before_(state.system.rows.size()),
      mode_before_(state.motion.mode()),
      speeds_before_(state.system.nu()),
      load_(state.system.nu()),
      slope_(state.motion.size()),
      y_ahead_(state.motion.size()),
      roots_ahead_(roots.count()),
      roots_farther_(roots.count()),
      trigger_rates_(state.system.events.size()) {}

void InstantResolver::set_initially_active(std::size_t row, bool active) {
  state_.next_mode.active[row] = active ? 1 : 0;
  initial_activity_set_[row] = 1;
}

void InstantResolver::initialize_rows() {
  apply_conditions();
  Mode& mode = state_.next_mode;
  const SystemMotion& motion = state_.motion;
  for (std::size_t i = 0; i < state_.system.rows.size(); ++i) {
    if (!state_.system.is_constraint(i)) continue;
    const RowDescription& row = state_.system.rows[i];
    if (row.initially_active_if != absent && initial_activity_set_[i] == 0)
      mode.active[i] = state_.watch[row.initially_active_if] != 0 ? 1 : 0;
    if (row.holds_initial_value && mode.active[i] != 0)
      mode.offset[i] = motion.mode().offset[i] + (row.configuration ? motion.rows().value(i) : motion.rows().speed(i));
  }
}

SimulationStatus InstantResolver::arm_events_at_start(RootValues& values, bool& fires) {
  triggers_.disarm();
  const SimulationStatus status = roots_.evaluate(state_.t, state_.y, values.end);
  std::ranges::copy(values.end, values.start.begin());
  if (status != SimulationStatus::ok) return status;
  triggers_.initialize(roots_.triggers(std::span<const double>(values.start)));
  fires = triggers_.arm_events(state_.motion.mode(), roots_.triggers(std::span(values.start)),
                               roots_.triggers(std::span(values.end)));
  if (fires) return status;
  (void)resolve_triggers_near_zero(values);
  std::swap(values.start, values.end);
  return SimulationStatus::ok;
}

SimulationStatus InstantResolver::resolve(RootValues& values) {
  disregard_poles(values);
  triggers_.begin_instant(roots_.triggers(std::span<const double>(values.start)));
  for (int round = 0; round < max_rounds; ++round) {
    bool changed = std::exchange(values.changed_from_outside, false);
    remember_motion();
    SimulationStatus status = fire_events(values, changed);
    const bool has_set_values = std::exchange(has_set_values_, false);
    if (status == SimulationStatus::ok) status = change_mode();
    if (status == SimulationStatus::ok && has_set_values) status = follow_set_values();
    if (status == SimulationStatus::ok) status = contacts_.resolve();
    if (status != SimulationStatus::ok) return status;
    // A trigger that a jump carried through zero fires at the same instant, whatever has jumped: speeds in an impact or
    // under a newly active row, forces where the mode has changed, or what an event or a caller has set.
    changed = changed || has_jumped();
    if (round == 0)
      shrink_crossed(roots_.triggers(std::span<const double>(values.start)), roots_.triggers(std::span(values.end)));
    std::swap(values.start, values.end);
    status = roots_.evaluate(state_.t, state_.y, values.end);
    if (status != SimulationStatus::ok) return status;
    const std::span<double> before = roots_.triggers(std::span(values.start)),
                            now = roots_.triggers(std::span(values.end));
    disregard_rounding(triggers_, before, now);
    bool again = triggers_.arm_events(state_.motion.mode(), before, now);
    for (std::size_t e = 0; e < now.size(); ++e)
      again = again || (changed && roots_.crossed(roots_.trigger_at(e), before[e], now[e]));
    if (again || resolve_triggers_near_zero(values)) continue;
    std::swap(values.start, values.end);
    return SimulationStatus::ok;
  }
  return SimulationStatus::endless_events;
}

void InstantResolver::remember_motion() {
  mode_before_ = state_.motion.mode();
  std::copy_n(state_.y.begin() + first_speed(), speeds_before_.size(), speeds_before_.begin());
}

bool InstantResolver::has_jumped() const {
  return !std::equal(speeds_before_.begin(), speeds_before_.end(), state_.y.begin() + first_speed()) ||
         !(state_.motion.mode() == mode_before_);
}

// A trigger that passed through infinity, as 1/x does, has changed its sign and has not crossed zero. It is recognised
// by its magnitude, relative to the beginning of the step or, if that was at the pole, to later values; and by its fall
// right behind the pole: a function that jumps stays large, and one that crosses zero is small.
void InstantResolver::disregard_poles(RootValues& values) {
  constexpr double small = 1e-3, large = 1e3, share = 1e-3, fallen = 4;
  const std::size_t first = roots_.trigger_at(0), last = roots_.trigger_at(state_.system.events.size());
  const auto may_be_one = [&](std::size_t root) {
    return roots_.crossed(root, values.start[root], values.end[root]) &&
           std::abs(values.end[root]) > small * std::abs(values.start[root]);
  };
  bool any = false;
  for (std::size_t root = first; root < last; ++root) any = any || may_be_one(root);
  const double t = state_.t;
  if (!any || state_.motion.evaluate(t, state_.y, slope_) != DynamicsStatus::ok) return;
  // Longer than any final step to a crossing.
  const double ahead = std::max(1e3 * location_tolerance_at(t), share * (t - roots_.step_start()));
  for (std::size_t i = 0; i < y_ahead_.size(); ++i) y_ahead_[i] = state_.y[i] + ahead * slope_[i];
  if (roots_.evaluate(t + ahead, y_ahead_, roots_ahead_) != SimulationStatus::ok) return;
  for (std::size_t root = first; root < last; ++root) {
    if (!may_be_one(root)) continue;
    const double before = std::abs(values.start[root]), here = std::abs(values.end[root]),
                 there = std::abs(roots_ahead_[root]);
    if (there < here / fallen && (here > large * before || before > large * there))
      values.start[root] = values.end[root];
  }
}

// Events whose triggers crossed, in their order; the conditions of each are evaluated after the actions of the earlier.
SimulationStatus InstantResolver::fire_events(const RootValues& values, bool& changed) {
  double before = 0;
  bool fired = false;
  const double lost = journal_.books.impact_loss();
  for (std::size_t e = 0; e < state_.system.events.size(); ++e) {
    const EventDescription& event = state_.system.events[e];
    const std::size_t root = roots_.trigger_at(e);
    if (!roots_.crossed(root, values.start[root], values.end[root]) || !is_armed(event, state_.next_mode)) continue;
    state_.evaluate_conditions();
    if (!fired) {
      before = state_.watch.kinetic() + state_.watch.potential();
      for (std::size_t i = 0; i < values_before_.size(); ++i) values_before_[i] = state_.motion.rows().value(i);
    }
    if (event.condition != absent && state_.watch[event.condition] == 0) continue;
    fired = true;
    journal_.note({state_.t, Occurrence::Kind::event, e, 0, true});
    for (const ActionDescription& action : event.actions)
      if (const SimulationStatus status = act(action); status != SimulationStatus::ok) return status;
  }
  changed = changed || fired;
  if (fired)
    journal_.books.book_event_work(state_.energy(state_.t, state_.y) - before + (journal_.books.impact_loss() - lost));
  return SimulationStatus::ok;
}

// Where rows contain a variable that an event has set, speeds jump as the rows require, by the least impulse, and the
// work is that of a drive. Points cannot jump.
SimulationStatus InstantResolver::follow_set_values() {
  SystemMotion& motion = state_.motion;
  state_.evaluate_conditions();
  bool jumps = false;
  for (const int row : motion.rows().active()) {
    const auto i = static_cast<std::size_t>(row);
    if (!state_.system.is_constraint(i)) continue;
    const double value = state_.system.rows[i].configuration ? motion.rows().value(i) : 0;
    if (std::abs(value) > on_surface && std::abs(value - values_before_[i]) > on_surface) {
      journal_.fault_row = i;
      return SimulationStatus::row_jumped;
    }
    jumps = jumps || std::abs(motion.rows().speed(i)) > jump_of_speed;
  }
  if (!jumps) return SimulationStatus::ok;
  const double before = state_.energy(state_.t, state_.y);
  const SimulationStatus status = translate(motion.projection().project(state_.t, state_.y).status);
  journal_.books.book_event_work(state_.energy(state_.t, state_.y) - before);
  return status;
}

SimulationStatus InstantResolver::act(const ActionDescription& action) {
  using Kind = ActionDescription::Kind;
  state_.evaluate_conditions();
  const double value = state_.watch[action.value];
  has_set_values_ = has_set_values_ || action.kind == Kind::set_state || action.kind == Kind::set_discrete;
  switch (action.kind) {
    case Kind::set_state: state_.y[state_.system.nq() + state_.system.nu() + action.target] = value; break;
    case Kind::set_discrete: state_.motion.discretes()[action.target] = value; break;
    case Kind::set_input: state_.motion.inputs()[action.target] = value; break;
    case Kind::impulse:
      for (std::size_t r = 0; r < load_.size(); ++r) load_[r] = state_.watch[action.value + r];
      return contacts_.apply_impulse(load_);
    case Kind::switch_on:
    case Kind::switch_off:
    case Kind::hold: return switch_row(action);
    case Kind::enter: state_.next_mode.declared = action.target; break;
  }
  return SimulationStatus::ok;
}

SimulationStatus InstantResolver::switch_row(const ActionDescription& action) {
  const bool on = action.kind != ActionDescription::Kind::switch_off;
  if (!state_.system.is_constraint(action.target)) {
    contacts_.switch_contact(action.target, on);
    return SimulationStatus::ok;
  }
  // The present value of the row: phi, or of a motion row a.u + c.
  const SystemMotion& motion = state_.motion;
  const double old = motion.mode().offset[action.target];
  const bool configuration = state_.system.rows[action.target].configuration;
  const double value = old + (configuration ? motion.rows().value(action.target) : motion.rows().speed(action.target));
  const double kept = action.kind == ActionDescription::Kind::hold ? value : 0;
  if (on) state_.next_mode.offset[action.target] = kept;
  if (on && configuration && !(std::abs(value - kept) <= on_surface)) return refuse_off_surface(action.target);
  state_.next_mode.active[action.target] = on ? 1 : 0;
  return SimulationStatus::ok;
}

SimulationStatus InstantResolver::refuse_off_surface(std::size_t row) {
  journal_.fault_row = row;
  return SimulationStatus::off_surface;
}

// Rows that are active while a condition holds.
void InstantResolver::apply_conditions() {
  for (std::size_t i = 0; i < state_.system.declared_rows; ++i)
    if (const std::size_t condition = state_.system.rows[i].condition; condition != absent)
      state_.next_mode.active[i] = state_.watch[condition] != 0 ? 1 : 0;
}

// Whether rows become active, and whether anything changes.
SimulationStatus InstantResolver::check_switched_rows(bool& comes, bool& changes) {
  const Mode &present = state_.motion.mode(), &next = state_.next_mode;
  changes = next.declared != present.declared;
  for (std::size_t i = 0; i < state_.system.rows.size(); ++i) {
    if (!state_.system.is_constraint(i)) continue;
    const RowDescription& row = state_.system.rows[i];
    const bool was = present.active[i] != 0, is = next.active[i] != 0;
    comes = comes || (is && !was);
    changes = changes || is != was;
    if (is && !was && row.condition != absent && row.configuration &&
        std::abs(state_.motion.rows().value(i)) > on_surface)
      return refuse_off_surface(i);
  }
  return SimulationStatus::ok;
}

// Makes the next mode current. Newly active rows are imposed by an impulse; the momenta of the remaining degrees of
// freedom are conserved.
SimulationStatus InstantResolver::change_mode() {
  state_.evaluate_conditions();
  apply_conditions();
  bool comes = false, changes = false;
  if (const SimulationStatus status = check_switched_rows(comes, changes); status != SimulationStatus::ok)
    return status;
  if (!changes) return SimulationStatus::ok;
  std::ranges::copy(state_.motion.mode().active, active_before_.begin());
  state_.motion.update_mode(state_.next_mode);
  double loss = -journal_.books.impact_loss();
  if (comes) {
    state_.evaluate_conditions();
    if (const SimulationStatus status = contacts_.impact(ImpactOrder::together); status != SimulationStatus::ok)
      return status;
  }
  // Contacts have taken their shares of the loss; rows that become active at once share the remainder.
  loss += journal_.books.impact_loss();
  if (comes)
    for (const ContactResolver::Loss& share : contacts_.impact_losses()) loss -= share.energy;
  note_switched_rows(loss);
  return SimulationStatus::ok;
}

// The loss is written beside the first row that becomes active, the impulse beside each.
void InstantResolver::note_switched_rows(double loss) {
  const Mode& mode = state_.next_mode;
  for (std::size_t i = 0; i < state_.system.rows.size(); ++i)
    if (state_.system.is_constraint(i) && active_before_[i] != mode.active[i]) {
      const bool on = mode.active[i] != 0;
      journal_.note({state_.t, Occurrence::Kind::switched, i, on ? std::exchange(loss, 0) : 0, on,
                     on ? contacts_.impulse(i) : 0});
    }
}

// The side of zero of each trigger after an instant, whose root functions are values.end. True: events fire.
bool InstantResolver::resolve_triggers_near_zero(RootValues& values) {
  const std::span<double> before = roots_.triggers(std::span(values.start)),
                          now = roots_.triggers(std::span(values.end));
  return triggers_.collect_near_zero(now) && estimate_trigger_rates(values) &&
         triggers_.resolve_near_zero(trigger_rates_, before, now);
}

// One-sided differences of the motion as it begins. False: it could not be evaluated.
bool InstantResolver::estimate_trigger_rates(const RootValues& values) {
  if (state_.motion.evaluate(state_.t, state_.y, slope_) != DynamicsStatus::ok) return false;
  for (const bool far : {false, true}) {
    const double by = far ? 2 * rate_interval : rate_interval;
    for (std::size_t i = 0; i < y_ahead_.size(); ++i) y_ahead_[i] = state_.y[i] + by * slope_[i];
    if (roots_.evaluate(state_.t + by, y_ahead_, far ? roots_farther_ : roots_ahead_) != SimulationStatus::ok)
      return false;
  }
  for (std::size_t e = 0; e < trigger_rates_.size(); ++e) {
    const std::size_t root = roots_.trigger_at(e);
    trigger_rates_[e] = (4 * roots_ahead_[root] - roots_farther_[root] - 3 * values.end[root]) / (2 * rate_interval);
  }
  return true;
}

}  // namespace tangible
