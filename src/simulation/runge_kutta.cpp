// SPDX-License-Identifier: Apache-2.0
// Midpoint, classical Runge-Kutta, semi-implicit Euler.
#include "simulation/runge_kutta.h"

#include <algorithm>

namespace tangible {
namespace {

// A method in which every stage uses the slope of the one before it.
struct SubdiagonalTableau {
  std::size_t stages;
  double node[4];    // the time of the stage, and the weight of the slope before it
  double weight[4];  // of its slope in the step
};
constexpr SubdiagonalTableau midpoint{2, {0, 0.5, 0, 0}, {0, 1, 0, 0}};
constexpr SubdiagonalTableau classical{4, {0, 0.5, 0.5, 1}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};

}  // namespace

RungeKutta::RungeKutta(Method method, std::size_t size)
    : method_(method), size_(size), k_(4, std::vector<double>(size)), between_(size) {}

DynamicsStatus RungeKutta::step(SystemMotion& motion, double t, double h, std::span<const double> y,
                                std::span<double> y_new) {
  if (method_ == Method::semi_implicit_euler) return semi_implicit(motion, t, h, y, y_new);
  const SubdiagonalTableau& tableau = method_ == Method::rk2 ? midpoint : classical;
  std::ranges::copy(y, y_new.begin());
  for (std::size_t i = 0; i < size_; ++i) y_new[i] += h * tableau.weight[0] * k_[0][i];
  for (std::size_t s = 1; s < tableau.stages; ++s) {
    for (std::size_t i = 0; i < size_; ++i) between_[i] = y[i] + h * tableau.node[s] * k_[s - 1][i];
    const DynamicsStatus status = motion.evaluate(t + h * tableau.node[s], between_, k_[s]);
    if (!is_usable_within_step(status)) return status;
    for (std::size_t i = 0; i < size_; ++i) y_new[i] += h * tableau.weight[s] * k_[s][i];
  }
  return DynamicsStatus::ok;
}

std::size_t RungeKutta::stages() const {
  return method_ == Method::rk4 ? classical.stages : method_ == Method::rk2 ? midpoint.stages : 1;
}

double RungeKutta::put_stage(std::size_t stage, double h, std::span<const double> y, std::span<double> out) const {
  const double at = h * (method_ == Method::rk2 ? midpoint : classical).node[stage];
  for (std::size_t i = 0; i < size_; ++i) out[i] = y[i] + at * k_[stage - 1][i];
  return at;
}

// u+ = u + h u'(q, u), then q+ = q + h q'(q, u+): stable for oscillators where explicit Euler is not.
DynamicsStatus RungeKutta::semi_implicit(SystemMotion& motion, double t, double h, std::span<const double> y,
                                         std::span<double> y_new) {
  const std::size_t nq = motion.system().nq(), nu = motion.system().nu();
  std::ranges::copy(y, between_.begin());
  for (std::size_t r = nq; r < nq + nu; ++r) between_[r] += h * k_[0][r];
  const DynamicsStatus status = motion.evaluate(t, between_, k_[1]);
  if (!is_usable_within_step(status)) return status;
  for (std::size_t i = 0; i < size_; ++i) y_new[i] = y[i] + h * (i < nq ? k_[1][i] : k_[0][i]);
  return DynamicsStatus::ok;
}

}  // namespace tangible
