// SPDX-License-Identifier: Apache-2.0
// Lemke's complementary pivots: w - M z - z0 = q, from all w basic to z0 out of the basis.
#include "dynamics/lcp.h"

#include <cmath>

#include "dynamics/index.h"

namespace tangible {

namespace {
// Callers scale their problems to entries near one.
constexpr double smallest_pivot = 1e-11;
constexpr double tie = 1e-13;
}  // namespace

LcpSolver::LcpSolver(int capacity)
    : matrix_(capacity, capacity),
      q_(at(capacity)),
      z_(at(capacity)),
      tableau_(capacity, 2 * capacity + 2),
      basic_(at(capacity)) {}

void LcpSolver::prepare(int n) {
  for (int i = 0; i < n; ++i) {
    double* row = tableau_.row(i);
    std::fill_n(row, padded(2 * n + 2), 0.0);
    row[i] = 1;
    for (int j = 0; j < n; ++j) row[n + j] = -matrix_.row(i)[j];
    row[2 * n] = -1;
    row[2 * n + 1] = q_[at(i)];
    basic_[at(i)] = i;
    z_[at(i)] = 0;
  }
  pivots_ = 0;
}

LcpStatus LcpSolver::solve(int n) {
  prepare(n);
  int row = find_first_row(n);
  if (row < 0) return LcpStatus::solved;  // q >= 0
  int entering = 2 * n;                   // z0
  const int most = 100 + 50 * n;
  while (pivots_ < most) {
    const int leaving = basic_[at(row)];
    pivot(n, row, entering);
    if (leaving == 2 * n) {
      for (int i = 0; i < n; ++i)
        if (basic_[at(i)] >= n && basic_[at(i)] < 2 * n)
          z_[at(basic_[at(i)] - n)] = std::max(0.0, tableau_.row(i)[2 * n + 1]);
      return LcpStatus::solved;
    }
    entering = leaving < n ? leaving + n : leaving - n;  // the complement
    row = find_leaving_row(n, entering);
    if (row < 0) return LcpStatus::no_solution;
  }
  return LcpStatus::too_many_pivots;
}

// z0 becomes as large as the most negative q needs; the last of several is lexicographically the smallest.
int LcpSolver::find_first_row(int n) const {
  int row = -1;
  double least = 0;
  for (int i = 0; i < n; ++i)
    if (q_[at(i)] < 0 && q_[at(i)] <= least) {
      least = q_[at(i)];
      row = i;
    }
  return row;
}

// The smallest ratio keeps the right side from becoming negative; z0 leaves if it can.
int LcpSolver::find_leaving_row(int n, int entering) const {
  int best = -1;
  for (int i = 0; i < n; ++i) {
    if (tableau_.row(i)[entering] <= smallest_pivot) continue;
    if (best < 0 || lexicographically_less(n, i, best, entering)) best = i;
  }
  if (best < 0) return -1;
  const int right = 2 * n + 1;
  const double ratio = tableau_.row(best)[right] / tableau_.row(best)[entering];
  for (int i = 0; i < n; ++i) {
    const double* row = tableau_.row(i);
    if (basic_[at(i)] == 2 * n && row[entering] > smallest_pivot && row[right] / row[entering] <= ratio + tie) return i;
  }
  return best;
}

// Compares [right side, columns of w] / pivot of two rows.
bool LcpSolver::lexicographically_less(int n, int a, int b, int entering) const {
  const double* ra = tableau_.row(a);
  const double* rb = tableau_.row(b);
  const double pa = 1 / ra[entering];
  const double pb = 1 / rb[entering];
  const double difference = ra[2 * n + 1] * pa - rb[2 * n + 1] * pb;
  if (std::abs(difference) > tie) return difference < 0;
  for (int j = 0; j < n; ++j) {
    const double part = ra[j] * pa - rb[j] * pb;
    if (std::abs(part) > tie) return part < 0;
  }
  return false;
}

void LcpSolver::pivot(int n, int row, int column) {
  const int width = padded(2 * n + 2);
  double* source = tableau_.row(row);
  const double inverse = 1 / source[column];
  for (int j = 0; j < width; ++j) source[j] *= inverse;
  source[column] = 1;
  for (int i = 0; i < n; ++i) {
    double* target = tableau_.row(i);
    const double factor = target[column];
    if (i == row || factor == 0) continue;
    add_scaled(target, source, -factor, width);
    target[column] = 0;
  }
  basic_[at(row)] = column;
  ++pivots_;
}

}  // namespace tangible
