// SPDX-License-Identifier: Apache-2.0
// StepScanner: the search for pairs of crossings within a long step, of functions that cross zero and come back.
//
// The interpolated motion is sampled at the quarters of the step and, where a root function could cross with the slope
// and curvature that it has, by more and more bisections. Values alone would not do: a function that oscillates in step
// with the samples seems to be constant.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "simulation/searched_step.h"

namespace tangible {

class StepScanner {
 public:
  // noise: of curvatures, which are taken from small differences.
  StepScanner(std::size_t roots, double noise);

  struct Scan {
    enum class Result : std::uint8_t {
      whole,   // the step may end where it does
      inside,  // it ends at `at`, where a function has crossed that had not where it began
      retake,  // it has to be taken again with the length `at`, where nothing has happened yet
    };
    SimulationStatus status = SimulationStatus::ok;
    Result result = Result::whole;
    double at = 0;
    // Of a step to be taken again: samples are too far apart for the function, from its beginning on or later.
    bool undersampled = false, undersampled_from_start = false;
    double sampled_interval = 0;  // the length that was too long
  };
  // start and end: root functions at the ends of a step of length h. shortest: no interval below it is undersampled.
  struct Range {
    double h, shortest;
    bool may_shorten;
  };
  Scan scan(SearchedStep& step, std::span<const double> start, std::span<const double> end, Range range);
  // Root functions where a step ends inside.
  std::span<const double> roots_inside() const { return inside_; }

 private:
  // Bisections: so many wherever something may cross, and more where samples are close enough together.
  static constexpr std::size_t scan_depth = 7, max_scan_depth = 14;
  SimulationStatus sample_beside(SearchedStep& step, double middle, double length);
  bool may_cross(std::span<const double> middle, double noise) const;
  bool is_undersampled(std::span<const double> from, std::span<const double> middle, std::span<const double> to) const;
  Scan end_inside(SearchedStep& step, std::span<const double> start, double left, double right, double h);

  const double noise_;
  // Root functions where an interval begins, where those to come end, and in its middle.
  std::vector<double> from_, middle_, inside_;
  std::vector<std::vector<double>> to_;
  std::vector<double> beside_low_, beside_high_;  // close to the middle
};

}  // namespace tangible
