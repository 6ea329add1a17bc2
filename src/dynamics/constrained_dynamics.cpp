// SPDX-License-Identifier: Apache-2.0
// Embedding of the active rows: the choice of speeds, and what the four questions need. The arithmetic is in
// embedding_kernels.cpp.
#include "dynamics/constrained_dynamics.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "dynamics/index.h"

namespace tangible {

namespace {
// Among redundant rows the strong ones are selected, once the pivot of a used one has decayed.
constexpr double strong_row = 0.7;
}  // namespace

ConstrainedDynamics::ConstrainedDynamics(int speeds, int rows, int couplings)
    : n_(speeds),
      m_(rows),
      selection_(speeds, rows),
      other_(speeds, rows),
      active_(at(rows)),
      lu_(speeds, speeds + 6),
      pivot_(at(speeds)),
      inverse_pivot_(at(speeds)),
      d_(speeds, speeds + 1),
      g_(at(speeds)),
      zero_(at(speeds)),
      mt_(speeds, speeds),
      reduced_(speeds),
      w_(at(padded(speeds))),
      h_(at(padded(speeds))),
      momentum_(at(speeds)),
      speeds_after_(at(speeds)),
      load_(at(padded(speeds))),
      lambda_(at(padded(speeds))),
      relation_(rows, speeds),
      gram_(speeds),
      unique_(at(rows), 1),
      coupling_capacity_(couplings),
      response_(couplings, speeds),
      response_forces_(couplings, rows),
      coupling_(couplings, couplings + 1) {}

void ConstrainedDynamics::activate(std::span<const int> rows, int generic_rank) {
  active_count_ = std::min(rows.size(), active_.size());
  std::copy_n(rows.begin(), active_count_, active_.begin());
  rank_is_known_ = generic_rank >= 0;
  generic_rank_ = rank_is_known_ ? generic_rank : n_;
  chosen_ = false;
  has_regular_ = false;
}

DynamicsStatus ConstrainedDynamics::embed(std::span<const double> mass, std::span<const double> rows,
                                          std::span<const double> constants) {
  mass_ = mass.data();
  rows_ = rows.data();
  status_ = DynamicsStatus::ok;
  // The analyst's order is followed as far as D stays well below the limit; else the best choice is made.
  const auto choose = [&](int highest_rank) {
    select(highest_rank);
    factor_rows(constants.data());
    if (5 * largest_d_ > limits.reselect) {
      const double preferred = std::exchange(limits.selection.last_speed_ratio, 1.0);
      select(highest_rank);
      factor_rows(constants.data());
      limits.selection.last_speed_ratio = preferred;
    }
    best_pivot_ = smallest_pivot_;
  };
  if (!chosen_) {
    choose(generic_rank_);
  } else {
    factor_rows(constants.data());
    if (D_is_frozen_ && has_better_selection()) choose(rank());
    // Singularity avoidance: another choice while this one is still good. States inside a step lie beside the
    // constraints, where rows that follow from others seem not to: the rank rises only when that is beyond doubt.
    const bool rises = !redundant_rows().empty() && rank_rises();
    best_pivot_ = std::max(best_pivot_, smallest_pivot_);
    // The pivot of a used row has decayed and redundant rows exist: select the stronger rows.
    const bool fades = !redundant_rows().empty() && smallest_pivot_ < limits.pivot_decay * best_pivot_;
    // Near a singular configuration a row tells nothing of its size. Measured by what it was there, its pivot would
    // show the next singular configuration too late.
    const bool outgrown = largest_pivot_ > limits.outgrown;
    if (!D_is_frozen_ && (largest_d_ > limits.reselect || rises || fades || outgrown)) {
      const double early =
          fades ? std::exchange(limits.selection.declared_row_ratio, strong_row) : limits.selection.declared_row_ratio;
      choose(rises ? generic_rank_ : rank());
      limits.selection.declared_row_ratio = early;
    }
  }
  if (D_is_frozen_) status_ = DynamicsStatus::singular_configuration;
  if (!dropped_rows_are_finite(constants.data())) {
    status_ = DynamicsStatus::not_finite;
  } else if (!redundant_rows().empty() && !D_is_frozen_) {
    // A state that satisfies the used rows, so that only the dropped ones can be wrong.
    std::fill(h_.begin(), h_.end(), 0.0);
    for (int s = 0; s < rank(); ++s) h_[at(dependent_speeds()[at(s)])] = E(s);
    if (contradicts(constants.data(), h_.data())) status_ = DynamicsStatus::inconsistent_rows;
  }
  recombine_mass();
  return status_;
}

void ConstrainedDynamics::select(int highest_rank) {
  selection_.select(mass_, rows_, active_rows(), highest_rank, limits.selection);
  std::fill(unique_.begin(), unique_.end(), char{1});
  chosen_ = true;
  has_regular_ = false;
  ++selections_;
}

// A state far from the last one may be where the dependent speeds are determined no more, though other ones are.
bool ConstrainedDynamics::has_better_selection() {
  other_ = selection_;
  other_.select(mass_, rows_, active_rows(), rank(), limits.selection);
  return other_.rank() == rank() && other_.smallest_row_residual() > limits.regular;
}

void ConstrainedDynamics::complete_speeds(std::span<double> u) const {
  const int r = rank();
  const int p = n_ - r;
  for (int s = 0; s < r; ++s) {
    double value = E(s);
    for (int j = 0; j < p; ++j) value += D(s, j) * u[at(independent_speeds()[at(j)])];
    u[at(dependent_speeds()[at(s)])] = value;
  }
}

DynamicsStatus ConstrainedDynamics::solve(std::span<const double> forcing, std::span<const double> remainders,
                                          std::span<double> x, std::span<double> row_forces) {
  if (unsolvable()) return status_;
  solve_rates(forcing.data(), remainders.data(), x.data());
  if (!row_forces.empty()) distribute_forces(forcing.data(), x.data(), row_forces.data());
  if (!std::isfinite(std::accumulate(x.begin(), x.end(), 0.0))) return DynamicsStatus::not_finite;
  if (status_ == DynamicsStatus::ok && !redundant_rows().empty() && contradicts(remainders.data(), x.data()))
    return DynamicsStatus::inconsistent_rows;
  return status_;
}

ImpositionReport ConstrainedDynamics::impose(std::span<const double> constants, std::span<double> u,
                                             std::span<double> impulses) {
  ImpositionReport report;
  report.energy_before = report.energy_after = kinetic_energy(mass_, u.data(), n_);
  multiply(mass_, u.data(), momentum_.data(), n_);
  report.status = solve(momentum_, constants, speeds_after_, impulses);
  if (report.status != DynamicsStatus::ok && report.status != DynamicsStatus::singular_configuration) return report;
  std::copy(speeds_after_.begin(), speeds_after_.end(), u.begin());
  report.energy_after = kinetic_energy(mass_, u.data(), n_);
  return report;
}

DynamicsStatus ConstrainedDynamics::project(std::span<const double> errors, std::span<double> d) {
  std::fill(momentum_.begin(), momentum_.end(), 0.0);
  return solve(momentum_, errors, d);
}

void ConstrainedDynamics::evaluate_response(std::span<const double> load, std::span<double> x) {
  std::swap(g_, zero_);  // no remainders
  solve_independent(load.data(), x.data());
  std::swap(g_, zero_);
}

}  // namespace tangible
