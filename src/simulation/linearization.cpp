// SPDX-License-Identifier: Apache-2.0
// The program of derivatives at work.
#include "simulation/linearization.h"

#include "simulation/watch.h"

namespace tangible {

Linearization::Linearization(const System& system)
    : system_(&system),
      columns_(1 + system.nq() + system.nu() + system.nz()),
      program_(system.derivatives),
      table_((system.nq() + system.nu() + system.program_rows() + system.nz()) * columns_),
      forcing_(system.nu()),
      remainders_(system.rows.size()) {
  program_.run();
}

void Linearization::evaluate(double t, std::span<const double> y, const SystemMotion& motion) {
  if (const std::optional<Stage> from =
          write_inputs(t, y, motion, program_.inputs(), known_, WatchInputs::forces_apart))
    program_.run(*from);
  for (std::size_t e = 0; e < system_->derivative_entries.size(); ++e) {
    const JacobianEntry& place = system_->derivative_entries[e];
    table_[place.output * columns_ + (place.input - system_->at_t())] = program_.outputs()[e];
  }
}

DynamicsStatus Linearization::differentiate_rate(std::size_t column, SystemMotion& motion, std::span<double> out) {
  const std::size_t nq = system_->nq(), nu = system_->nu();
  for (std::size_t i = 0; i < nq; ++i) out[i] = q_rate(i, column);
  for (std::size_t r = 0; r < nu; ++r) forcing_[r] = -balance(r, column);
  for (std::size_t i = 0; i < system_->program_rows(); ++i) remainders_[i] = row_rate(i, column);
  for (std::size_t k = 0; k < system_->nz(); ++k) out[nq + nu + k] = z_rate(k, column);
  return motion.solve_response(forcing_, remainders_, out.subspan(nq, nu));
}

}  // namespace tangible
