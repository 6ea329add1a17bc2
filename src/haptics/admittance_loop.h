// SPDX-License-Identifier: Apache-2.0
// The exact sampled loop of one freedom of the admittance display as a matrix: a hand that holds a device, the force
// between them, a model that this force moves, and the drive that makes the device follow. Its eigenvalues decide
// stability. Shares no code with the simulated device nor with the port.
//
//   (m + M_h) x'' + (b + B_h) x' + K_h x = F, advanced exactly with F held
//   Tick k: read x, w and f = -(K_h x + B_h x' + M_h x'') as they were d ticks ago; step the model X under f, held,
//   on a line or on a parabola, from k to k+1; F = m (a + K_p e + K_i sum e T + K_d (V - w)) + b V - f with e = X - x
//   of one instant and a = (V(k+1) - V(k))/T.
#pragma once

#include <Eigen/Core>

#include "haptics/measured_wrench.h"
#include "haptics/tracking_drive.h"

namespace tangible {

struct SampledAdmittance {
  double tick = 1e-3;
  double mass = 1, damping = 0, stiffness = 0;                 // of the model, to the ground
  double hand_mass = 0, hand_damping = 0, hand_stiffness = 0;  // of the arm
  double device_mass = 1, device_damping = 0;                  // m and b, known to the drive
  double end_effector = 0;                                     // of the device's mass, beyond the load cell
  TrackingGains gains;
  bool carries_hand = true;
  int samples = 1;  // of the wrench: 1 held, 2 on a line, 3 on a parabola
  bool exact_velocity = false;
  int delay = 0;
};

Eigen::MatrixXd admittance_matrix(const SampledAdmittance& loop);
// Largest modulus of the eigenvalues. Without stiffness to the ground anywhere the common shift does not count, nor the
// common drift without damping.
double spectral_radius(const SampledAdmittance& loop);

// The smallest model mass above which all masses up to a thousand device masses are stable; zero if all are, infinite
// if none. The mass of `loop` is not used.
double smallest_stable_mass(SampledAdmittance loop);

// Gains for a device: as stiff as the tick and the delay allow. Where the device's inertia is not known they are zero.
TrackingGains tuned_tracking(const DeviceLimits& device, double tick);

}  // namespace tangible
