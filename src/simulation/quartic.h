// SPDX-License-Identifier: Apache-2.0
// QuarticInterpolant: the state within a fixed step.
//
// A cubic with the states and slopes at the ends of a step has an error of fourth order in the step. With the slope at
// one time inside, where s^2 (1 - s)^2 is steepest, the error is of fifth order, as that of a Runge-Kutta step of order
// four; but not if forces jump within the step.
#pragma once

#include <span>
#include <vector>

namespace tangible {

class QuarticInterpolant {
 public:
  explicit QuarticInterpolant(std::size_t size) : quartic_term_(size) {}

  // A step of length h.
  struct Ends {
    double h;
    std::span<const double> y0, y1, slope0, slope1;
  };
  // Where, relative to the step, the slope inside is taken.
  static constexpr double inside = 0.21132486540518712;

  // Back to the cubic.
  void drop() { has_quartic_ = false; }
  // The slope at the interpolated state there, to be written before fit().
  std::span<double> slope_inside() { return quartic_term_; }
  void fit(const Ends& ends);
  bool has_quartic() const { return has_quartic_; }  // it is as accurate as a step
  // The state a time x after the beginning of the step.
  void evaluate(double x, const Ends& ends, std::span<double> out) const;

 private:
  std::vector<double> quartic_term_;  // before fit(): the slope inside
  bool has_quartic_ = false;
};

}  // namespace tangible
