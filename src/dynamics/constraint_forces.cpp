// SPDX-License-Identifier: Apache-2.0
// Forces of the active rows (the kinetostatic equations), rows that follow from others, and friction that follows
// forces.
#include <cmath>
#include <numeric>

#include "dynamics/constrained_dynamics.h"
#include "dynamics/index.h"

namespace tangible {

namespace {
// The error of a row: its residual, and the sum of the magnitudes of its terms.
struct RowError {
  double left = 0;
  double parts = 0;
};
RowError error_of(const double* row, double constant, const double* x, int n) {
  RowError error{constant, std::abs(constant)};
  for (int j = 0; j < n; ++j) {
    error.left += row[j] * x[j];
    error.parts += std::abs(row[j] * x[j]);
  }
  return error;
}
}  // namespace

// While a row follows from the others, no motion that they allow moves it: A_dropped T = 0.
bool ConstrainedDynamics::rank_rises() const {
  const int p = n_ - rank();
  if (D_is_frozen_ || rank() == generic_rank_) return false;
  const double limit = rank_is_known_ ? limits.singular : limits.rank_rise;
  for (const int i : redundant_rows()) {
    const double* a = rows_ + i * n_;
    for (int j = 0; j < p; ++j) {
      double motion = a[independent_speeds()[at(j)]];
      for (int s = 0; s < rank(); ++s) motion += a[dependent_speeds()[at(s)]] * D(s, j);
      const double scale = selection_.row_scale(i) * selection_.speed_scale(independent_speeds()[at(j)]);
      if (std::abs(motion) * scale > limit) return true;
    }
  }
  return false;
}

// Those of used rows show in D; a row without finite numbers is dropped, and nothing else would depend on it.
bool ConstrainedDynamics::dropped_rows_are_finite(const double* constants) const {
  double sum = 0;
  for (const int i : redundant_rows()) sum = std::accumulate(rows_ + i * n_, rows_ + (i + 1) * n_, sum + constants[i]);
  return std::isfinite(sum);
}

// Whether a dropped row contradicts x, which satisfies the used ones. Near a singular configuration x has the rounding
// of the state divided by the square of a pivot, which proves nothing; a contradiction outlasts that.
bool ConstrainedDynamics::contradicts(const double* values, const double* x) const {
  constexpr double noise = 1e-9;  // of a scaled row, in roots of energy
  constexpr double telling = 1e-4;
  if (smallest_pivot_ < telling) return false;
  double scale = INFINITY;  // that of the longest row
  if (!redundant_rows().empty())
    for (const int i : active_rows()) scale = std::min(scale, selection_.row_scale(i));
  for (const int i : redundant_rows()) {
    const RowError error = error_of(rows_ + i * n_, values[i], x, n_);
    const bool large = std::abs(error.left) > limits.inconsistent * error.parts;
    if (large && std::abs(error.left) * scale > noise) return true;
  }
  return false;
}

// A_dep^T lambda = g by the factors of the scaled A_dep; g is overwritten.
void ConstrainedDynamics::solve_transposed(double* g, double* lambda) const {
  const int r = rank();
  for (int s = 0; s < r; ++s) g[s] *= selection_.speed_scale(dependent_speeds()[at(s)]);
  for (int k = 0; k < r; ++k) {
    g[k] *= inverse_pivot_[at(k)];
    for (int i = k + 1; i < r; ++i) g[i] -= lu_.row(pivot_[at(k)])[i] * g[k];
  }
  for (int k = r; k-- > 0;)
    for (int i = 0; i < k; ++i) g[i] -= lu_.row(pivot_[at(k)])[i] * g[k];
  for (int k = 0; k < r; ++k) {
    const int used = pivot_[at(k)];
    lambda[used] = g[k] * selection_.row_scale(selection_.used_rows()[at(used)]);
  }
}

// Dropped rows are C times the used ones. The forces of all of them are [1; C] (1 + C^T C)^-1 times those of the used
// ones alone: of smallest norm. A used row's force is unique if no dropped row contains it.
void ConstrainedDynamics::relate_dropped_rows() {
  const int r = rank();
  const std::span<const int> dropped = redundant_rows();
  PaddedTable& gram = gram_.matrix();
  for (int i = 0; i < r; ++i) {
    std::fill_n(gram.row(i), r, 0.0);
    gram.row(i)[i] = 1;
  }
  std::fill(unique_.begin(), unique_.end(), char{1});
  for (int k = 0; k < static_cast<int>(dropped.size()); ++k) {
    const double* a = rows_ + dropped[at(k)] * n_;
    double* c = relation_.row(k);
    for (int s = 0; s < r; ++s) load_[at(s)] = a[dependent_speeds()[at(s)]];
    solve_transposed(load_.data(), c);
    unique_[at(dropped[at(k)])] = 0;
    for (int i = 0; i < r; ++i) {
      const int used = selection_.used_rows()[at(i)];
      const double share = std::abs(c[i]) * selection_.row_scale(dropped[at(k)]) / selection_.row_scale(used);
      if (share > limits.rank_rise) unique_[at(used)] = 0;
      add_scaled(gram.row(i), c, c[i], padded(r));
    }
  }
  (void)gram_.factor(r);  // not below one
}

// rows^T force = mass x - forcing, read in the dependent speeds.
void ConstrainedDynamics::distribute_forces(const double* forcing, const double* x, double* row_forces) {
  const int r = rank();
  std::fill_n(row_forces, m_, 0.0);
  for (int s = 0; s < r; ++s) {
    const int i = dependent_speeds()[at(s)];
    load_[at(s)] = dot(mass_ + i * n_, x, n_) - forcing[i];
  }
  solve_transposed(load_.data(), lambda_.data());
  if (const std::span<const int> dropped = redundant_rows(); !dropped.empty()) {
    relate_dropped_rows();
    std::copy_n(lambda_.data(), r, load_.data());
    gram_.solve(load_.data(), r);
    for (int k = 0; k < static_cast<int>(dropped.size()); ++k) {
      const double force = dot(relation_.row(k), load_.data(), r);
      row_forces[dropped[at(k)]] = force;
      // The used rows do not carry the load of the dropped ones: the sum is right whatever rounding did to the shares.
      add_scaled(lambda_.data(), relation_.row(k), -force, padded(r));
    }
  }
  for (int k = 0; k < r; ++k) row_forces[selection_.used_rows()[at(k)]] = lambda_[at(k)];
}

// Forces are linear in the loads: force = force_0 + sum_k (force by unit load k) * force of row k. The matrix of that
// relation has determinant one without friction; where friction turns it to zero or below, the normal force that
// would carry the friction does not exist (Painleve).
DynamicsStatus ConstrainedDynamics::solve(std::span<const double> forcing, std::span<const double> remainders,
                                          std::span<const LoadCoupling> couplings, std::span<double> x,
                                          std::span<double> row_forces) {
  const DynamicsStatus status = solve(forcing, remainders, x, row_forces);
  if (couplings.empty() || status == DynamicsStatus::singular_mass || status == DynamicsStatus::not_finite)
    return status;
  constexpr double least = 1e-9;
  const int count = static_cast<int>(couplings.size());
  if (count > coupling_capacity_) return DynamicsStatus::too_many_couplings;
  std::swap(g_, zero_);
  for (int k = 0; k < count; ++k) {
    const double* load = couplings[at(k)].load.data();
    solve_independent(load, response_.row(k));
    distribute_forces(load, response_.row(k), response_forces_.row(k));
  }
  std::swap(g_, zero_);
  for (int i = 0; i < count; ++i) {
    const int row = couplings[at(i)].row;
    for (int k = 0; k < count; ++k) coupling_.row(i)[k] = (i == k ? 1.0 : 0.0) - response_forces_.row(k)[row];
    coupling_.row(i)[count] = row_forces[at(row)];
  }
  friction_margin_ = solve_small_system(coupling_, count);
  if (!(friction_margin_ > least)) return DynamicsStatus::friction_paradox;
  for (int k = 0; k < count; ++k) {
    const double force = coupling_.row(k)[count];
    for (int j = 0; j < n_; ++j) x[at(j)] += force * response_.row(k)[j];
    for (int i = 0; i < m_; ++i) row_forces[at(i)] += force * response_forces_.row(k)[i];
  }
  return status;
}

}  // namespace tangible
