// SPDX-License-Identifier: Apache-2.0
// Steps, error estimate and dense output of DOP853; Hairer, Norsett, Wanner I, sec. II.5 and II.6.
#include "simulation/dormand_prince.h"

#include <algorithm>
#include <cmath>

#include "simulation/dormand_prince_numbers.h"

namespace tangible {

DormandPrince::DormandPrince(std::size_t size)
    : size_(size),
      k_(dop853::extended, std::vector<double>(size)),
      dense_(7, std::vector<double>(size)),
      between_(size),
      start_(size) {}

DynamicsStatus DormandPrince::begin(SystemMotion& motion, double t, std::span<const double> y) {
  return motion.evaluate(t, y, k_[0]);
}

double DormandPrince::guess_step(std::span<const double> y) const {
  double size = 0, speed = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    const double scale = tolerance.absolute + tolerance.relative * std::abs(y[i]);
    size = std::max(size, std::abs(y[i]) / scale);
    speed = std::max(speed, std::abs(k_[0][i]) / scale);
  }
  return size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed;
}

// out = y + h sum a[s][j] k[j]
void DormandPrince::stage(int s, double h, std::span<const double> y, std::span<double> out) const {
  std::ranges::copy(y, out.begin());
  for (std::size_t j = 0; j < static_cast<std::size_t>(s); ++j) {
    const double weight = h * dop853::a[s][j];
    if (weight == 0) continue;
    for (std::size_t i = 0; i < size_; ++i) out[i] += weight * k_[j][i];
  }
}

DormandPrince::Trial DormandPrince::step(SystemMotion& motion, double t, double h, std::span<const double> y,
                                         std::span<double> y_new) {
  for (int s = 1; s < dop853::stages; ++s) {
    stage(s, h, y, between_);
    const auto at = static_cast<std::size_t>(s);
    const DynamicsStatus status = motion.evaluate(t + h * dop853::node[s], between_, k_[at]);
    if (!is_usable_within_step(status)) return {status, 1e9};
  }
  stage(dop853::stages, h, y, y_new);
  // Books of energy need not be as exact as the motion, but must not be forgotten where it is a parabola.
  constexpr double leniency = 100;
  const std::size_t books = motion.energy_states_at();
  return {DynamicsStatus::ok,
          std::max(scaled_error(h, y, y_new, {0, books}), scaled_error(h, y, y_new, {books, size_}) / leniency)};
}

// The error of order 5, corrected by that of order 3: large only where both are.
double DormandPrince::scaled_error(double h, std::span<const double> y, std::span<const double> y_new,
                                   Part part) const {
  double sum5 = 0, sum3 = 0;
  for (std::size_t i = part.from; i < part.to; ++i) {
    const double scale = tolerance.absolute + tolerance.relative * std::max(std::abs(y[i]), std::abs(y_new[i]));
    double e5 = 0, e3 = 0;
    for (std::size_t s = 0; s < dop853::stages; ++s) {
      e5 += dop853::error5[s] * k_[s][i];
      e3 += dop853::error3[s] * k_[s][i];
    }
    sum5 += (e5 / scale) * (e5 / scale);
    sum3 += (e3 / scale) * (e3 / scale);
  }
  if (sum5 == 0) return 0;
  const double error = std::abs(h) * sum5 / std::sqrt((sum5 + 0.01 * sum3) * static_cast<double>(part.to - part.from));
  return std::isfinite(error) ? error : 1e9;
}

double DormandPrince::next_step(double h, double error) {
  return h * std::clamp(0.9 * std::pow(std::max(error, 1e-10), -1.0 / 8), 0.2, 5.0);
}

DynamicsStatus DormandPrince::prepare_dense(SystemMotion& motion, double t, double h, std::span<const double> y,
                                            std::span<const double> y_new) {
  DynamicsStatus status = motion.evaluate(t + h, y_new, k_[dop853::stages]);
  for (int s = dop853::stages + 1; s < dop853::extended && is_usable_within_step(status); ++s) {
    stage(s, h, y, between_);
    status = motion.evaluate(t + h * dop853::node[s], between_, k_[static_cast<std::size_t>(s)]);
  }
  std::ranges::copy(y, start_.begin());
  for (std::size_t i = 0; i < size_; ++i) {
    const double difference = y_new[i] - y[i];
    dense_[0][i] = difference;
    dense_[1][i] = h * k_[0][i] - difference;
    dense_[2][i] = 2 * difference - h * (k_[dop853::stages][i] + k_[0][i]);
    for (std::size_t d = 0; d < 4; ++d) {
      double sum = 0;
      for (std::size_t s = 0; s < dop853::extended; ++s) sum += dop853::dense[d][s] * k_[s][i];
      dense_[3 + d][i] = h * sum;
    }
  }
  return is_usable_within_step(status) ? DynamicsStatus::ok : status;
}

// y + theta (d0 + (1 - theta) (d1 + theta (d2 + (1 - theta) (d3 + ...))))
void DormandPrince::interpolate(double theta, std::span<double> out) const {
  for (std::size_t i = 0; i < size_; ++i) {
    double value = 0;
    for (std::size_t d = 7; d-- > 0;) value = (value + dense_[d][i]) * (d % 2 == 0 ? theta : 1 - theta);
    out[i] = start_[i] + value;
  }
}

}  // namespace tangible
