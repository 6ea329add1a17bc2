// SPDX-License-Identifier: Apache-2.0
// Where the force of a row acts if its text does not show it, as that of the gap `height` or of the row u4 = 0.
//
// A row with the coefficients a_r adds f a_r to F_r. Where a_r = d.v_r for all speeds (v_r: partial velocities of a
// point P), this is a force f d at P; where a_r = d.w_r, it is a torque on a frame. Candidates are the points, frames
// and axes of the mechanism; random states and random parameters decide.
#pragma once

#include <memory>
#include <string>

#include "equations/equations.h"

namespace tangible {

class RowActions {
 public:
  RowActions(const Mechanism& mechanism, const Equations& equations);
  ~RowActions();

  struct Row {
    Expr rate;              // affine in rates of coordinates and in speeds
    bool built_in = false;  // it holds by the choice of speeds, so that its rate is zero in their terms
    std::string force_unit;
    Point on = {};  // if given: there and nowhere else
  };
  // Nothing if no candidate fits.
  ConstraintSite find(const Row& row);

 private:
  class Search;
  std::unique_ptr<Search> search_;  // made for the first row
  const Mechanism& mechanism_;
  const Equations& equations_;
};

}  // namespace tangible
