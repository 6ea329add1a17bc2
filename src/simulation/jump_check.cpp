// SPDX-License-Identifier: Apache-2.0
#include "simulation/jump_check.h"

#include <cmath>

namespace tangible {
namespace {

constexpr double a_moment = 1e-9;  // s

}  // namespace

JumpCheck::JumpCheck(MechanismState& state, RootFunctions& roots)
    : state_(state),
      roots_(roots),
      slope_(state.motion.size()),
      y_ahead_(state.motion.size()),
      here_(roots.count()),
      ahead_(roots.count()),
      crossed_(roots.switch_count()) {}

bool JumpCheck::note_crossed(std::span<const double> before, std::span<const double> after) {
  bool any = false;
  for (std::size_t i = 0; i < crossed_.size(); ++i) {
    const bool crossed = roots_.crossed(i, before[i], after[i]);
    crossed_[i] = !crossed ? 0 : after[i] > before[i] ? 1 : -1;
    any = any || crossed;
  }
  return any;
}

// A moment ago, in the state of that time, the row was far from what it is now. At a corner of a gap nothing says
// whether the contact collides there or leaves.
std::size_t JumpCheck::find_jumped_row() {
  constexpr double apart = 1e-6, corner = 1e-5;  // m or rad, and per second; a moment at any speed is much less
  SystemMotion& motion = state_.motion;
  const System& system = state_.system;
  if (motion.rows().active().empty() || motion.evaluate(state_.t, state_.y, slope_) != DynamicsStatus::ok)
    return absent;
  for (std::size_t i = 0; i < y_ahead_.size(); ++i) y_ahead_[i] = state_.y[i] - a_moment * slope_[i];
  motion.evaluate_rows(state_.t - a_moment, y_ahead_);
  for (const int row : motion.rows().active())
    if (const auto i = static_cast<std::size_t>(row);
        system.rows[i].configuration && (std::abs(motion.rows().value(i)) > apart ||
                                         (!system.is_constraint(i) && std::abs(motion.rows().speed(i)) > corner)))
      return i;
  return absent;
}

// The motion would cross the function back at once, after all actions of events, only to be led back again. A function
// reversed by an impact or by a newly active row continues beyond it, and where forces do not jump the motion continues
// as before.
std::size_t JumpCheck::find_holding() {
  if (!evaluate_ahead()) return absent;
  std::size_t back = absent;
  for (std::size_t i = 0; i < crossed_.size() && back == absent; ++i) {
    const double direction = crossed_[i], change = direction * (ahead_[i] - here_[i]);
    // A constant function is moved by rounding only.
    if (change < -1e-13 && direction * ahead_[i] < 0) back = i;
  }
  if (back == absent) return absent;
  const double ahead = ahead_[back];
  return evaluate_further_ahead() && crossed_[back] * (ahead_[back] - ahead) > 0 ? back : absent;
}

// Root functions here, and a moment later.
bool JumpCheck::evaluate_ahead() {
  if (state_.motion.evaluate(state_.t, state_.y, slope_) != DynamicsStatus::ok) return false;
  for (std::size_t i = 0; i < y_ahead_.size(); ++i) y_ahead_[i] = state_.y[i] + a_moment * slope_[i];
  return roots_.evaluate(state_.t + a_moment, y_ahead_, ahead_) == SimulationStatus::ok &&
         roots_.evaluate(state_.t, state_.y, here_) == SimulationStatus::ok;
}

// And another moment later, with the slope that is there.
bool JumpCheck::evaluate_further_ahead() {
  if (!is_usable_within_step(state_.motion.evaluate(state_.t + a_moment, y_ahead_, slope_))) return false;
  for (std::size_t i = 0; i < y_ahead_.size(); ++i) y_ahead_[i] += a_moment * slope_[i];
  return roots_.evaluate(state_.t + 2 * a_moment, y_ahead_, ahead_) == SimulationStatus::ok;
}

}  // namespace tangible
