// SPDX-License-Identifier: Apache-2.0
// Decompositions of dense matrices of any size, for code that prepares and checks; they allocate. Eigen's templates
// behind them take seconds to compile, so they are compiled once, here, and not where they are used.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <complex>
#include <vector>

namespace tangible {

// a x = b by the complete orthogonal decomposition: where x is not determined, the shortest one.
class LeastNormSolver {
 public:
  explicit LeastNormSolver(const Eigen::MatrixXd& a);
  // Pivots below `threshold` of the largest count as zero.
  LeastNormSolver(const Eigen::MatrixXd& a, double threshold);
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  Eigen::MatrixXd pseudo_inverse() const;

 private:
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition_;
};

// a P = Q R, the longest of the remaining columns first.
class RankRevealingQr {
 public:
  explicit RankRevealingQr(const Eigen::MatrixXd& a);
  Eigen::Index rank(double threshold);   // with pivots above this share of the largest
  double pivot(Eigen::Index k) const;    // R(k, k)
  const Eigen::VectorXi& order() const;  // of the columns
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  Eigen::MatrixXd solve(const Eigen::MatrixXd& b) const;

 private:
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition_;
};

// P a Q = L U of a square matrix, pivoted by rows and columns.
class FullyPivotedLu {
 public:
  explicit FullyPivotedLu(const Eigen::MatrixXd& a);
  bool is_invertible() const;
  double reciprocal_condition() const;
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  Eigen::MatrixXd solve(const Eigen::MatrixXd& b) const;
  Eigen::MatrixXd inverse() const;

 private:
  Eigen::FullPivLU<Eigen::MatrixXd> decomposition_;
};

// P a P^T = L D L^T of a symmetric matrix.
class SymmetricSolver {
 public:
  explicit SymmetricSolver(const Eigen::MatrixXd& a);
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  Eigen::LDLT<Eigen::MatrixXd> decomposition_;
};

// The smallest pivot of P a P^T = L D L^T. The largest diagonal entry of what is left is always the next pivot, so that
// what rounding leaves of a pivot that is zero does not grow. Not positive where a is not definite.
double smallest_symmetric_pivot(Eigen::MatrixXd a);

// Q of a = Q R, all of its columns.
Eigen::MatrixXd householder_basis(const Eigen::MatrixXd& a);
// V of a = U S V^T, all of its columns.
Eigen::MatrixXd right_singular_vectors(const Eigen::MatrixXd& a);
double determinant_of(const Eigen::MatrixXd& a);
// a x = b by LU with row pivots.
Eigen::VectorXd solve_by_lu(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

std::vector<std::complex<double>> eigenvalues(const Eigen::MatrixXd& a);
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);  // increasing

// a v = lambda b v of symmetric matrices, b positive definite; lambda increases.
struct GeneralizedEigenvalues {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;  // columns
};
GeneralizedEigenvalues symmetric_eigenvalues(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

}  // namespace tangible
