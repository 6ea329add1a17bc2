// SPDX-License-Identifier: Apache-2.0
// Values and errors of rows.
#include "simulation/active_rows.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr double max_displacement_per_residual = 1e6;

// What is no number is worse than any error.
double larger(double worst, double error) {
  if (error <= worst) return worst;
  return std::isnan(error) ? INFINITY : error;
}

}  // namespace

ActiveRows::ActiveRows(const MotionProgram& program)
    : program_(program),
      system_(program.system()),
      external_(system_),
      may_do_work_(system_.rows.size()),
      constants_(system_.rows.size()),
      scales_{std::vector<double>(system_.rows.size(), 1.0)} {
  active_.reserve(system_.rows.size());
  working_.reserve(system_.rows.size());
  for (std::size_t i = 0; i < system_.rows.size(); ++i) {
    const bool is_fixed = i < system_.program_rows() && program_.stage_of(system_.constants[i]) == Stage::constant;
    may_do_work_[i] = is_fixed && program_.output(system_.constants)[i] == 0 ? 0 : 1;
  }
}

void ActiveRows::set_mode(const Mode& mode, bool is_evaluated) {
  mode_ = mode;
  active_.clear();
  for (std::size_t i = 0; i < mode.active.size(); ++i)
    if (mode.active[i]) active_.push_back(static_cast<int>(i));
  scales_.are_read = false;
  if (is_evaluated) scale_residuals();
  read_offsets();
}

bool ActiveRows::update_mode(const Mode& mode) {
  bool changes = false;
  for (std::size_t i = 0; i < mode.offset.size(); ++i)
    changes = changes || (system_.is_constraint(i) && !(mode.offset[i] == mode_.offset[i]));
  mode_ = mode;
  if (changes) read_offsets();
  return changes;
}

bool ActiveRows::external_rows_are_finite() const {
  constexpr auto is_finite = [](double x) { return std::isfinite(x); };
  for (std::size_t i = system_.program_rows(); i < system_.rows.size(); ++i)
    if (mode_.active[i] != 0 &&
        !(std::ranges::all_of(coefficients(i), is_finite) && is_finite(external_.constants()[i]) &&
          is_finite(external_.remainders()[i]) && is_finite(external_.values()[i])))
      return false;
  return true;
}

void ActiveRows::read_offsets() {
  has_offsets_ = false;
  for (std::size_t i = 0; i < system_.rows.size(); ++i)
    has_offsets_ = has_offsets_ || (system_.is_constraint(i) && !system_.rows[i].configuration && mode_.offset[i] != 0);
  if (has_offsets_) subtract_offsets();
  classify_rows();
}

void ActiveRows::subtract_offsets() {
  std::ranges::copy(constants_without_offsets(), constants_.begin());
  for (std::size_t i = 0; i < system_.rows.size(); ++i)
    if (system_.is_constraint(i) && !system_.rows[i].configuration) constants_[i] -= mode_.offset[i];
}

// Which active rows can do work, and whether none of them restricts coordinates.
void ActiveRows::classify_rows() {
  working_.clear();
  restrict_speeds_only_ = system_.built_in_configuration.count == 0 && system_.energy_rate == absent;
  for (const int row : active_) {
    const auto i = static_cast<std::size_t>(row);
    if (may_do_work_[i] != 0 || has_offsets_) working_.push_back(row);
    restrict_speeds_only_ = restrict_speeds_only_ && !system_.rows[i].configuration;
  }
}

// Taken at the first state of a mode: what matters is the order of magnitude.
void ActiveRows::scale_residuals() {
  for (const int row : active_) {
    double largest = 0;
    for (const double a : coefficients(static_cast<std::size_t>(row))) largest = std::max(largest, std::abs(a));
    scales_.displacement_per_residual[static_cast<std::size_t>(row)] =
        largest > 0 ? std::clamp(1 / largest, 1.0, max_displacement_per_residual) : 1;
  }
  scales_.are_read = true;
}

bool ActiveRows::has_moving_row() const {
  const std::span<const double> c = constants();
  return std::ranges::any_of(working_, [&](int row) { return c[static_cast<std::size_t>(row)] != 0; });
}

double ActiveRows::value(std::size_t row) const {
  const double phi = external_.empty() ? program_.output(system_.configuration)[row] : external_.values()[row];
  return phi - (system_.rows[row].configuration ? mode_.offset[row] : 0);
}

double ActiveRows::speed(std::size_t row) const {
  double sum = constants()[row];
  const std::size_t nu = system_.nu();
  const double* a = coefficients().data() + row * nu;
  const double* u = program_.speeds().data();
  for (std::size_t r = 0; r < nu; ++r) sum += a[r] * u[r];
  return sum;
}

double ActiveRows::acceleration(std::size_t row, std::span<const double> u_rate) const {
  double sum = remainders()[row];
  const double* a = coefficients().data() + row * system_.nu();
  for (std::size_t r = 0; r < system_.nu(); ++r) sum += a[r] * u_rate[r];
  return sum;
}

double ActiveRows::configuration_error() const {
  double worst = 0;
  for (const int row : active_) {
    const auto i = static_cast<std::size_t>(row);
    if (system_.rows[i].configuration) worst = larger(worst, std::abs(value(i)));
  }
  return worst;
}

double ActiveRows::motion_error() const {
  double worst = 0;
  for (const int row : active_) worst = larger(worst, std::abs(speed(static_cast<std::size_t>(row))));
  return worst;
}

double ActiveRows::relative_motion_error() const {
  constexpr double rounding = 1e-9;  // m/s or rad/s
  double worst = 0;
  for (const int row : active_) {
    const auto i = static_cast<std::size_t>(row);
    const std::span<const double> a = coefficients(i), u = program_.speeds();
    double size = std::abs(constants()[i]) + rounding, sum = constants()[i];
    for (std::size_t r = 0; r < u.size(); ++r) {
      sum += a[r] * u[r];
      size += std::abs(a[r] * u[r]);
    }
    worst = larger(worst, std::abs(sum) / size);
  }
  return worst;
}

// In m or rad: |p|^2 = r^2 determines p poorly if r is a micrometre. The residual of a row that is steeper than its
// speeds is taken as it is.
double ActiveRows::displacement_error() const {
  double worst = 0;
  for (const int row : active_) {
    const auto i = static_cast<std::size_t>(row);
    if (system_.rows[i].configuration)
      worst = larger(worst, std::abs(value(i)) * scales_.displacement_per_residual[i]);
  }
  return worst;
}

}  // namespace tangible
