// SPDX-License-Identifier: Apache-2.0
// A running model whose handle is led by a live device: the plant of the servo loop for `follow`.
//
// The handle goes along the quadratic B-spline of the poses that were read: at the end of tick k it is half-way between
// the last two, its velocity is their difference, and its acceleration within the tick the second difference of the
// last three. Position and velocity are continuous, no error is carried on, and for a rigid mass the force is the
// F = M (p(k) - 2 p(k-1) + p(k-2))/T^2 whose bounds are known (follow_bounds.h).
#pragma once

#include "haptics/follow_bounds.h"
#include "haptics/handle_drive.h"
#include "haptics/simulation_plant.h"

namespace tangible {

class LedPlant {
 public:
  // The drive outlives the plant. Steps fail as soon as the device would be made to show more than it bears.
  LedPlant(HandleDrive& drive, const FollowBounds& bounds, double step);

  HandleState handle(int);
  void apply(int, const HandleLoad& load);
  PlantStatus step(double dt);
  // Done on the model by what leads the handle.
  double work(int) const { return work_; }
  long mode();
  double energy_error() { return drive_.simulation().energies().drift(); }
  PlantFigures figures() { return figures_of(drive_.simulation()); }

  // At present, and the largest so far.
  LinearAndRotary inertia() const { return inertia_; }
  LinearAndRotary max_inertia() const { return most_; }
  CouplerLabel label() const { return bounds_.label(most_); }
  bool is_too_heavy() const { return label() == CouplerLabel::unproven; }

 private:
  void weigh();
  HandleMotion next_motion(double dt) const;

  HandleDrive& drive_;
  FollowBounds bounds_;
  double step_;
  Pose target_, last_;
  HandleMotion motion_;  // where the present tick begins
  Wrench driving_;
  double work_ = 0;
  LinearAndRotary inertia_, most_;
  long ticks_ = 0;
  Mode last_mode_;
  long mode_count_ = 0;
};

}  // namespace tangible
