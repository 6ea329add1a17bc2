// SPDX-License-Identifier: Apache-2.0
// Speeds that are led through zero at every step.
#include "simulation/lost_directions.h"

#include <algorithm>

namespace tangible {

std::size_t LostDirections::find(double h) {
  constexpr int led_through = 4, not_led = -1, enough = 96;
  if (times_.empty() || state_.motion.evaluate(state_.t, state_.y) != DynamicsStatus::ok) return absent;
  state_.watch.evaluate(state_.t, state_.y, state_.motion);
  for (std::size_t i = 0; i < times_.size(); ++i) {
    // d^2 + h d d' < 0
    const double size = state_.watch[state_.system.direction_sizes[i]];
    const double rate = state_.watch[state_.system.direction_rates[i]];
    times_[i] = std::max(times_[i] + (size + h * rate < 0 ? led_through : not_led), 0);
    if (times_[i] >= enough) return i;
  }
  return absent;
}

}  // namespace tangible
