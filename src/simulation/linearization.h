// SPDX-License-Identifier: Apache-2.0
// Linearization: exact derivatives of the equations of motion at a state, for methods that need them.
//
// With x for accelerations and f for forces of rows held at their values, the program differentiates
//   q', the balance  M x - forcing - A^T f,  the rates of rows  A x + remainders,  z'
// with respect to t, q, u and z. How accelerations answer follows from these by one embedded solution a column, so that
// the same program serves whatever holds. External rows (external_rows.h) count as if their coefficients were constant.
#pragma once

#include <span>
#include <vector>

#include "simulation/motion.h"

namespace tangible {

class Linearization {
 public:
  // The system must have been lowered with derivatives.
  explicit Linearization(const System& system);

  // Derivatives at y, where `motion` was evaluated last.
  void evaluate(double t, std::span<const double> y, const SystemMotion& motion);
  // Of the outputs named above, in that order.
  double q_rate(std::size_t i, std::size_t column) const { return entry(i, column); }
  double balance(std::size_t r, std::size_t column) const { return entry(system_->nq() + r, column); }
  double row_rate(std::size_t i, std::size_t column) const { return entry(system_->nq() + system_->nu() + i, column); }
  double z_rate(std::size_t k, std::size_t column) const {
    return entry(system_->nq() + system_->nu() + system_->program_rows() + k, column);
  }
  // Columns: t, then q, u, z in the order of the state.
  std::size_t columns() const { return columns_; }

  // d (q', u', z') / d column, under the rows that hold; out has columns() - 1 entries. `motion` as above.
  DynamicsStatus differentiate_rate(std::size_t column, SystemMotion& motion, std::span<double> out);

 private:
  double entry(std::size_t output, std::size_t column) const { return table_[output * columns_ + column]; }

  const System* system_;
  std::size_t columns_;
  Evaluation program_;
  SystemMotion::InputRevision known_;
  std::vector<double> table_, forcing_, remainders_;
};

}  // namespace tangible
