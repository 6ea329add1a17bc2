// SPDX-License-Identifier: Apache-2.0
// The step, and trial steps within it.
#include "simulation/step_motion.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr double open_joint = 1e-6;  // m or rad: after a step that was not too long constraints close far better

}  // namespace

StepMotion::StepMotion(MechanismState& state, RunJournal& journal, RootFunctions& roots, const RootValues& values)
    : state_(state),
      journal_(journal),
      roots_(roots),
      values_(values),
      integrator_(state.system, state.options, state.motion.size()),
      y_end_(state.motion.size()),
      y_trial_(state.motion.size()),
      y_whole_(state.motion.size()),
      slope_whole_(state.motion.size()),
      y_stage_(state.motion.size()),
      roots_stage_(roots.count()),
      roots_iterate_(roots.count()),
      final_slope_(state.motion.size()) {}

void StepMotion::begin() {
  start_ = state_.t;
  has_dense_output = false;
  roots_.begin_step(start_);
}

void StepMotion::commit(double t) {
  state_.t = t;
  ++journal_.counts.steps;
  std::swap(state_.y, y_end_);
}

// The state a time h after the beginning of the step, not projected.
SimulationStatus StepMotion::integrate(double h, std::span<double> out) {
  const Integrator::Result result = integrator_.step(state_.motion, start_, h, state_.y, out);
  trial_error_ = result.error;
  return result.converged ? result.status : choose_beyond_jump(h, out);
}

// No Newton iteration converges where forces jump: it alternates between both sides. An iterate beyond the jump is then
// taken for the end of the step: the step will be ended where the jump is.
SimulationStatus StepMotion::choose_beyond_jump(double h, std::span<double> out) {
  const auto is_beyond = [&](std::span<const double> y) {
    return roots_.evaluate(start_ + h, y, roots_iterate_) == SimulationStatus::ok &&
           roots_.any_crossed(values_.start, roots_iterate_);
  };
  if (is_beyond(out)) return SimulationStatus::ok;
  const std::span<const std::vector<double>> iterates = integrator_.oscillating_iterates();
  for (const std::span<const double> iterate : iterates)
    if (is_beyond(iterate)) return std::ranges::copy(iterate, out.begin()), SimulationStatus::ok;
  if (roots_.stalls() < RootFunctions::max_stalls) return SimulationStatus::no_convergence;
  // Both sides lead back to the jump, as dry friction does at rest: the state stays between them.
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = (out[i] + iterates.back()[i]) / 2;
  return SimulationStatus::ok;
}

SimulationStatus StepMotion::evaluate_end(double h, std::span<double> roots) {
  return roots_.evaluate(start_ + h, y_end_, roots, slope_whole_);
}

SimulationStatus StepMotion::project(double t, std::span<double> y) {
  gained_ = 0;
  SystemMotion& motion = state_.motion;
  if (!motion.can_drift()) return SimulationStatus::ok;
  ConstraintProjection::Result projection;
  if (state_.options.project)
    projection = motion.projection().project(t, y);
  else
    projection.status = motion.projection().complete_speeds(t, y);
  journal_.counts.corrections += projection.corrections;
  gained_ = projection.gained;
  const SimulationStatus status = translate(projection.status);
  // Written so that what is not a number has diverged, too.
  return status == SimulationStatus::ok && !(projection.away < open_joint) ? SimulationStatus::diverged : status;
}

SimulationStatus StepMotion::prepare_dense_output(double h) {
  length_ = h;
  has_dense_output = true;
  return translate(integrator_.adaptive().prepare_dense(state_.motion, start_, h, state_.y, y_end_));
}

SimulationStatus StepMotion::prepare_dense_output_before(double final_step_start) {
  length_ = final_step_start;
  if (const SimulationStatus status = integrate(length_, y_trial_); status != SimulationStatus::ok) return status;
  has_dense_output = true;
  return translate(integrator_.adaptive().prepare_dense(state_.motion, start_, length_, state_.y, y_trial_));
}

QuarticInterpolant::Ends StepMotion::ends() const {
  return {length_, state_.y, y_whole_, integrator_.first_slope(), slope_whole_};
}

void StepMotion::interpolate(double x, std::span<double> out) const { integrator_.interpolate(x, ends(), out); }

