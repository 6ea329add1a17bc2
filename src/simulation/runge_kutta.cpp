// SPDX-License-Identifier: Apache-2.0
// Midpoint, classical Runge-Kutta, semi-implicit Euler.
#include "simulation/runge_kutta.h"

#include <algorithm>

namespace tangible {
namespace {

// A method in which every stage uses the slope of the one before it.
template <std::size_t Stages>
struct SubdiagonalTableau {
  static constexpr std::size_t stages = Stages;
  double node[Stages];    // the time of the stage, and the weight of the slope before it
  double weight[Stages];  // of its slope in the step
};
constexpr SubdiagonalTableau<2> midpoint{{0, 0.5}, {0, 1}};
constexpr SubdiagonalTableau<4> classical{{0, 0.5, 0.5, 1}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};

// y + h k
void go_along(const double* y, double h, const double* k, std::span<double> out) {
  double* __restrict to = out.data();
  for (std::size_t i = 0; i < out.size(); ++i) to[i] = y[i] + h * k[i];
}

}  // namespace

RungeKutta::RungeKutta(Method method, std::size_t size)
    : method_(method), size_(size), slopes_(classical.stages * size), between_(size) {}

DynamicsStatus RungeKutta::step(SystemMotion& motion, double t, double h, std::span<const double> y,
                                std::span<double> y_new) {
  switch (method_) {
    case Method::semi_implicit_euler: return semi_implicit(motion, t, h, y, y_new);
    case Method::rk2: return step_by<midpoint>(motion, t, h, y.data(), y_new.data());
    default: return step_by<classical>(motion, t, h, y.data(), y_new.data());
  }
}

// Slopes are added in the order of the stages.
template <const auto& tableau>
DynamicsStatus RungeKutta::step_by(SystemMotion& motion, double t, double h, const double* y, double* y_new) {
  for (std::size_t s = 1; s < tableau.stages; ++s) {
    go_along(y, h * tableau.node[s], slope(s - 1).data(), between_);
    const DynamicsStatus status = motion.evaluate(t + h * tableau.node[s], between_, slope(s));
    if (!is_usable_within_step(status)) return status;
  }
  const double* k = slopes_.data();
  double* __restrict sum = y_new;
  for (std::size_t i = 0; i < size_; ++i) {
    double y_i = y[i];
    for (std::size_t s = 0; s < tableau.stages; ++s) y_i += h * tableau.weight[s] * k[s * size_ + i];
    sum[i] = y_i;
  }
  return DynamicsStatus::ok;
}

std::size_t RungeKutta::stages() const {
  return method_ == Method::rk4 ? classical.stages : method_ == Method::rk2 ? midpoint.stages : 1;
}

double RungeKutta::put_stage(std::size_t stage, double h, std::span<const double> y, std::span<double> out) const {
  const double at = h * (method_ == Method::rk2 ? midpoint.node[stage] : classical.node[stage]);
  go_along(y.data(), at, slopes_.data() + (stage - 1) * size_, out);
  return at;
}

// u+ = u + h u'(q, u), then q+ = q + h q'(q, u+): stable for oscillators where explicit Euler is not.
DynamicsStatus RungeKutta::semi_implicit(SystemMotion& motion, double t, double h, std::span<const double> y,
                                         std::span<double> y_new) {
  const std::size_t nq = motion.system().nq(), nu = motion.system().nu();
  std::ranges::copy(y, between_.begin());
  for (std::size_t r = nq; r < nq + nu; ++r) between_[r] += h * slopes_[r];
  const DynamicsStatus status = motion.evaluate(t, between_, slope(1));
  if (!is_usable_within_step(status)) return status;
  for (std::size_t i = 0; i < size_; ++i) y_new[i] = y[i] + h * (i < nq ? slope(1)[i] : slope(0)[i]);
  return DynamicsStatus::ok;
}

}  // namespace tangible
