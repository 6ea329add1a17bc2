// SPDX-License-Identifier: Apache-2.0
// Drives a handle of a model that was loaded with LoadOptions::drive: sets the polynomials that its rows follow, and
// reads the wrench that the motion needs. Inverse dynamics where the handle decides everything, the minimal equations
// of the rest where it does not.
#pragma once

#include "engine/simulation.h"
#include "haptics/device.h"

namespace tangible {

// A motion at an instant.
struct HandleMotion {
  Pose pose;
  Twist velocity;
  Twist acceleration;
};

class HandleDrive {
 public:
  // The simulation outlives the drive.
  HandleDrive(Simulation& run, const std::string& handle, const Freedoms& along);

  // From now on, for `dt`: from one motion to the other by polynomials of degree five, which keep the acceleration
  // continuous if the next call begins where this one ends. Along directions of its own, and in turns, rows give rates
  // only; an error of the pose is made up for within a few ticks.
  void lead(double dt, const HandleMotion& from, const HandleMotion& to);
  // Exerted on the handle by what moves it, in N, at the present state.
  Wrench wrench();
  // The wrench per unit of acceleration along or about each axis of N, row by row: inertia at the hand. Zero where the
  // handle is not driven.
  std::array<double, 36> inertia();

  const Port& port() const { return port_; }
  const Freedoms& along() const { return along_; }
  Simulation& simulation() { return run_; }

 private:
  std::array<double, 6> forces();
  // Along the shifts and about the axes of the rows.
  std::array<double, 6> components(const Twist& v) const;
  bool has_own_directions() const { return !port_.program().acts_along_all; }

  Simulation& run_;
  Port& port_;
  Freedoms along_;
  std::size_t begin_ = 0;               // in the discrete variables
  std::array<std::size_t, 6> first_{};  // by freedom: the first coefficient
  std::array<std::size_t, 6> row_{};    // by freedom
};

// The freedoms in which a handle can be guided, independent of each other in the present mode: of those requested along
// and about the axes of N, the most mobile first. A handle with directions of its own is guided along them if any shift
// is requested.
Freedoms drivable_freedoms(const Port& port, const std::array<double, 36>& mobility, const Freedoms& wanted);

}  // namespace tangible