void StepMotion::prepare_interpolation(double h, bool smooth) {
  if (integrator_.is_adaptive()) return;
  length_ = h;
  std::ranges::copy(y_end_, y_whole_.begin());
  QuarticInterpolant& quartic = integrator_.quartic();
  quartic.drop();
  if (!smooth) return;
  const double x = QuarticInterpolant::inside * length_;
  interpolate(x, y_trial_);
  if (state_.motion.evaluate(start_ + x, y_trial_, quartic.slope_inside()) == DynamicsStatus::ok) quartic.fit(ends());
}

SimulationStatus StepMotion::sample(double x, std::span<double> roots) {
  interpolate(x, y_trial_);
  return roots_.evaluate(start_ + x, y_trial_, roots);
}

// The state a time h after the beginning of the step, back on the rows: root functions are evaluated there also after
// whole steps.
SimulationStatus StepMotion::reach(double h, std::span<double> out) {
  if (integrator_.has_quartic())
    interpolate(h, out);
  else if (const SimulationStatus status = integrate(h, out); status != SimulationStatus::ok)
    return status;
  const bool books = state_.books_projection(), reported = state_.motion.rows().restrict_speeds_only();
  const double before = books && !reported ? state_.energy(start_ + h, out) : 0;
  const SimulationStatus status = project(start_ + h, out);
  trial_projection_ = !books ? 0 : reported ? gained_ : state_.energy(start_ + h, out) - before;
  return status;
}

void StepMotion::keep_start() {
  kept_projection_ = kept_error_ = 0;
  std::ranges::copy(state_.y, y_end_.begin());
}

SimulationStatus StepMotion::try_step(double x, std::span<double> roots) {
  const SimulationStatus status = reach(x, y_trial_);
  return status == SimulationStatus::ok ? roots_.evaluate(start_ + x, y_trial_, roots) : status;
}

void StepMotion::keep_trial() {
  std::swap(y_trial_, y_end_);
  kept_projection_ = trial_projection_;
  kept_error_ = trial_error_;
}

SimulationStatus StepMotion::keep_step(double x, std::span<double> roots) {
  const SimulationStatus status = reach(x, y_end_);
  kept_projection_ = trial_projection_;
  return status == SimulationStatus::ok ? roots_.evaluate(start_ + x, y_end_, roots) : status;
}

SimulationStatus StepMotion::keep_step_with_slope(double x, std::span<double> roots) {
  SimulationStatus status = reach(x, y_end_);
  if (status == SimulationStatus::ok) status = evaluate_end(x, roots);
  if (status == SimulationStatus::ok) kept_projection_ = trial_projection_;
  return status;
}

double StepMotion::stage_overshoot(double x, std::size_t root, double slope) {
  double most = 0;
  if (integrator_.has_quartic() || !integrator_.is_explicit()) return most;
  constexpr double rounding = 1e-12;  // a function that moves by less is constant
  if (root >= roots_.switch_count() || !(std::abs(slope) * length_ > rounding)) return most;
  const RungeKutta& stages = integrator_.explicit_stages();
  for (std::size_t stage = 1; stage < stages.stages(); ++stage) {
    const double at = stages.put_stage(stage, x, state_.y, y_stage_);
    if (roots_.evaluate(start_ + at, y_stage_, roots_stage_) != SimulationStatus::ok) continue;
    const double value = roots_stage_[root];
    if (roots_.crossed(root, values_.start[root], value)) most = std::max(most, std::abs(value / slope));
  }
  return most;
}

// The parabola has the slope where the final step begins and the one at the beginning of the step.
SimulationStatus StepMotion::begin_final_step(double x, double longest) {
  const DynamicsStatus evaluated = state_.motion.evaluate(start_ + x, y_end_, final_slope_);
  if (evaluated != DynamicsStatus::ok) return translate(evaluated);
  final_start_ = x;
  final_is_curved_ = longest <= x && integrator_.interpolates();
  std::swap(y_trial_, y_end_);
  return SimulationStatus::ok;
}

SimulationStatus StepMotion::extend_final_step(double by, double end, std::span<double> roots) {
  const std::span<const double> first = integrator_.first_slope();
  const double curvature = final_is_curved_ ? by * by / (2 * final_start_) : 0;
  for (std::size_t i = 0; i < y_end_.size(); ++i)
    y_end_[i] = y_trial_[i] + by * final_slope_[i] + (final_is_curved_ ? curvature * (final_slope_[i] - first[i]) : 0);
  return roots_.evaluate(start_ + end, y_end_, roots);
}

void StepMotion::abandon_final_step() { std::swap(y_trial_, y_end_); }

}  // namespace tangible
