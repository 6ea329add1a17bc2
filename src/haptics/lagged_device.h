// SPDX-License-Identifier: Apache-2.0
// A device of independent axes: a mass on each, a force controller with first-order lag, and a hand.
//   Fa' = (Fc - Fa)/lag,   m x'' = Fa + f        Fc: commanded, f: of the hand, both held over a tick
// The step is the exact solution. In task coordinates the axes are x; the numbers of Faulring et al. are 11 kg.
#pragma once

#include <cmath>
#include <span>
#include <vector>

namespace tangible {

class LaggedDevice {
 public:
  LaggedDevice(std::vector<double> masses, double lag, double tick)
      : masses_(std::move(masses)), x_(masses_.size()), v_(x_), actuator_(x_), lag_(lag), tick_(tick) {}

  // At rest at x, with no force.
  void place(std::span<const double> x);
  void step(std::span<const double> command, std::span<const double> hand);

  std::span<const double> masses() const { return masses_; }
  std::span<const double> position() const { return x_; }
  std::span<const double> velocity() const { return v_; }
  std::span<const double> actuator_force() const { return actuator_; }

 private:
  std::vector<double> masses_, x_, v_, actuator_;
  double lag_, tick_;
};

}  // namespace tangible
