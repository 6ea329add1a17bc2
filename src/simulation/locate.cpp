// SPDX-License-Identifier: Apache-2.0
// Where within a step the first root function crosses zero.
//
// In three parts. Looks at the interpolated motion, one evaluation each, tell about where. Then the state just short of
// there is taken from a step that ends there, or from the interpolation where that is as accurate as any step. The rest
// is walked, one evaluation for each look. The end that is kept is past the crossing.
#include <algorithm>
#include <cmath>
#include <utility>

#include "simulation/roots.h"
#include "simulation/simulation.h"
#include "simulation/status.h"

namespace tangible {
namespace {

constexpr double rough = 1e-5;        // of a step: how well interpolation is worth following
constexpr double settled = 1e-3;      // of the way there: where a parabola moves a guess by less, it is as good
constexpr double short_of_it = 0.05;  // of the longest walk: where trial steps are aimed
constexpr int most_looks = 40;
constexpr int most_trials = 120;

struct Point {
  double at, value;
};
struct Zero {
  double at, slope;
};

// Where, from low to high, the parabola through three points passes through zero; without a third one (at < 0) the
// straight line. At the beginning of a step (at = 0) a contact that has just opened is near zero: there a line leads
// nowhere, and the middle is taken.
Zero find_zero(Point low, Point high, Point third) {
  const double length = high.at - low.at, slope = (high.value - low.value) / length;
  const bool begins = low.at == 0;
  const double straight = -low.value / slope;
  const bool leads = straight >= (begins ? 1e-4 * length : 0) && straight < length;
  const Zero line{low.at + (leads ? straight : length / 2), slope};
  if (third.at < 0) return line;
  const double bend = ((third.value - high.value) / (third.at - high.at) - slope) / (third.at - low.at);
  const double first = slope - bend * length;  // f = low.value + first x + bend x^2
  const double root = std::sqrt(first * first - 4 * bend * low.value);
  const double q = -(first + std::copysign(root, first)) / 2;
  for (const double x : {low.value / q, q / bend})
    if ((x > 0 || (x == 0 && !begins)) && x < length) return {low.at + x, first + 2 * bend * x};
  return line;
}

// Of a step: the way that may be walked straight on from the end of a trial step, with an error in the order of its
// square times the cube of the step. Implicit steps do not tell how the motion bends.
double longest_walk(Method method) {
  switch (method) {
    case Method::implicit: return 0;
    case Method::adaptive: return 1e-6;
    default: return 1e-4;
  }
}

}  // namespace

// The root function that will cross first, as its last values tell.
SimulationLoop::Guess SimulationLoop::guess_crossing(Bracket bracket, double third) const {
  Guess first{absent, bracket.high, 0};
  const std::size_t contacts_at = system_->switches.count + system_->events.size();
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (i >= contacts_at ? !(roots_high_[i] < 0) : !crossed(i, roots_[i], roots_high_[i])) continue;
    const Zero zero = find_zero({bracket.low, roots_low_[i]}, {bracket.high, roots_high_[i]}, {third, roots_new_[i]});
    if (first.root == absent || zero.at < first.at) first = {i, zero.at, zero.slope};
  }
  return first;
}

// The state a time x after the beginning of the last step; of fixed steps by a quartic (bend_inside()).
void SimulationLoop::interpolate(double x, std::span<double> out) {
  const double s = x / last_step_;
  if (options_.method == Method::adaptive) return adaptive_.interpolate(s, out);
  const std::span<const double> first = fixed_.first_slope();
  const double rest = 1 - s, end = s * s * (3 - 2 * s), k0 = x * rest * rest, k1 = -s * x * rest;
  const double inside = interpolates_ ? s * x * rest * rest : 0;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = (1 - end) * y_[i] + end * y_end_[i] + k0 * first[i] + k1 * slope_[i] + inside * bend_[i];
}

