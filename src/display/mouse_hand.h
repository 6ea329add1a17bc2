// SPDX-License-Identifier: Apache-2.0
// MouseHand: a mouse that pulls on a port through a spring and a damper. Their strengths follow from the port's
// mobility in the present mode, so that a light link and a heavy cart follow alike:
//   f = k (target - p) + b (target' - v),   k = m w^2, b = 2 m w,   1/m the largest mobility along the port's
//   directions.
#pragma once

#include <array>

#include "simulation/port.h"

namespace tangible {

// Where the mouse wants the point that it holds.
struct MouseAim {
  Vec3 position;
  Quaternion rotation;  // from the attitude in which it took hold
  bool turns = false;   // whether it wants a rotation
  double stamp = 0;     // a number of the page
};

class MouseHand {
 public:
  void take(Port& port, double now);
  void release();
  bool holds() const { return port_ != nullptr; }
  void aim(const MouseAim& aim, double now);
  double last_heard() const { return heard_; }

  struct Scale {
    double gravity = 0;  // m/s^2
    double hanging = 0;  // m: the stretch by which a weight may hang through
    double mass = 0;     // kg: near a dead centre, where nothing moves, the hand pushes as if it were no more
    double size = 1;     // m, of the model
  };
  // Chooses the gains.
  void tune(const std::array<double, 36>& mobility, const Scale& scale);
  // Holds the wrench for the tick that begins at `now`, times `share` of one; `speed` is model time per time.
  void push(double now, double share, double speed);

  Port* port() const { return port_; }
  Vec3 target() const { return target_; }
  double stiffness() const { return stiffness_; }
  double damping() const { return damping_; }
  double stamp() const { return stamp_; }

 private:
  Port* port_ = nullptr;
  Quaternion attitude_;  // of the port where hold was taken
  // The target goes from `from_` to `to_` in the time between two commands.
  MouseAim to_;
  Vec3 from_;
  Quaternion turn_from_;
  Vec3 target_;
  double heard_ = 0, began_ = 0, takes_ = 0;  // s
  double stiffness_ = 0, damping_ = 0, turn_stiffness_ = 0, turn_damping_ = 0;
  double stamp_ = 0;
};

// The largest eigenvalue of a symmetric matrix, row by row.
double largest_eigenvalue(const std::array<double, 9>& a);

}  // namespace tangible
