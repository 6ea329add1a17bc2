// SPDX-License-Identifier: Apache-2.0
// The kernels that need not be in the header.
#include "dynamics/dense.h"

#include <cmath>

namespace tangible {

double kinetic_energy(const double* mass, const double* x, int n) {
  double twice = 0;
  for (int i = 0; i < n; ++i) twice += x[i] * dot(mass + i * n, x, n);
  return twice / 2;
}

void multiply(const double* mass, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = dot(mass + i * n, x, n);
}

double solve_small_system(PaddedTable& system, int k) {
  double determinant = 1;
  for (int c = 0; c < k; ++c) {
    int best = c;
    for (int i = c + 1; i < k; ++i)
      if (std::abs(system.row(i)[c]) > std::abs(system.row(best)[c])) best = i;
    if (best != c) {
      std::swap_ranges(system.row(c), system.row(c) + k + 1, system.row(best));
      determinant = -determinant;
    }
    const double pivot = system.row(c)[c];
    determinant *= pivot;
    if (pivot == 0) return 0;
    for (int i = 0; i < k; ++i) {
      if (i == c) continue;
      const double factor = system.row(i)[c] / pivot;
      for (int j = c; j <= k; ++j) system.row(i)[j] -= factor * system.row(c)[j];
    }
  }
  for (int c = 0; c < k; ++c) system.row(c)[k] /= system.row(c)[c];
  return determinant;
}

}  // namespace tangible
