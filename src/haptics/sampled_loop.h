// SPDX-License-Identifier: Apache-2.0
// The exact sampled loop of one freedom as a matrix: a device with a held force, the coupler, a model mass under an
// integrator, and a delay. Its eigenvalues decide stability; its frequency response decides passivity
// (Colgate & Schenkel). Shares no code with the simulated device.
//   Tick k: read p = x(k-d); F = K (X - p) + B (V - w) on the device; -F on the model; step both to k+1.
#pragma once

#include <Eigen/Core>

#include "haptics/coupler.h"

namespace tangible {

enum class ModelMethod : std::uint8_t {
  explicit_euler,
  semi_implicit_euler,
  rk2,
  rk4,
  implicit_euler,
  midpoint,
  tr_bdf2
};

struct SampledCoupler {
  double stiffness = 0;
  double damping = 0;
  double tick = 1e-3;
  double mobility = 0;  // 1/M of the model's mass; zero: a wall
  ModelMethod method = ModelMethod::semi_implicit_euler;
  CouplerForm form = CouplerForm::held;
  int sub_steps = 1;
  int delay = 0;  // samples
  bool exact_velocity = false;
};

struct SampledDevice {
  double mass = 0.1;
  double damping = 0;
  double stiffness = 0;  // to the ground: that of an arm that holds it
};

// m x'' + b x' + k x = F over a tick with F held: (x, v) at its end from x, v, F.
Eigen::Matrix<double, 2, 3> device_step(const SampledDevice& device, double tick);
// Largest modulus of the eigenvalues, but for as many of those nearest to one.
double spectral_radius(const Eigen::MatrixXd& tick, int neutral);

// The matrix of one tick, with the device free, or clamped at zero.
Eigen::MatrixXd loop_matrix(const SampledCoupler& coupler, const SampledDevice& device);
Eigen::MatrixXd clamped_matrix(const SampledCoupler& coupler);

// Largest modulus of the eigenvalues. Where nothing holds the pair in place (no stiffness to the ground, and a model
// mass or no spring), the eigenvalue one of the common shift does not count, and that of the common drift if there is
// no damping to the ground either.
double spectral_radius(const SampledCoupler& coupler, const SampledDevice& device);
double clamped_spectral_radius(const SampledCoupler& coupler);
bool is_stable(const SampledCoupler& coupler, const SampledDevice& device);

// The smallest inherent damping b of the device that makes the port passive:
//   b > sup over 0 < theta <= pi of (T/2)/(1 - cos theta) Re{(1 - e^(-j theta)) H(e^(j theta)) e^(-j d theta)}.
// Infinite if the virtual side is unstable with the device clamped, or if the velocity is sampled exactly.
double passivity_damping(const SampledCoupler& coupler);
// Sum of |h(n)| of the response of the force to one position sample: an encoder error of at most s/2 changes the force
// by at most s/2 times this. N/m
double force_per_position_error(const SampledCoupler& coupler);

// Largest damping alpha such that a pure damper alpha on differenced velocity is stable on a mass, as alpha T/m:
// 2, 0.83, 0.54, 0.40 for delays of 0 to 3 samples.
double damping_cap(int delay);

}  // namespace tangible