// A cubic with the slopes at the ends of a step has an error of fourth order in it. With the slope at one place inside,
// which is best told where s^2 (1 - s)^2 is steepest, the error is of fifth order, as that of a step of Runge and
// Kutta; but not if forces jump within the step.
void SimulationLoop::bend_inside() {
  interpolates_ = false;
  if (options_.method == Method::implicit || options_.method == Method::adaptive || leaped_) return;
  for (std::size_t i = 0; i < system_->switches.count; ++i)
    if (crossed(i, roots_[i], roots_new_[i])) return;
  constexpr double s = 0.21132486540518712, steepest = 2 * s * (1 - s) * (1 - 2 * s);
  constexpr double chord = 6 * s * (1 - s), k0 = (1 - s) * (1 - 3 * s), k1 = s * (3 * s - 2);
  interpolate(s * last_step_, y_trial_);
  if (motion_.evaluate(t_before_ + s * last_step_, y_trial_, bend_) != DynamicsStatus::ok) return;
  const std::span<const double> first = fixed_.first_slope();
  for (std::size_t i = 0; i < bend_.size(); ++i) {
    const double cubic = chord * (y_end_[i] - y_[i]) / last_step_ + k0 * first[i] + k1 * slope_[i];
    bend_[i] = (bend_[i] - cubic) / steepest;
  }
  interpolates_ = true;
}

// Looks at the interpolated motion, until the next look would be where the last one was.
SimulationStatus SimulationLoop::look_for_crossing(double h, Guess& guess) {
  Bracket bracket{0, h};
  double third = -1, last = -h;  // where roots_new_ are from, once there were looks
  for (int look = 0; look < most_looks; ++look) {
    guess = guess_crossing(bracket, third);
    if (std::abs(guess.at - last) < (third < 0 ? rough * h : settled * std::min(h, 4 * guess.at))) break;
    const double middle = look % 8 == 7 ? (bracket.low + bracket.high) / 2 : guess.at;
    last = middle;
    interpolate(middle, y_trial_);
    const SimulationStatus status = evaluate_roots(t_before_ + middle, y_trial_, roots_new_);
    if (status != SimulationStatus::ok) return status;
    const bool past = any_crossed(roots_, roots_new_);
    third = std::exchange(past ? bracket.high : bracket.low, middle);
    std::swap(past ? roots_high_ : roots_low_, roots_new_);
  }
  return SimulationStatus::ok;
}

// The step, of length h, is ended at the crossing. roots_ are those at its beginning, roots_new_ those at its end.
// Within fixed steps contacts carry what they carry if at the end they still do.
SimulationStatus SimulationLoop::locate(double& h) {
  forces_decide_ = options_.method == Method::adaptive || forces_crossed(roots_new_);
  const SimulationStatus status = locate_first(h);
  forces_decide_ = true;
  return status;
}

SimulationStatus SimulationLoop::locate_first(double& h) {
  std::ranges::copy(roots_, roots_low_.begin());
  std::ranges::copy(roots_new_, roots_high_.begin());
  Guess guess = guess_crossing({0, h}, -1);
  if (options_.method != Method::implicit) {
    if (options_.method != Method::adaptive) last_step_ = h;
    std::ranges::copy(y_new_, y_end_.begin());
    bend_inside();
    if (const SimulationStatus status = look_for_crossing(h, guess); status != SimulationStatus::ok) return status;
  }
  if (const SimulationStatus status = close_in({0, h}, guess, h); status != SimulationStatus::ok) return status;
  has_dense_ = false;
  return SimulationStatus::ok;
}

// The state a time h after the beginning of the step, and back onto the rows: where root functions are looked at after
// whole steps.
SimulationStatus SimulationLoop::reach(double h, std::span<double> out) {
  if (interpolates_)
    interpolate(h, out);
  else if (const SimulationStatus status = integrate(h, out); status != SimulationStatus::ok)
    return status;
  const bool books = keeps_books_of_projection(), told = motion_.moves_speeds_only();
  const double before = books && !told ? energy(t_before_ + h, out) : 0;
  const SimulationStatus status = project(t_before_ + h, out);
  trial_projection_ = !books ? 0 : told ? gained_ : energy(t_before_ + h, out) - before;
  return status;
}

