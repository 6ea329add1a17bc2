// SPDX-License-Identifier: Apache-2.0
// A wrench from generalized forces by partial velocities.
#include "haptics/task_wrench.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

Wrench wrench_of(std::span<const double> w) { return {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}}; }

}  // namespace

bool TaskWrench::find(const TaskNumbers& task, const Port& port, std::span<const double> force, Wrench& out) {
  const std::size_t nu = forces_.size();
  const std::span<const double> j = port.partial_velocities();
  for (std::size_t i = 0; i < 6; ++i) {
    std::array<double, 6> unit{};
    unit[i] = 1;
    const Wrench kept = port.reduce(wrench_of(unit));  // a projection, which is symmetric
    const double p[] = {kept.force.x, kept.force.y, kept.force.z, kept.torque.x, kept.torque.y, kept.torque.z};
    for (std::size_t r = 0; r < nu; ++r) {
      partials_[i * nu + r] = 0;
      for (std::size_t k = 0; k < 6; ++k) partials_[i * nu + r] += p[k] * j[k * nu + r];
    }
  }
  task.generalized_forces(force, forces_);
  std::array<double, 6> w{};
  qr_.factor(partials_, 6, nu);
  qr_.solve_transposed(forces_, w);
  out = wrench_of(w);
  double error = 0, scale = 0;
  for (std::size_t r = 0; r < nu; ++r) {
    double work = 0;
    for (std::size_t i = 0; i < 6; ++i) work += w[i] * partials_[i * nu + r];
    error = std::max(error, std::abs(work - forces_[r]));
    scale = std::max(scale, std::abs(forces_[r]));
  }
  return error <= 1e-9 * scale;
}

}  // namespace tangible
