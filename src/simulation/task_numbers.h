// SPDX-License-Identifier: Apache-2.0
// TaskNumbers: the numbers of a task map at a state, and its inverses. It allocates nothing once it is made.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dynamics/pivoted_qr.h"
#include "simulation/task_program.h"

namespace tangible {

enum class TaskStatus : std::uint8_t {
  ok,
  singular_phi,   // d phi/dq has not rank dim(q) here
  singular_psi,   // d psi/dz has not rank dim(z) here
  out_of_reach,   // no q has phi(q) = x, or no z has psi(z) = x, near the starting point
  not_by_wrench,  // no wrench at the handle does the work of the force on x
  failed_motion,  // the accelerations could not be solved for
};
std::string_view describe(TaskStatus status);

class TaskNumbers {
 public:
  TaskNumbers(std::shared_ptr<const TaskProgram> program, const System& system);

  const TaskProgram& program() const { return *program_; }
  const System& system() const { return *system_; }
  std::size_t nx() const { return program_->nx(); }
  std::size_t nz() const { return program_->nz(); }

  // --- x of q: at a state, given by the inputs of the motion program ---
  void place(std::span<const double> motion_inputs);
  std::span<const double> position() const { return of_phi(program_->position); }
  std::span<const double> jacobian() const { return of_phi(program_->jacobian); }
  // x' = J u + c at the speeds of place().
  void velocity(std::span<double> out) const;
  // x'' = J u' + remainder.
  void acceleration(std::span<const double> u_rate, std::span<double> out) const;
  // J^T f: generalized forces by speed, Faulring (2).
  void generalized_forces(std::span<const double> force, std::span<double> out) const;
  // Least squares; the pseudo-inverse of erratum 9.
  TaskStatus speeds_of(std::span<const double> velocity, std::span<double> u);
  // phi(q) = x by Newton's method from the q of place(), which it moves; q is written into `q`.
  TaskStatus coordinates_of(std::span<const double> x, std::span<double> q);

  // --- x of z ---
  void place_parameters(std::span<const double> z, std::span<const double> z_rate);
  std::span<const double> psi_position() const { return of_psi(program_->psi_position); }
  std::span<const double> psi_jacobian() const { return of_psi(program_->psi_jacobian); }
  std::span<const double> psi_coordinates() const { return of_psi(program_->psi_coordinates); }
  void psi_velocity(std::span<double> out) const;
  TaskStatus parameter_rates_of(std::span<const double> velocity, std::span<double> z_rate);
  // Faulring (16).
  TaskStatus parameter_accelerations_of(std::span<const double> acceleration, std::span<double> z_acceleration);
  // psi(z) = x by Newton's method from z.
  TaskStatus parameters_of(std::span<const double> x, std::span<double> z);

 private:
  std::span<const double> of_phi(const Slots& s) const { return phi_.outputs().subspan(s.first, s.count); }
  std::span<const double> of_psi(const Slots& s) const { return psi_->outputs().subspan(s.first, s.count); }
  template <class Residual, class Direct>
  TaskStatus find_root(std::span<double> at, Residual residual, Direct direct);
  double difference(std::span<const double> x, std::span<const double> from);

  std::shared_ptr<const TaskProgram> program_;
  const System* system_;
  Evaluation phi_;
  std::optional<Evaluation> psi_;  // where there is one
  PivotedQr qr_;
  std::vector<double> residual_, step_, rates_, base_, direction_;
};

}  // namespace tangible
