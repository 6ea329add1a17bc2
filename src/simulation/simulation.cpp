// SPDX-License-Identifier: Apache-2.0
// Steps: how far the state is carried before something happens.
#include "simulation/simulation.h"

#include <algorithm>
#include <cmath>

#include "simulation/roots.h"
#include "simulation/status.h"

namespace tangible {
namespace {

constexpr std::size_t most_occurrences = 4096;
constexpr int looks_at_timetable = 128;            // within a step of the adaptive method, which may be long
constexpr int many_stalled = 20;                   // then jumps of forces are not located any more (crossed())
constexpr double singular_for_derivatives = 1e-4;  // pivots of the rows
constexpr int most_halvings = 10;                  // of an implicit step whose iterations do not end
constexpr double paradox_is_near = 1e-3;           // of the margin of friction, which is one without it

std::size_t root_count(const System& system) {
  return system.switches.count + system.events.size() + 2 * system.contacts.size();
}

// Where slip in the plane comes to an end its direction turns ever faster, as slip to a power that may be small: no
// step of fixed length follows. Steps before the end are a share of the time that is left, so that their errors shrink
// with the slip. At the state where accelerations were evaluated last.
double shorten_before_slip_ends(const SystemMotion& motion, double h) {
  constexpr double share = 1.0 / 6, straight = 1e-5, at_the_end = 1e-6;
  double shortest = h;
  for (std::size_t c = 0; c < motion.system().contacts.size(); ++c) {
    const ContactDescription& contact = motion.system().contacts[c];
    if (contact.tangents < 2 || motion.mode().touch[c] != Touch::sliding) continue;
    const double x = motion.row_speed(contact.row + 1), y = motion.row_speed(contact.row + 2), slip = std::hypot(x, y);
    const double x_rate = motion.row_acceleration(contact.row + 1), y_rate = motion.row_acceleration(contact.row + 2);
    const double closing = -(x * x_rate + y * y_rate), turning = std::abs(x * y_rate - y * x_rate);
    if (!(closing > 0) || turning < straight * closing) continue;
    const double left = slip * slip / closing;
    if (left > at_the_end * h) shortest = std::min(shortest, share * left);
  }
  return shortest;
}

}  // namespace

SimulationLoop::SimulationLoop(const System& system, const SimulationOptions& options)
    : system_(&system),
      options_(options),
      motion_(system, options.ports),
      watch_(system),
      timetable_(system),
      fixed_(options.method, motion_.size()),
      leap_(motion_.size()),
      adaptive_(motion_.size()),
      contacts_(system),
      mode_(make_mode(system)),
      switched_off_(system.contacts.size()),
      brief_(system.contacts.size()),
      active_before_(system.rows.size()),
      told_(system.rows.size()),
      watched_(system.events.size()),
      came_from_(system.events.size()),
      rates_(system.events.size()),
      largest_(system.events.size()),
      touch_before_(system.contacts.size()),
      mode_before_change_(mode_),
      y_before_change_(motion_.size()),
      y_(motion_.size()),
      y_new_(motion_.size()),
      y_trial_(motion_.size()),
      y_end_(motion_.size()),
      y_stage_(motion_.size()),
      slope_(motion_.size()),
      slope_there_(motion_.size()),
      bend_(motion_.size()),
      roots_(root_count(system)),
      roots_new_(root_count(system)),
      roots_low_(root_count(system)),
      roots_high_(root_count(system)),
      roots_stage_(root_count(system)),
      looks_(deepest + 4, std::vector<double>(root_count(system))),
      approach_(system.rows.size()),
      watches_forces_(watches_forces(system)),
      roots_are_timed_(all_are_timed(system)) {
  if (options.method == Method::implicit && system.has_derivatives()) implicit_.emplace(system);
  adaptive_.tolerance = {options.tolerance, options.tolerance / 100};
  auto at = std::ranges::copy(system.start_q, y_.begin()).out;
  at = std::ranges::copy(system.start_u, at).out;
  std::ranges::copy(system.start_z, at);
  occurrences.resize(most_occurrences);  // its pages are there before the first event needs them
  occurrences.clear();
}

void SimulationLoop::note(const Occurrence& occurrence) {
  ++counts_.events;
  if (occurrences.size() < occurrences.capacity()) occurrences.push_back(occurrence);
}

// The state a time h after the beginning of the step, not projected.
SimulationStatus SimulationLoop::integrate(double h, std::span<double> out) {
  if (options_.method == Method::adaptive) {
    const DormandPrince::Trial trial = adaptive_.step(motion_, t_before_, h, y_, out);
    trial_error_ = trial.error;
    return translate(trial.status);
  }
  if (implicit_) {
    // At a singular position derivatives of the motion have no bounds: from there an explicit step leads on.
    const DynamicsStatus begun = fixed_.begin(motion_, t_before_, y_);
    if (begun != DynamicsStatus::ok) return translate(begun);
    if (motion_.embedding().smallest_pivot() > singular_for_derivatives) return integrate_implicitly(h, out);
  }
  return translate(fixed_.step(motion_, t_before_, h, y_, out));
}

// No iteration ends where forces jump: it goes to and fro between both sides. What it has seen beyond stands for the
// end of the step then: the step will be ended where that begins.
SimulationStatus SimulationLoop::integrate_implicitly(double h, std::span<double> out) {
  const ImplicitSteps::Result result = implicit_->step(motion_, t_before_, h, y_, out);
  if (result.converged) return translate(result.status);
  std::vector<double>& roots = looks_.back();
  const auto is_beyond = [&](std::span<const double> y) {
    return evaluate_roots(t_before_ + h, y, roots) == SimulationStatus::ok && any_crossed(roots_, roots);
  };
  if (is_beyond(out)) return SimulationStatus::ok;
  for (const std::span<const double> seen : implicit_->seen())
    if (is_beyond(seen)) return std::ranges::copy(seen, out.begin()), SimulationStatus::ok;
  if (stalled_ < many_stalled) return SimulationStatus::no_convergence;
  // Both sides lead back to the jump, as dry friction does at rest: the state stays between them.
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = (out[i] + implicit_->seen().back()[i]) / 2;
  return SimulationStatus::ok;
}

SimulationStatus SimulationLoop::advance(double limit) {
  if (t_ >= limit) return SimulationStatus::ok;
  t_before_ = t_;
  has_dense_ = leaped_ = on_time_ = cut_short_ = false;
  motion_.turn_directions(t_, y_);
  const SimulationStatus status =
      options_.method == Method::adaptive ? advance_adaptively(limit) : advance_by_ticks(limit);
  if (status == SimulationStatus::friction_paradox) blame_sliding_contact();
  return status;
}

void SimulationLoop::blame_sliding_contact() {
  for (std::size_t c = system_->contacts.size(); c-- > 0 && fault_row_ == absent;)
    if (mode_.touch[c] == Touch::sliding && motion_.friction(c) > 0) fault_row_ = system_->contacts[c].row;
}

// Steps shrink before a place where the equations end: what they end in is the reason.
SimulationStatus SimulationLoop::explain_small_step() {
  if (std::abs(refused_at_ - t_) < 1e-6 * (1 + std::abs(t_))) return translate(refusal_);
  if (motion_.mode().touch.end() == std::ranges::find(motion_.mode().touch, Touch::sliding))
    return SimulationStatus::step_too_small;
  // Contact forces grow without bound before Painleve's paradox.
  (void)motion_.evaluate(t_, y_);
  return motion_.embedding().friction_margin() < paradox_is_near ? SimulationStatus::friction_paradox
                                                                 : SimulationStatus::step_too_small;
}

SimulationStatus SimulationLoop::advance_by_ticks(double limit) {
  // Ticks stand at multiples of the step after the last start; a step that an event has split ends where its tick does.
  if (t_ >= tick_end_) {
    tick_end_ = origin_ + options_.step * static_cast<double>(++ticks_);
    events_in_tick_ = 0;
  }
  auto [end, on_time] = timetable_.find_end(t_, std::min(tick_end_, limit), motion_);
  const bool books = keeps_books_of_projection(), told = motion_.moves_speeds_only();
  SimulationStatus status = SimulationStatus::ok;
  if (!implicit_)
    status = translate(fixed_.begin(motion_, t_, y_));
  else if (!system_->contacts.empty())
    status = translate(motion_.evaluate(t_, y_));
  if (status == SimulationStatus::ok && crosses_at_once(end)) return status;
  double h = end - t_;
  if (const double shorter = shorten_before_slip_ends(motion_, h); shorter < h)
    end = t_ + (h = shorter), on_time = false;
  ends_on_time_ = on_time;
  const double regularity = motion_.embedding().smallest_pivot();
  const bool may_leap = status == SimulationStatus::ok && !implicit_ && remember(regularity, fixed_.first_slope());
  motion_.least_pivot = 1;
  if (status == SimulationStatus::ok) status = integrate(h, y_new_);
  for (int halvings = 0; status == SimulationStatus::no_convergence && halvings < most_halvings; ++halvings) {
    end = t_ + (h /= 2), ends_on_time_ = false;
    status = integrate(h, y_new_);
  }
  if (may_leap && motion_.least_pivot < regularity / 3 && leap(end)) status = SimulationStatus::ok;
  double before = books && !told ? energy(end, y_new_) : 0;
  if (status == SimulationStatus::ok) status = project(end, y_new_);
  double gained = gained_;
  if (status == SimulationStatus::ok) status = find_crossing(h);
  if (status != SimulationStatus::ok) return status;
  t_ = pending_ || cut_short_ ? std::min(t_before_ + h, end) : end;
  if (cut_short_) {
    projection_ += located_projection_;
  } else if (pending_ && !on_time_) {
    before = books && !told ? energy(t_, y_new_) - located_projection_ : 0;
    status = project(t_, y_new_);
    gained = located_projection_ + gained_;
  }
  if (books && !cut_short_) projection_ += told ? gained : energy(t_, y_new_) - before;
  ++counts_.steps;
  std::swap(y_, y_new_);
  return status;
}

// What an impulse has turned round right after it crossed is back at once: a step over the whole tick need not look for
// it.
bool SimulationLoop::crosses_at_once(double end) {
  const double h = 4 * location_tolerance_at(t_);
  if (implicit_ || events_in_tick_ == 0 || !(t_ + h < end)) return false;
  bool may_cross = false;
  for (std::size_t e = 0; e < system_->events.size(); ++e) {
    const double root = roots_[system_->switches.count + e];
    may_cross = may_cross || (std::abs(root) < still_at_zero && passes(system_->events[e].edge, root, -root));
  }
  if (!may_cross) return false;
  for (std::size_t i = 0; i < y_.size(); ++i) y_new_[i] = y_[i] + h * fixed_.first_slope()[i];
  if (evaluate_roots(t_ + h, y_new_, roots_high_) != SimulationStatus::ok) return false;
  if (!any_crossed(roots_, roots_high_)) return false;
  pending_ = true;
  ++stalled_;
  ++counts_.steps;
  t_ += h;
  std::swap(y_, y_new_);
  return true;
}

SimulationStatus SimulationLoop::advance_adaptively(double limit) {
  // An event just before the limit leaves less than can be stepped over.
  if (limit - t_ <= 16 * std::numeric_limits<double>::epsilon() * std::abs(t_)) {
    t_ = limit;
    return SimulationStatus::ok;
  }
  if (const DynamicsStatus status = adaptive_.begin(motion_, t_, y_); status != DynamicsStatus::ok)
    return translate(status);
  if (fresh_) next_step_ = adaptive_.guess_step(y_);
  fresh_ = false;
  if (remember(motion_.embedding().smallest_pivot(), adaptive_.first_slope()) && leap_adaptively(limit))
    return pending_ ? SimulationStatus::ok : project(t_, y_);
  double h = 0;
  const double first = next_step_;
  const double longest = std::min(limit, t_ + 1.01 * next_step_);
  const Timetable::End timed = timetable_.find_end(t_, longest, motion_, looks_at_timetable);
  if (timed.t < longest || timed.passes) limit = std::min(limit, std::max(timed.t, t_ + 4 * location_tolerance_at(t_)));
  for (int refused = 0;;) {
    const double left = limit - t_;
    h = next_step_ * 1.01 > left ? left : next_step_;
    ends_on_time_ = timed.passes && h == left;
    if (h <= 16 * std::numeric_limits<double>::epsilon() * std::abs(t_)) return explain_small_step();
    const DormandPrince::Trial trial = adaptive_.step(motion_, t_, h, y_, y_new_);
    const double error = trial.status == DynamicsStatus::ok ? trial.error : 1e9;
    const double next = DormandPrince::next_step(h, error);
    if (error <= 1) {
      next_step_ = h < next_step_ ? std::max(next, next_step_) : next;
      break;
    }
    ++counts_.rejected;
    if (trial.status != DynamicsStatus::ok) {
      refusal_ = trial.status;
      refused_at_ = t_ + h;
    }
    next_step_ = next;
    if (next_step_ < 1e-14 * (1 + std::abs(t_))) return explain_small_step();
    // A step that is too long may be halved; one over a kink would be, again and again.
    if (++refused > 1 && trial.status == DynamicsStatus::ok && end_at_kink(h)) {
      next_step_ = first;
      break;
    }
  }
  if (!pending_)
    if (const SimulationStatus status = find_crossing(h); status != SimulationStatus::ok) return status;
  t_ = !pending_ && h == limit - t_ ? limit : std::min(t_ + h, limit);
  if (!has_dense_)
    if (const SimulationStatus status = prepare_dense(h); status != SimulationStatus::ok) return status;
  ++counts_.steps;
  std::swap(y_, y_new_);
  const bool books = keeps_books_of_projection();
  const double before = books ? energy(t_, y_) - (pending_ && !on_time_ ? located_projection_ : 0) : 0;
  const SimulationStatus status = project(t_, y_);
  if (books) projection_ += energy(t_, y_) - before;
  return status;
}

// Interpolation between the ends of the last step. To an event it is that of the step from which the rest was walked:
// nothing in it has seen what comes after.
SimulationStatus SimulationLoop::prepare_dense(double h) {
  const bool walked = pending_ && !on_time_ && located_from_ > 0;
  last_step_ = walked ? located_from_ : h;
  if (walked)
    if (const SimulationStatus status = integrate(last_step_, y_trial_); status != SimulationStatus::ok) return status;
  has_dense_ = true;
  return translate(adaptive_.prepare_dense(motion_, t_before_, last_step_, y_, walked ? y_trial_ : y_new_));
}

// Back onto the constraints.
SimulationStatus SimulationLoop::project(double t, std::span<double> y) {
  gained_ = 0;
  if (!motion_.can_drift()) return SimulationStatus::ok;
  const SystemMotion::Projection projection =
      options_.project ? motion_.project(t, y) : SystemMotion::Projection{motion_.complete_speeds(t, y), 0, 0, 0};
  counts_.corrections += projection.corrections;
  gained_ = projection.gained;
  return translate(projection.status);
}

SimulationStatus SimulationLoop::run_to(double limit) {
  while (t_ < limit) {
    if (const SimulationStatus status = advance(limit); status != SimulationStatus::ok) return status;
    if (!pending_) continue;
    if (const SimulationStatus status = settle(); status != SimulationStatus::ok) return status;
  }
  return SimulationStatus::ok;
}

SimulationStatus SimulationLoop::state_at(double t, std::span<double> y) {
  if (t == t_ || !has_dense_) {
    std::ranges::copy(y_, y.begin());
    return SimulationStatus::ok;
  }
  if (leaped_)
    leap_.reach(t, y);
  else
    adaptive_.interpolate((t - t_before_) / last_step_, y);
  return project(t, y);
}

double SimulationLoop::energy(double t, std::span<const double> y) {
  watch_.evaluate(t, y, motion_, Given::state);
  return watch_.kinetic() + watch_.potential();
}

const Watch& SimulationLoop::look_at(double t, std::span<const double> y) {
  (void)motion_.evaluate(t, y);
  watch_.evaluate(t, y, motion_);
  return watch_;
}

void SimulationLoop::glance() {
  if (watches_forces_)
    (void)motion_.evaluate(t_, y_);
  else
    motion_.place(t_, y_);
  watch_.evaluate(t_, y_, motion_, watches_forces_ ? Given::forces_too : Given::state);
}

Ledger SimulationLoop::ledger(double t, std::span<const double> y) {
  watch_.evaluate(t, y, motion_);
  Ledger ledger{energy_at_start_, watch_.kinetic(), watch_.potential(), event_work_, 0, impacts_, projection_};
  if (system_->power.count > 0) {
    ledger.inputs += y[motion_.books_at()];
    ledger.dissipated = y[motion_.books_at() + 1];
  }
  for (std::size_t i = motion_.port_work_at(); i < y.size(); ++i) ledger.ports += y[i];
  ledger.parameters = parameter_work_;
  return ledger;
}

}  // namespace tangible
