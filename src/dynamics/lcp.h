// SPDX-License-Identifier: Apache-2.0
// Linear complementarity: w = M z + q, w >= 0, z >= 0, w^T z = 0. Lemke's method, dense, exact up to rounding.
//
// Ties are broken lexicographically, so that the method cannot cycle; contacts at rest are full of ties. For matrices
// that are positive semidefinite, and for those of Coulomb friction with its cone (copositive), it ends with a solution
// if there is one; otherwise it ends on a ray.
#pragma once

#include <span>
#include <vector>

#include "dynamics/dense.h"

namespace tangible {

enum class LcpStatus { solved, no_solution, too_many_pivots };

class LcpSolver {
 public:
  explicit LcpSolver(int capacity);

  // Fill these, n x n and n, then solve.
  double& M(int i, int j) { return matrix_.row(i)[j]; }
  double& q(int i) { return q_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] LcpStatus solve(int n);
  double z(int i) const { return z_[static_cast<std::size_t>(i)]; }
  int pivots() const { return pivots_; }

 private:
  void prepare(int n);
  int find_first_row(int n) const;
  int find_leaving_row(int n, int entering) const;
  bool lexicographically_less(int n, int a, int b, int entering) const;
  void pivot(int n, int row, int column);

  PaddedTable matrix_;
  std::vector<double> q_;
  std::vector<double> z_;
  PaddedTable tableau_;     // n x (2 n + 2): w, z, z0, right side
  std::vector<int> basic_;  // column that is basic in a row
  int pivots_ = 0;
};

}  // namespace tangible
