// SPDX-License-Identifier: Apache-2.0
// AdmissiblePath: displacements of any length along the motions that the rows leave.
//
// A straight step in the coordinates keeps motion rows (no slip, rolling) to first order only. Here the step is the end
// of the curve  dq/ds = W(q) P(q) d,  s from 0 to 1, where P(q) d is the motion nearest to d, in the measure of the
// mass matrix, that satisfies all rows at q. What sticks stays where it stuck, and what rolls has rolled, to rounding.
#pragma once

#include <span>
#include <vector>

#include "simulation/motion.h"

namespace tangible {

class AdmissiblePath {
 public:
  explicit AdmissiblePath(SystemMotion& motion);

  // y becomes the end of the curve that begins in `from`, restored onto the configuration rows; d by speed. Where the
  // curve cannot be followed the step is a straight one. Not for the loop: takes memory.
  void follow(double t, std::span<const double> from, std::span<const double> d, std::span<double> y);
  // P d where the last curve ended.
  std::span<const double> direction() const { return nearest_; }

 private:
  bool find_slope(double t, std::span<const double> y);
  bool advance(double t, double length, std::span<double> y);
  bool add_to_table(double t, double length, std::size_t row, std::span<const double> y);

  SystemMotion& motion_;
  std::vector<double> d_, momentum_, zeros_, nearest_;
  std::vector<double> slope_;                 // of the coordinates
  std::vector<double> before_, now_, after_;  // of the midpoint rule
  std::vector<std::vector<double>> table_;    // of extrapolations, its last row
};

}  // namespace tangible
