// SPDX-License-Identifier: Apache-2.0
// Embedding of the active rows: factor, recombine, solve.
#include "dynamics/constrained_dynamics.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace tangible {

namespace {
std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Of rows that say the same the strong ones are taken, once one that was used has faded.
constexpr double strong_row = 0.7;
}  // namespace

ConstrainedDynamics::ConstrainedDynamics(int speeds, int rows, int couplings)
    : n_(speeds),
      m_(rows),
      selection_(speeds, rows),
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
      const double preferred = std::exchange(limits.selection.late_speed, 1.0);
      select(highest_rank);
      factor_rows(constants.data());
      limits.selection.late_speed = preferred;
    }
    best_pivot_ = smallest_pivot_;
  };
  if (!chosen_) {
    choose(generic_rank_);
  } else {
    factor_rows(constants.data());
    // Singularity avoidance: another choice while this one is still good. States inside a step lie beside the
    // constraints, where rows that follow from others seem not to: the rank rises only when that is beyond doubt.
    const bool rises = rank_rises();
    best_pivot_ = std::max(best_pivot_, smallest_pivot_);
    // A used row that fades while others say the same: they say it better.
    const bool fades = !redundant_rows().empty() && smallest_pivot_ < limits.fading * best_pivot_;
    if (!held_ && (largest_d_ > limits.reselect || rises || fades)) {
      const double early = fades ? std::exchange(limits.selection.early_row, strong_row) : limits.selection.early_row;
      choose(rises ? generic_rank_ : rank());
      limits.selection.early_row = early;
    }
  }
  if (held_) status_ = DynamicsStatus::singular_configuration;
  if (!redundant_rows().empty() && !held_) {
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

// Scaled rows [dependent | independent | constants], eliminated together.
void ConstrainedDynamics::factor_rows(const double* constants) {
  const int* dependent = dependent_speeds().data();
  const int* independent = independent_speeds().data();
  const int* used = selection_.used_rows().data();
  const double* speed_scales = selection_.speed_scales();
  const int r = rank();
  const int p = n_ - r;
  for (int k = 0; k < r; ++k) {
    const double* a = rows_ + used[k] * n_;
    const double scale = selection_.row_scale(used[k]);
    double* target = lu_.row(k);
    pivot_[at(k)] = k;
    for (int s = 0; s < r; ++s) target[s] = scale * speed_scales[dependent[s]] * a[dependent[s]];
    for (int j = 0; j < p; ++j) target[r + j] = scale * a[independent[j]];
    target[n_] = scale * constants[used[k]];
  }
  eliminate(r, (n_ + 2) & ~1);
  held_ = smallest_pivot_ < limits.singular && has_regular_;
  if (held_) return;  // d_ stays
  substitute_back(r, p);
  has_regular_ = smallest_pivot_ >= limits.singular;
}

// Gauss with exchange of rows; the multipliers stay below the diagonal, for solve_dependent(). A pivot that vanishes at
// a singular configuration counts as infinite: what the rows no longer determine is left alone. Working in pairs that
// begin at an even column never touches the multipliers of earlier columns.
void ConstrainedDynamics::eliminate(int r, int width) {
  const auto row = [&](int k) { return lu_.row(pivot_[at(k)]); };
  double smallest = 1;
  for (int k = 0; k < r; ++k) {
    int best = k;
    double size = std::abs(row(k)[k]);
    for (int i = k + 1; i < r; ++i)
      if (const double other = std::abs(row(i)[k]); other > size) {
        size = other;
        best = i;
      }
    std::swap(pivot_[at(k)], pivot_[at(best)]);
    smallest = size >= smallest ? smallest : size;  // takes a NaN too
    const double* source = row(k);
    const double inverse = size < limits.singular && has_regular_ ? 0 : 1 / source[k];
    inverse_pivot_[at(k)] = inverse;
    const int from = (k + 1) & ~1;
    for (int i = k + 1; i < r; ++i) {
      double* target = row(i);
      const double factor = target[k] * inverse;
      add_scaled(target + from, source + from, -factor, width - from);
      target[k] = factor;
    }
  }
  smallest_pivot_ = smallest;
}

// D = -A_dep^-1 A_ind and E = -A_dep^-1 C: with the columns of A_B, Gillespie (4) and (5) need the minus sign.
void ConstrainedDynamics::substitute_back(int r, int p) {
  const int width = padded(p + 1);
  for (int k = r; k-- > 0;) {
    const double* source = lu_.row(pivot_[at(k)]);
    double* target = d_.row(k);
    const double inverse = inverse_pivot_[at(k)];
    for (int j = 0; j < width; j += 2) {
      Two sum = load(source + r + j);
      for (int s = k + 1; s < r; ++s) sum -= source[s] * load(d_.row(s) + j);
      store(target + j, inverse * sum);
    }
    for (int j = p + 1; j < width; ++j) target[j] = 0;
  }
  // Back from scaled dependent speeds; the largest entry is judged with both sides scaled.
  const int* independent = independent_speeds().data();
  const double* speed_scales = selection_.speed_scales();
  double largest = 0;
  for (int k = 0; k < r; ++k) {
    double* target = d_.row(k);
    for (int j = 0; j < p; ++j) largest = std::max(largest, std::abs(target[j]) * speed_scales[independent[j]]);
    const double scale = -speed_scales[dependent_speeds()[at(k)]];
    for (int j = 0; j < width; j += 2) store(target + j, scale * load(target + j));
  }
  largest_d_ = largest;
}

// Gillespie (45) in numbers: T^T M T with T = [1; D].
void ConstrainedDynamics::recombine_mass() {
  const std::span<const int> dependent = dependent_speeds();
  const int* independent = independent_speeds().data();
  const int r = rank();
  const int p = n_ - r;
  const int width = padded(p);
  for (int i = 0; i < n_; ++i) {
    const double* m = mass_ + i * n_;
    double* target = mt_.row(i);
    for (int j = 0; j < p; ++j) target[j] = m[independent[j]];
    add_combination(target, d_, m, dependent, width);
  }
  // Column j of D against the dependent rows of M T.
  PaddedTable& reduced = reduced_.matrix();
  for (int j = 0; j < p; ++j) {
    double* target = reduced.row(j);
    const double* own = mt_.row(independent[j]);
    for (int k = 0; k <= j; k += 2) {
      Two sum = load(own + k);
      for (int s = 0; s < r; ++s) sum += d_.row(s)[j] * load(mt_.row(dependent[at(s)]) + k);
      store(target + k, sum);
    }
  }
  const double ratio = reduced_.factor(p);
  if (p == 0 || ratio > limits.smallest_mass) return;
  const bool finite = std::isfinite(std::accumulate(mass_, mass_ + n_ * n_, 0.0));
  status_ = finite ? DynamicsStatus::singular_mass : DynamicsStatus::not_finite;
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
  solve_dependent(remainders.data());
  solve_independent(forcing.data(), x.data());
  if (!row_forces.empty()) distribute_forces(forcing.data(), x.data(), row_forces.data());
  if (!std::isfinite(std::accumulate(x.begin(), x.end(), 0.0))) return DynamicsStatus::not_finite;
  if (status_ == DynamicsStatus::ok && contradicts(remainders.data(), x.data()))
    return DynamicsStatus::inconsistent_rows;
  return status_;
}

// G = -A_dep^-1 r by the factors at hand.
void ConstrainedDynamics::solve_dependent(const double* remainders) {
  const int r = rank();
  for (int k = 0; k < r; ++k) {
    const int i = selection_.used_rows()[at(pivot_[at(k)])];
    g_[at(k)] = selection_.row_scale(i) * remainders[i];
  }
  for (int k = 0; k < r; ++k)
    for (int i = k + 1; i < r; ++i) g_[at(i)] -= lu_.row(pivot_[at(i)])[k] * g_[at(k)];
  for (int k = r; k-- > 0;) {
    g_[at(k)] *= inverse_pivot_[at(k)];
    for (int i = 0; i < k; ++i) g_[at(i)] -= lu_.row(pivot_[at(i)])[k] * g_[at(k)];
  }
  for (int s = 0; s < r; ++s) g_[at(s)] *= -selection_.speed_scale(dependent_speeds()[at(s)]);
}

// Gillespie (44) in numbers, T^T (f - M [0; G]); then Gillespie (46) for the rates, and the dependent ones from (5).
void ConstrainedDynamics::solve_independent(const double* forcing, double* x) {
  const int* dependent = dependent_speeds().data();
  const int* independent = independent_speeds().data();
  const int r = rank();
  const int p = n_ - r;
  std::copy_n(forcing, n_, h_.data());
  for (int s = 0; s < r; ++s)
    for (int i = 0; i < n_; ++i) h_[at(i)] -= mass_[dependent[s] * n_ + i] * g_[at(s)];
  for (int j = 0; j < p; ++j) w_[at(j)] = h_[at(independent[j])];
  add_combination(w_.data(), d_, h_.data(), dependent_speeds(), padded(p));
  reduced_.solve(w_.data());
  for (int j = 0; j < p; ++j) x[independent[j]] = w_[at(j)];
  for (int s = 0; s < r; ++s) x[dependent[s]] = g_[at(s)] + dot(d_.row(s), w_.data(), p);
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
