// SPDX-License-Identifier: Apache-2.0
// Leaps, and when they can be trusted.
#include "simulation/singular_leap.h"

#include <algorithm>
#include <cmath>

#include "simulation/status.h"

namespace tangible {
namespace {

// Pivots of scaled rows: below the first the past is kept, below the second adaptive steps leap.
constexpr double worth_remembering = 0.3;
constexpr double close_enough = 0.03;
// The samples that leaps may use: the last states, or only such as were regular enough not to have lost digits.
constexpr double regular_enough[] = {0, 1e-3, 3e-3, 1e-2};
// At a singular configuration D stays as it was; where it grows, other speeds should be independent and will be.
constexpr double largest_share = 10;
// The change that projection may make after a leap, relative to one or the magnitude: it has kept to the branch.
constexpr double coordinate_tolerance = 1e-8;
constexpr double speed_tolerance = 1e-6;
// The energy that a leap may gain or lose beside the work on its way, relative to the kinetic energy. Projection does
// not show an error along the branch.
constexpr double energy_tolerance = 1e-6;
constexpr double slope_tolerance = 1e-9;
constexpr double shortest_leap = 1e-9;  // s

}  // namespace

SingularLeap::SingularLeap(MechanismState& state)
    : state_(state),
      leap_(state.motion.size()),
      trial_(state.motion.size()),
      projected_(state.motion.size()),
      before_instant_(state.motion.size()),
      slope_(state.motion.size()) {}

bool SingularLeap::remember(double regularity, std::span<const double> slope) {
  const bool poor_choice = state_.motion.embedding().largest_D() > largest_share;
  if (regularity > worth_remembering || poor_choice) return leap_.forget(), false;
  leap_.remember(state_.t, state_.y, slope, regularity);
  return true;
}

bool SingularLeap::reach(double end, std::vector<double>& extrapolated) {
  if (!leap_.covers(end)) return false;
  leap_.extrapolate(end, trial_);
  std::ranges::copy(trial_, projected_.begin());
  if (translate(state_.motion.projection().project(end, projected_).status) != SimulationStatus::ok) return false;
  for (std::size_t i = 0; i < state_.motion.energy_states_at(); ++i) {
    const double allowed = i < state_.system.nq() ? coordinate_tolerance : speed_tolerance;
    if (!(std::abs(projected_[i] - trial_[i]) <= allowed * (1 + std::abs(trial_[i])))) return false;
  }
  if (!keeps_energy(end)) return false;
  std::swap(extrapolated, trial_);
  return true;
}

// Where powers are not integrated, as for a mechanism that conserves its energy, there is no work.
bool SingularLeap::keeps_energy(double end) {
  const std::size_t books = state_.motion.energy_states_at();
  const double before = state_.energy(state_.t, state_.y), after = state_.energy(end, trial_);
  const double scale = std::abs(state_.watch.kinetic()) + std::abs(after - before);
  double work = 0;
  if (state_.system.power.count > 0) work = trial_[books] - state_.y[books] - (trial_[books + 1] - state_.y[books + 1]);
  for (std::size_t i = state_.motion.port_work_at(); i < trial_.size(); ++i) work += trial_[i] - state_.y[i];
  return std::abs(after - before - work) <= energy_tolerance * (scale + std::abs(work));
}

std::optional<double> SingularLeap::reach_regular(double limit, std::vector<double>& extrapolated) {
  if (state_.motion.embedding().smallest_pivot() > close_enough) return {};
  for (const double regularity : regular_enough) {
    leap_.exclude_below(regularity);
    const double end = leap_.base() + 2 * leap_.time_to_singular();
    if (end > state_.t + shortest_leap && end < limit && reach(end, extrapolated)) return end;
  }
  return {};
}

void SingularLeap::begin_instant() {
  may_go_on_ = state_.options.is_adaptive() && leap_.newest() != nullptr;
  if (may_go_on_)
    std::ranges::copy(state_.y, before_instant_.begin());
  else
    leap_.forget();
}

void SingularLeap::end_instant(bool mode_changed) {
  if (may_go_on_ && (mode_changed || !history_is_valid())) leap_.forget();
}

// Neither the state nor the rate of the last state that was remembered has changed.
bool SingularLeap::history_is_valid() {
  const Leap::Sample& last = *leap_.newest();
  if (state_.y != before_instant_ || state_.motion.evaluate(last.t, last.y, slope_) != DynamicsStatus::ok) return false;
  for (std::size_t i = 0; i < slope_.size(); ++i)
    if (!(std::abs(slope_[i] - last.slope[i]) <= slope_tolerance * (1 + std::abs(last.slope[i])))) return false;
  return true;
}

}  // namespace tangible