// By how much, in time, a stage of the trial step of length h has gone beyond a jump or kink that the step itself has
// not reached: the slopes of stages differ from that of the whole.
double SimulationLoop::overshoot_of_stages(double h, Guess guess) {
  double most = 0;
  if (interpolates_ || options_.method == Method::adaptive || implicit_) return most;
  constexpr double rounding = 1e-12;  // a function that moves by less stands still
  if (guess.root >= system_->switches.count || !(std::abs(guess.slope) * last_step_ > rounding)) return most;
  for (std::size_t stage = 1; stage < fixed_.stages(); ++stage) {
    const double at = fixed_.put_stage(stage, h, y_, y_stage_);
    if (evaluate_roots(t_before_ + at, y_stage_, roots_stage_) != SimulationStatus::ok) continue;
    const double value = roots_stage_[guess.root];
    if (crossed(guess.root, roots_[guess.root], value)) most = std::max(most, std::abs(value / guess.slope));
  }
  return most;
}

// Newton's method with steps of trial lengths, within a bracket, aimed short of the crossing. From there the rest is
// walked. If forces may jump, no stage of the step that is kept has seen what comes after it: where one would have, the
// step is cut short, and the next one, much shorter, comes nearer.
SimulationStatus SimulationLoop::close_in(Bracket bracket, Guess guess, double& h) {
  const double enough = location_tolerance_at(t_before_);
  const double walk = std::max(enough, longest_walk(options_.method) * bracket.high);
  const double margin = std::max(enough / 2, short_of_it * walk);
  Point last{-1, 0};  // of the function that is followed
  double left = 0, target = guess.at;
  located_projection_ = kept_error_ = 0;
  std::ranges::copy(roots_, roots_low_.begin());
  std::ranges::copy(y_, y_new_.begin());
  for (int trial = 0; trial < most_trials && bracket.high - bracket.low > enough; ++trial) {
    const bool leads = target > bracket.low && target < bracket.high && trial < 8;
    const double next =
        leads ? target - std::min(margin, (target - bracket.low) / 2) : (bracket.low + bracket.high) / 2;
    SimulationStatus status = reach(next, y_trial_);
    if (status == SimulationStatus::ok) status = evaluate_roots(t_before_ + next, y_trial_, roots_new_);
    if (status != SimulationStatus::ok) return status;
    const bool past = any_crossed(roots_, roots_new_);
    if (const double over = past ? 0 : overshoot_of_stages(next, guess); over > 0) {
      bracket.high = next;
      target = next - 2 * over;
      cut_short_ = true;
      continue;
    }
    (past ? bracket.high : bracket.low) = next;
    if (!past) {
      std::swap(y_trial_, y_new_);
      located_projection_ = trial_projection_;
      kept_error_ = trial_error_;
    }
    std::swap(past ? roots_high_ : roots_low_, roots_new_);
    if (cut_short_ && !past) return h = next, SimulationStatus::ok;
    const Point now{next, (past ? roots_high_ : roots_low_)[guess.root]};
    if (past && !crossed(guess.root, roots_[guess.root], now.value)) {  // it is another one
      guess = guess_crossing(bracket, -1);
      target = guess.at;
      last.at = -1;
      continue;
    }
    if (last.at > 0 && std::abs(now.at - last.at) > 10 * enough)
      guess.slope = (now.value - last.value) / (now.at - last.at);
    left = -now.value / guess.slope;
    last = now;
    target = next + left;
    // The parabola is that of the trial step: it leads no farther than that was long.
    const double longest = std::max(enough, std::min(walk, bracket.low));
    if (past || !(left >= 0 && left <= longest)) continue;
    located_from_ = bracket.low;
    const Walk walked = walk_over(bracket, {left + enough / 4, longest}, guess, h);
    if (walked.arrived || walked.status != SimulationStatus::ok) return walked.status;
    target = -1;  // it led astray
  }
  // A function that stands still says nothing about the way that is left.
  cut_short_ = false;
  located_from_ = bracket.low;
  const Walk walked = walk_over(bracket, {enough / 4, 16 * enough}, guess, h);
  if (walked.arrived || walked.status != SimulationStatus::ok) return walked.status;
  h = located_from_ = bracket.high;
  const SimulationStatus status = reach(h, y_new_);
  located_projection_ = trial_projection_;
  return status == SimulationStatus::ok ? evaluate_roots(t_before_ + h, y_new_, roots_high_) : status;
}

