// SPDX-License-Identifier: Apache-2.0
// Fixed-step methods: one step, the same work every time.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "simulation/motion.h"
#include "simulation/options.h"

namespace tangible {

class RungeKutta {
 public:
  RungeKutta(Method method, std::size_t size);

  // The slope at the beginning of steps, evaluated or known.
  DynamicsStatus begin(SystemMotion& motion, double t, std::span<const double> y) {
    return motion.evaluate(t, y, slope(0));
  }
  void begin(std::span<const double> first) { std::ranges::copy(first, slopes_.begin()); }
  std::span<const double> first_slope() const { return std::span(slopes_).first(size_); }
  // y at t + h from y at t, where the step was begun; neither is projected. The spans must not overlap.
  DynamicsStatus step(SystemMotion& motion, double t, double h, std::span<const double> y, std::span<double> y_new);
  // The stages after the first of that step: their times in it, and their states. Semi-implicit steps have none.
  std::size_t stages() const;
  double put_stage(std::size_t stage, double h, std::span<const double> y, std::span<double> out) const;

 private:
  DynamicsStatus semi_implicit(SystemMotion& motion, double t, double h, std::span<const double> y,
                               std::span<double> y_new);

  template <const auto& tableau>
  DynamicsStatus step_by(SystemMotion& motion, double t, double h, const double* y, double* y_new);
  std::span<double> slope(std::size_t stage) { return std::span(slopes_).subspan(stage * size_, size_); }

  Method method_;
  std::size_t size_;
  std::vector<double> slopes_;  // one for each stage
  std::vector<double> between_;
};

}  // namespace tangible
