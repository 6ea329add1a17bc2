// SPDX-License-Identifier: Apache-2.0
// Evaluating and inverting phi and psi.
#include "simulation/task_numbers.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tangible {
namespace {

constexpr int max_newton_steps = 30;
// A root is found to rounding: where the residual is below the first, or does not shrink any more below the second.
// Both relative to the size of x, at least one.
constexpr double root_rounding = 4e-16, root_accepted = 1e-10;

void multiply(std::span<const double> matrix, std::span<const double> v, std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t j = 0; j < v.size(); ++j) out[i] += matrix[i * v.size() + j] * v[j];
}

}  // namespace

std::string_view describe(TaskStatus status) {
  switch (status) {
    case TaskStatus::ok: return "ok";
    case TaskStatus::singular_phi: return "d phi/dq loses rank: x does not distinguish all motions here";
    case TaskStatus::singular_psi: return "d psi/dz loses rank: z does not distinguish all configurations here";
    case TaskStatus::out_of_reach: return "no configuration was found there: psi(z) is not among phi(q)";
    case TaskStatus::not_by_wrench: return "no wrench at the handle does the work of the force on x";
    case TaskStatus::failed_motion: return "the accelerations could not be solved for";
  }
  return {};
}

TaskNumbers::TaskNumbers(std::shared_ptr<const TaskProgram> program, const System& system)
    : program_(std::move(program)),
      system_(&system),
      phi_(program_->phi),
      qr_(program_->nx(), std::max(system.nu(), program_->nz())),
      residual_(program_->nx()),
      step_(std::max(system.nu(), program_->nz())),
      rates_(program_->nz()),
      base_(std::max(system.nq(), program_->nz())),
      direction_(base_) {
  if (program_->psi) psi_.emplace(program_->psi);
  std::ranges::copy(system.parameters, phi_.inputs().begin());
}

void TaskNumbers::place(std::span<const double> motion_inputs) {
  std::ranges::copy(motion_inputs, phi_.inputs().begin());
  phi_.run();
}

void TaskNumbers::velocity(std::span<double> out) const {
  std::ranges::copy(of_phi(program_->constants), out.begin());
  multiply(jacobian(), phi_.inputs().subspan(system_->at_u(), system_->nu()), out);
}

void TaskNumbers::acceleration(std::span<const double> u_rate, std::span<double> out) const {
  std::ranges::copy(of_phi(program_->remainders), out.begin());
  multiply(jacobian(), u_rate, out);
}

void TaskNumbers::generalized_forces(std::span<const double> force, std::span<double> out) const {
  const std::span<const double> j = jacobian();
  const std::size_t nu = system_->nu();
  for (std::size_t r = 0; r < nu; ++r) {
    out[r] = 0;
    for (std::size_t i = 0; i < force.size(); ++i) out[r] += j[i * nu + r] * force[i];
  }
}

double TaskNumbers::difference(std::span<const double> x, std::span<const double> from) {
  double largest = 0, scale = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    residual_[i] = x[i] - from[i];
    largest = std::max(largest, std::abs(residual_[i]));
    scale = std::max(scale, std::abs(x[i]));
  }
  return largest / scale;
}

TaskStatus TaskNumbers::speeds_of(std::span<const double> velocity, std::span<double> u) {
  (void)difference(velocity, of_phi(program_->constants));
  qr_.factor(jacobian(), nx(), system_->nu());
  qr_.solve(residual_, u);
  return qr_.has_full_column_rank() ? TaskStatus::ok : TaskStatus::singular_phi;
}

// Newton's method; a step that leads away is halved. `residual` evaluates where `at` is, `direct` gives the next step.
template <class Residual, class Direct>
TaskStatus TaskNumbers::find_root(std::span<double> at, Residual residual, Direct direct) {
  const std::span<double> base = std::span(base_).first(at.size()), direction = std::span(direction_).first(at.size());
  double last = std::numeric_limits<double>::infinity(), length = 1;
  for (int k = 0; k < max_newton_steps; ++k) {
    const double left = residual();
    if (left <= root_rounding || (left >= last && last <= root_accepted)) return TaskStatus::ok;
    if (left < last) {
      last = left;
      length = 1;
      std::ranges::copy(at, base.begin());
      if (const TaskStatus status = direct(direction); status != TaskStatus::ok) return status;
    } else {
      length /= 2;
    }
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = base[i] + length * direction[i];
  }
  return TaskStatus::out_of_reach;
}

TaskStatus TaskNumbers::coordinates_of(std::span<const double> x, std::span<double> q) {
  const std::span<double> at = phi_.inputs().subspan(system_->at_q(), system_->nq());
  const std::span<double> step = std::span(step_).first(system_->nu());
  const TaskStatus status = find_root(
      at,
      [&] {
        phi_.run(Stage::configuration);
        return difference(x, position());
      },
      [&](std::span<double> direction) {
        qr_.factor(jacobian(), nx(), system_->nu());
        qr_.solve(residual_, step);
        std::ranges::fill(direction, 0.0);
        multiply(of_phi(program_->ways), step, direction);
        return qr_.has_full_column_rank() ? TaskStatus::ok : TaskStatus::singular_phi;
      });
  if (status == TaskStatus::ok) std::ranges::copy(at, q.begin());
  return status;
}

void TaskNumbers::place_parameters(std::span<const double> z, std::span<const double> z_rate) {
  const std::span<double> inputs = psi_->inputs();
  const auto after = std::ranges::copy(phi_.inputs().first(system_->parameters.size()), inputs.begin()).out;
  std::ranges::copy(z_rate, std::ranges::copy(z, after).out);
  psi_->run();
}

void TaskNumbers::psi_velocity(std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  multiply(psi_jacobian(), psi_->inputs().last(nz()), out);
}

TaskStatus TaskNumbers::parameter_rates_of(std::span<const double> velocity, std::span<double> z_rate) {
  qr_.factor(psi_jacobian(), nx(), nz());
  qr_.solve(velocity, z_rate);
  return qr_.has_full_column_rank() ? TaskStatus::ok : TaskStatus::singular_psi;
}

TaskStatus TaskNumbers::parameter_accelerations_of(std::span<const double> acceleration,
                                                   std::span<double> z_acceleration) {
  (void)difference(acceleration, of_psi(program_->psi_remainders));
  return parameter_rates_of(residual_, z_acceleration);
}

TaskStatus TaskNumbers::parameters_of(std::span<const double> x, std::span<double> z) {
  std::ranges::fill(rates_, 0.0);
  return find_root(
      z,
      [&] {
        place_parameters(z, rates_);
        return difference(x, psi_position());
      },
      [&](std::span<double> direction) { return parameter_rates_of(residual_, direction); });
}

}  // namespace tangible
