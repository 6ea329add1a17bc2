// SPDX-License-Identifier: Apache-2.0
// Completing the squares of the kinetic energy.
#include "equations/diagonal_speeds.h"

namespace tangible {
namespace {

// With more speeds the combinations are never short.
constexpr std::size_t max_speeds = 3;
// A factor l_kj that costs more than this would be paid for twice, in q' = W u and in the partial velocities.
constexpr std::size_t dearest_factor = 40;

// L^T in the upper triangle; nothing as soon as a factor is dear.
std::optional<Matrix> completed_squares(Matrix mass, Shortener& shortener) {
  const std::size_t n = mass.rows();
  Matrix upper(n, n);
  for (std::size_t k = 0; k < n; ++k) {
    if (mass(k, k).is_zero()) return std::nullopt;
    for (std::size_t j = k; j < n; ++j) {
      upper(k, j) = shortener.scalar(mass(k, j) / mass(k, k));
      if (cost(upper(k, j)) > dearest_factor) return std::nullopt;
    }
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j < n; ++j) mass(i, j) = shortener.scalar(mass(i, j) - upper(k, i) * mass(k, j));
  }
  return upper;
}

}  // namespace

std::optional<std::vector<Speed>> diagonalising_speeds(const Equations& in_coordinate_rates) {
  const std::size_t n = in_coordinate_rates.nu();
  if (n < 2 || n > max_speeds || in_coordinate_rates.nq() != n) return std::nullopt;
  Shortener shortener(in_coordinate_rates.kinematical.u, in_coordinate_rates.angles);
  const std::optional<Matrix> factors = completed_squares(in_coordinate_rates.dynamical.mass, shortener);
  if (!factors) return std::nullopt;
  std::vector<Speed> speeds = in_coordinate_rates.speeds;
  bool any = false;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t j = k + 1; j < n; ++j) {
      if ((*factors)(k, j).is_zero()) continue;
      speeds[k].definition = speeds[k].definition + (*factors)(k, j) * in_coordinate_rates.kinematical.q_rate[j];
      any = true;
    }
  }
  if (!any) return std::nullopt;
  return speeds;
}

}  // namespace tangible
