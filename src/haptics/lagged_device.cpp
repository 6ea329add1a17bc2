// SPDX-License-Identifier: Apache-2.0
// The exact step of a mass behind a lag.
#include "haptics/lagged_device.h"

#include <algorithm>

namespace tangible {

void LaggedDevice::place(std::span<const double> x) {
  std::ranges::copy(x, x_.begin());
  std::ranges::fill(v_, 0.0);
  std::ranges::fill(actuator_, 0.0);
}

// Fa(t) = Fc + (Fa(0) - Fc) e^(-t/lag), integrated twice.
void LaggedDevice::step(std::span<const double> command, std::span<const double> hand) {
  const double decay = lag_ > 0 ? std::exp(-tick_ / lag_) : 0;
  const double once = lag_ * (1 - decay), twice = lag_ * (tick_ - once);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const double steady = command[i] + hand[i], fading = actuator_[i] - command[i];
    x_[i] += v_[i] * tick_ + (steady * tick_ * tick_ / 2 + fading * twice) / masses_[i];
    v_[i] += (steady * tick_ + fading * once) / masses_[i];
    actuator_[i] = command[i] + fading * decay;
  }
}

}  // namespace tangible