// A step of the adaptive method that was refused because it went over a kink or jump ends there instead, if what comes
// before it is smooth enough for one step.
bool SimulationLoop::end_at_kink(double& h) {
  if (system_->switches.count == 0) return false;
  double length = h;
  bool ends =
      evaluate_roots(t_before_ + h, y_new_, roots_new_) == SimulationStatus::ok && any_crossed(roots_, roots_new_);
  ends = ends && adaptive_.prepare_dense(motion_, t_before_, h, y_, y_new_) == DynamicsStatus::ok;
  last_step_ = h;
  ends = ends && locate(length) == SimulationStatus::ok && kept_error_ <= 1;
  has_dense_ = false;
  if (!ends) return false;
  pending_ = true;
  stalled_ = length < 1e-12 * (1 + std::abs(t_before_)) ? stalled_ + 1 : 0;
  h = length;
  return true;
}

// From just before the crossing to just past it, on the parabola that has the slope there and the one at the beginning
// of the step: the way is so short that no step would be more accurate. Ends with the state and the roots at h; if it
// does not arrive, with the state where it began.
SimulationLoop::Walk SimulationLoop::walk_over(Bracket bracket, Way way, Guess guess, double& h) {
  const double enough = location_tolerance_at(t_before_);
  const DynamicsStatus evaluated = motion_.evaluate(t_before_ + bracket.low, y_new_, slope_there_);
  if (evaluated != DynamicsStatus::ok) return {translate(evaluated), false};
  const double farthest = std::min(std::max(bracket.high - bracket.low, enough), way.longest);
  const bool bends = farthest <= bracket.low && options_.method != Method::implicit;
  const std::span<const double> first =
      options_.method == Method::adaptive ? adaptive_.first_slope() : fixed_.first_slope();
  std::swap(y_trial_, y_new_);
  double by = way.first;
  double low = 0, high = INFINITY, value_low = roots_low_[guess.root];
  Point last{0, value_low};
  for (int look = 0;; ++look) {
    by = std::min(by, farthest);
    h = std::min(bracket.low + by, bracket.high);  // the clock does not leave the step
    const double bend = bends ? by * by / (2 * bracket.low) : 0;
    for (std::size_t i = 0; i < y_new_.size(); ++i)
      y_new_[i] = y_trial_[i] + by * slope_there_[i] + (bends ? bend * (slope_there_[i] - first[i]) : 0);
    const SimulationStatus status = evaluate_roots(t_before_ + h, y_new_, roots_high_);
    if (status != SimulationStatus::ok) return {status, false};
    const bool past = any_crossed(roots_, roots_high_);
    const double value = roots_high_[guess.root];
    if (std::abs(by - last.at) > 10 * enough) guess.slope = (value - last.value) / (by - last.at);
    last = {by, value};
    const double over = value / guess.slope;
    const bool leads = past ? crossed(guess.root, roots_[guess.root], value) && over >= 0 : over <= 0;
    // Near enough: in time, or as near as the function can tell.
    const bool near = by - low <= enough || (leads && (over <= enough || value_low == 0));
    if (past && (near || look == most_looks)) return {status, true};
    if (look == most_looks || (!past && by == farthest)) {
      std::swap(y_trial_, y_new_);
      return {status, false};
    }
    if (!past) value_low = value;
    (past ? high : low) = by;
    // To where the function that is followed will have crossed; where it does not lead there, by halving or doubling.
    const double there = by - over + enough / 4 * (1 << std::min(look, 20));
    if (value == 0 && high < INFINITY)
      by = high;
    else if (leads && there > low && there < high && (look < 4 || value == 0))
      by = there;
    else
      by = high < INFINITY ? (low + high) / 2 : 2 * by;
  }
}

}  // namespace tangible
