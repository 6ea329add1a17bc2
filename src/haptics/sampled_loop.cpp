// SPDX-License-Identifier: Apache-2.0
// Matrices of the sampled loop and their eigenvalues.
#include "haptics/sampled_loop.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "dynamics/matrix_solvers.h"

namespace tangible {
namespace {

using Row4 = Eigen::Matrix<double, 1, 4>;  // of (X, V, p, w)
using Step = Eigen::Matrix<double, 2, 4>;  // (X, V) at the end

Row4 force_row(const SampledCoupler& c) {
  const double K = c.stiffness, B = c.damping, T = c.tick;
  if (c.form != CouplerForm::implicit) return {K, B, -K, -B};
  return Row4{K, K * T + B, -K, -B} / (1 + (K * T * T + B * T) * c.mobility);
}

// The model under a constant force -F. Sub-steps of Euler's methods end at T^2/2 (1 +- 1/n) per unit of acceleration.
Step held_step(const SampledCoupler& c) {
  const double T = c.tick, n = c.sub_steps;
  double share = 0.5;
  if (c.method == ModelMethod::explicit_euler) share = (n - 1) / (2 * n);
  if (c.method == ModelMethod::semi_implicit_euler || c.method == ModelMethod::implicit_euler)
    share = (n + 1) / (2 * n);
  const Row4 acceleration = -c.mobility * force_row(c);
  Step step;
  step.row(0) = Row4{1, T, 0, 0} + share * T * T * acceleration;
  step.row(1) = Row4{0, 1, 0, 0} + T * acceleration;
  return step;
}

Eigen::Matrix4d stage_step(const SampledCoupler& c, const Eigen::Matrix4d& a) {
  const Eigen::Matrix4d one = Eigen::Matrix4d::Identity();
  const Eigen::Matrix4d ah = a * (c.tick / c.sub_steps);
  switch (c.method) {
    case ModelMethod::explicit_euler: return one + ah;
    case ModelMethod::semi_implicit_euler: {  // V with the old X, then X with the new V
      Eigen::Matrix4d step = one + ah;
      step.row(0) = one.row(0) + c.tick / c.sub_steps * step.row(1);
      return step;
    }
    case ModelMethod::rk2: return one + ah + ah * ah / 2;
    case ModelMethod::rk4: return one + ah * (one + ah / 2 * (one + ah / 3 * (one + ah / 4)));
    case ModelMethod::implicit_euler: return (one - ah).inverse();
    case ModelMethod::midpoint: return (one - ah / 2).inverse() * (one + ah / 2);
    case ModelMethod::tr_bdf2: {  // trapezoidal rule to t + 2 g h, then the two-step formula
      constexpr double g = 1 - 1 / std::numbers::sqrt2, w = std::numbers::sqrt2 / 4;
      const Eigen::Matrix4d solve = (one - g * ah).inverse();
      const Eigen::Matrix4d middle = solve * (one + g * ah);
      return solve * (one + w * ah * (one + middle));
    }
  }
  return one;
}

// Spring and damper within the stages: (X, V, p, w)' = A (X, V, p, w), p' = w or 0.
Step in_stages_step(const SampledCoupler& c) {
  Eigen::Matrix4d a = Eigen::Matrix4d::Zero();
  a(0, 1) = 1;
  a.row(1) = -c.mobility * force_row(c);
  a(2, 3) = c.form == CouplerForm::in_stages_extrapolated ? 1 : 0;
  const Eigen::Matrix4d once = stage_step(c, a);
  Eigen::Matrix4d all = once;
  for (int n = 1; n < c.sub_steps; ++n) all = once * all;
  return all.topRows<2>();
}

Step model_step(const SampledCoupler& c) {
  const bool inside = c.form == CouplerForm::in_stages || c.form == CouplerForm::in_stages_extrapolated;
  return inside ? in_stages_step(c) : held_step(c);
}

double largest_modulus(std::vector<std::complex<double>> values, int neutral) {
  std::ranges::sort(values, {}, [](std::complex<double> z) { return std::abs(z - 1.0); });
  double largest = 0;
  for (std::size_t i = static_cast<std::size_t>(neutral); i < values.size(); ++i)
    largest = std::max(largest, std::abs(values[i]));
  return largest;
}

// The virtual side with the device's position as input: states X, V, the position one tick ago.
struct VirtualSide {
  Eigen::Matrix3d a;
  Eigen::Vector3d b;
  Eigen::RowVector3d c;  // of -F
  double d;
};

VirtualSide virtual_side(const SampledCoupler& k) {
  const Step s = model_step(k);
  const Row4 f = force_row(k);
  const double T = k.tick;
  VirtualSide v;
  v.a << s(0, 0), s(0, 1), -s(0, 3) / T, s(1, 0), s(1, 1), -s(1, 3) / T, 0, 0, 0;
  v.b << s(0, 2) + s(0, 3) / T, s(1, 2) + s(1, 3) / T, 1;
  v.c << -f(0), -f(1), f(3) / T;
  v.d = -(f(2) + f(3) / T);
  return v;
}

double damping_at(const VirtualSide& v, double theta, const SampledCoupler& k) {
  const std::complex<double> z = std::polar(1.0, theta);
  std::complex<double> H = v.d + v.c(2) * v.b(2) / z;
  if (k.mobility > 0) {
    const Eigen::Matrix3cd system = z * Eigen::Matrix3cd::Identity() - v.a.cast<std::complex<double>>();
    const Eigen::Vector3cd state = system.inverse() * v.b.cast<std::complex<double>>();
    H = v.d + (v.c.cast<std::complex<double>>() * state)(0);
  }
  // 1 - e^(-j theta) = 2j sin(theta/2) e^(-j theta/2) and 1 - cos theta = 2 sin^2(theta/2), without cancellation.
  const std::complex<double> turned = std::polar(1.0, -(k.delay + 0.5) * theta) * H;
  return -k.tick / 2 * turned.imag() / std::sin(theta / 2);
}

}  // namespace

Eigen::Matrix<double, 2, 3> device_step(const SampledDevice& d, double T) {
  const double damping = d.damping / d.mass, stiffness = d.stiffness / d.mass;
  const double s = -damping / 2, q2 = s * s - stiffness;
  const double q = std::sqrt(std::abs(q2));
  const double decay = std::exp(s * T);
  const double c = q2 >= 0 ? std::cosh(q * T) : std::cos(q * T);
  const double sine = q * T < 1e-9 ? T : (q2 >= 0 ? std::sinh(q * T) : std::sin(q * T)) / q;
  Eigen::Matrix<double, 2, 3> step;
  step(0, 0) = decay * (c - s * sine);
  step(0, 1) = decay * sine;
  step(1, 0) = -stiffness * decay * sine;
  step(1, 1) = decay * (c + s * sine);
  step(1, 2) = step(0, 1) / d.mass;  // the response to an impulse, integrated
  if (stiffness > 0)
    step(0, 2) = (1 - step(0, 0)) / d.stiffness;
  else if (damping * T > 1e-5)
    step(0, 2) = (T - step(0, 1)) / d.damping;
  else
    step(0, 2) = T * T / d.mass * (0.5 - damping * T / 6);
  return step;
}

double spectral_radius(const Eigen::MatrixXd& tick, int neutral) { return largest_modulus(eigenvalues(tick), neutral); }

Eigen::MatrixXd loop_matrix(const SampledCoupler& c, const SampledDevice& device) {
  // x, v, then d + 1 past positions and, with sampled velocity, d past velocities; the model's X, V behind them.
  const int d = c.delay;
  const int past_v = 2 + d + 1;
  const int model = past_v + (c.exact_velocity ? d : 0);
  const int size = model + (c.mobility > 0 ? 2 : 0);
  const auto position = [](int age) { return age == 0 ? 0 : 1 + age; };
  Eigen::MatrixXd reading = Eigen::MatrixXd::Zero(4, size);  // X, V, p, w
  if (c.mobility > 0) {
    reading(0, model) = 1;
    reading(1, model + 1) = 1;
  }
  reading(2, position(d)) = 1;
  if (c.exact_velocity) {
    reading(3, d == 0 ? 1 : past_v + d - 1) = 1;
  } else {
    reading(3, position(d)) = 1 / c.tick;
    reading(3, position(d + 1)) = -1 / c.tick;
  }
  const Eigen::RowVectorXd force = force_row(c) * reading;
  const auto step = device_step(device, c.tick);
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(size, size);
  for (int i = 0; i < 2; ++i) {
    a(i, 0) = step(i, 0);
    a(i, 1) = step(i, 1);
    a.row(i) += step(i, 2) * force;
  }
  for (int age = 1; age <= d + 1; ++age) a(position(age), position(age - 1)) = 1;
  if (c.exact_velocity)
    for (int age = 1; age <= d; ++age) a(past_v + age - 1, age == 1 ? 1 : past_v + age - 2) = 1;
  if (c.mobility > 0) a.bottomRows(2) = model_step(c) * reading;
  return a;
}

Eigen::MatrixXd clamped_matrix(const SampledCoupler& c) { return model_step(c).leftCols<2>(); }

double spectral_radius(const SampledCoupler& c, const SampledDevice& device) {
  int neutral = 0;
  if (device.stiffness == 0 && (c.mobility > 0 || c.stiffness == 0)) {
    neutral = 1;
    if (device.damping == 0 && (c.mobility > 0 || c.damping == 0)) neutral = 2;
  }
  return spectral_radius(loop_matrix(c, device), neutral);
}

double clamped_spectral_radius(const SampledCoupler& c) {
  if (c.mobility == 0) return 0;
  return largest_modulus(eigenvalues(clamped_matrix(c)), 0);
}

bool is_stable(const SampledCoupler& c, const SampledDevice& device) { return spectral_radius(c, device) < 1; }

double passivity_damping(const SampledCoupler& c) {
  if (c.exact_velocity || clamped_spectral_radius(c) >= 1) return unlimited;
  const VirtualSide v = virtual_side(c);
  std::vector<double> angles;
  for (int i = 1; i <= 120; ++i) angles.push_back(std::numbers::pi * i / 120);
  for (int i = 1; i <= 25; ++i) angles.push_back(std::numbers::pi / 120 * std::pow(0.7, i));
  if (c.mobility > 0) {  // peaks are at the angles of the eigenvalues, as wide as their distance from the circle
    for (const std::complex<double> z : eigenvalues(clamped_matrix(c)))
      for (double x = -4; x <= 4; x += 0.125)
        angles.push_back(std::abs(std::arg(z)) + (1 - std::abs(z)) * std::sinh(x));
  }
  std::erase_if(angles, [](double a) { return !(a > 0 && a <= std::numbers::pi); });
  std::ranges::sort(angles);
  std::size_t best = 0;
  double largest = -unlimited;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const double b = damping_at(v, angles[i], c);
    if (b > largest) largest = b, best = i;
  }
  double low = angles[best > 0 ? best - 1 : 0], high = angles[std::min(best + 1, angles.size() - 1)];
  for (int i = 0; i < 40; ++i) {  // narrows the peak by thirds
    const double left = low + (high - low) / 3, right = high - (high - low) / 3;
    if (damping_at(v, left, c) < damping_at(v, right, c))
      low = left;
    else
      high = right;
  }
  return std::max({0.0, largest, damping_at(v, (low + high) / 2, c)});
}

double force_per_position_error(const SampledCoupler& c) {
  const VirtualSide v = virtual_side(c);
  Eigen::Vector3d state = v.b;
  double sum = std::abs(v.d);
  if (c.mobility == 0) return sum + std::abs(v.c(2));
  if (clamped_spectral_radius(c) >= 1) return unlimited;
  for (int n = 0; n < 200000; ++n) {
    const double response = std::abs(v.c * state);
    sum += response;
    state = v.a * state;
    if (n > 100 && state.cwiseAbs().sum() < 1e-12) break;
  }
  return sum;
}

double damping_cap(int delay) {
  const SampledDevice device{.mass = 1};
  double low = 0, high = 4;
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    SampledCoupler damper{.damping = middle, .tick = 1, .delay = delay};
    (is_stable(damper, device) ? low : high) = middle;
  }
  return low;
}

}  // namespace tangible
