// SPDX-License-Identifier: Apache-2.0
// A simulated operator: an arm that behaves as a mass on a damper and a spring, whose far end follows an intention. The
// hand takes hold and lets go at given times, trembles, and pushes with given forces.
//   M_h x'' + B_h x' + K_h (x - x_intent(t)) = push(t) - force on the device     (per freedom)
#pragma once

#include <vector>

#include "haptics/device.h"

namespace tangible {

// Coordinates of the six freedoms of the simulated device: three shifts, three gimbal angles.
using FreedomValues = std::array<double, 6>;

struct Waypoint {
  double time = 0;  // of arrival; the path from the waypoint before is a minimum-jerk motion
  FreedomValues target{};
};

struct Push {
  double start = 0, end = 0;
  FreedomValues effort{};  // N, N m, added to the arm's
};

struct OperatorOptions {
  LinearAndRotary inertia, damping, stiffness;
  std::vector<Waypoint> waypoints;  // in order of time; the intention rests before the first and after the last
  std::vector<Push> pushes;
  std::vector<double> grip_changes;  // in order of time: takes hold, lets go, takes hold, ...; empty: always holds
  double tremor = 0;                 // m, amplitude of the intention's sine, in the translations
  double tremor_frequency = 10;      // Hz
  double grip_time = 0.2;            // s, over which the intention moves from the position where hold was taken
};

// A hand that holds nothing.
OperatorOptions no_operator();
// A light grip: 0.1 kg, 2 N s/m, 50 N/m. Of a fingertip's order.
OperatorOptions light_operator();
// The arm measured in Scientific Reports srep18004: 0.554 kg, 6.45 N s/m, 135 N/m.
OperatorOptions firm_operator();

class SimulatedOperator {
 public:
  explicit SimulatedOperator(OperatorOptions options);

  const OperatorOptions& options() const { return options_; }
  bool holds(double t) const;
  // Without tremor.
  double intention(double t, int freedom) const;
  // Intention with tremor.
  double target(double t, int freedom) const;
  double push(double t, int freedom) const;

 private:
  OperatorOptions options_;
};

// 0 before s = 0, 1 after s = 1, between them the polynomial with no speed and no acceleration at both ends.
double minimum_jerk(double s);

}  // namespace tangible
