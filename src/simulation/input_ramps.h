// SPDX-License-Identifier: Apache-2.0
// InputRamps: inputs that are given with their rates, and change evenly inside the stages of steps.
#pragma once

#include <span>
#include <vector>

namespace tangible {

class InputRamps {
 public:
  explicit InputRamps(std::size_t inputs) : ramps_(inputs) {}

  void set(std::size_t input, double value, double rate, double t) {
    count_ += (rate != 0) - (ramps_[input].rate != 0);
    ramps_[input] = {value, rate, t};
  }
  bool are_any() const { return count_ > 0; }
  // Whether an input that has a rate differs from its value at this time.
  bool differ(double t, std::span<const double> inputs) const {
    for (std::size_t i = 0; i < ramps_.size(); ++i)
      if (ramps_[i].rate != 0 && inputs[i] != ramps_[i].at(t)) return true;
    return false;
  }
  // Writes those that have a rate.
  void evaluate(double t, std::span<double> inputs) const {
    for (std::size_t i = 0; i < ramps_.size(); ++i)
      if (ramps_[i].rate != 0) inputs[i] = ramps_[i].at(t);
  }

 private:
  struct Ramp {
    double value = 0, rate = 0, begin = 0;
    double at(double t) const { return value + rate * (t - begin); }
  };
  std::vector<Ramp> ramps_;
  int count_ = 0;  // of rates that are not zero
};

}  // namespace tangible
