// SPDX-License-Identifier: Apache-2.0
// The kernels that need not stand in the header.
#include "dynamics/dense.h"

#include <cmath>
#include <limits>

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

double SymmetricFactor::factor(int n) {
  n_ = n;
  double smallest = std::numeric_limits<double>::max();
  for (int j = 0; j < n; ++j) {
    double* lj = l_.row(j);
    const double diagonal = lj[j];
    double pivot = diagonal;
    // Row j holds l_jk d_k until its own pivot is known.
    for (int k = 0; k < j; ++k) {
      const double scaled = lj[k];
      lj[k] = scaled * inverse_[static_cast<std::size_t>(k)];
      pivot -= lj[k] * scaled;
    }
    const double ratio = diagonal > 0 ? pivot / diagonal : 0.0;
    smallest = ratio < smallest ? ratio : smallest;
    if (!(ratio > 0)) return 0;  // also when it is not a number
    inverse_[static_cast<std::size_t>(j)] = 1 / pivot;
    for (int i = j + 1; i < n; ++i) {
      double* li = l_.row(i);
      double sum = li[j];
      for (int k = 0; k < j; ++k) sum -= li[k] * lj[k];
      li[j] = sum;
    }
  }
  return smallest;
}

void SymmetricFactor::solve(double* x) const {
  for (int i = 0; i < n_; ++i) {
    const double* li = l_.row(i);
    for (int k = 0; k < i; ++k) x[i] -= li[k] * x[k];
  }
  for (int i = 0; i < n_; ++i) x[i] *= inverse_[static_cast<std::size_t>(i)];
  for (int i = n_; i-- > 0;) {
    const double* li = l_.row(i);
    for (int k = 0; k < i; ++k) x[k] -= li[k] * x[i];
  }
}

}  // namespace tangible
