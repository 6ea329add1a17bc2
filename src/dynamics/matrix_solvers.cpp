// SPDX-License-Identifier: Apache-2.0
// Eigen's decompositions, instantiated.
#include "dynamics/matrix_solvers.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace tangible {

LeastNormSolver::LeastNormSolver(const Eigen::MatrixXd& a) : decomposition_(a) {}
LeastNormSolver::LeastNormSolver(const Eigen::MatrixXd& a, double threshold) {
  decomposition_.setThreshold(threshold);
  decomposition_.compute(a);
}
Eigen::VectorXd LeastNormSolver::solve(const Eigen::VectorXd& b) const { return decomposition_.solve(b); }
Eigen::MatrixXd LeastNormSolver::pseudo_inverse() const { return decomposition_.pseudoInverse(); }

RankRevealingQr::RankRevealingQr(const Eigen::MatrixXd& a) : decomposition_(a) {}
Eigen::Index RankRevealingQr::rank(double threshold) { return decomposition_.setThreshold(threshold).rank(); }
double RankRevealingQr::pivot(Eigen::Index k) const { return decomposition_.matrixR()(k, k); }
const Eigen::VectorXi& RankRevealingQr::order() const { return decomposition_.colsPermutation().indices(); }
Eigen::VectorXd RankRevealingQr::solve(const Eigen::VectorXd& b) const { return decomposition_.solve(b); }
Eigen::MatrixXd RankRevealingQr::solve(const Eigen::MatrixXd& b) const { return decomposition_.solve(b); }

FullyPivotedLu::FullyPivotedLu(const Eigen::MatrixXd& a) : decomposition_(a) {}
bool FullyPivotedLu::is_invertible() const { return decomposition_.isInvertible(); }
double FullyPivotedLu::reciprocal_condition() const { return decomposition_.rcond(); }
Eigen::VectorXd FullyPivotedLu::solve(const Eigen::VectorXd& b) const { return decomposition_.solve(b); }
Eigen::MatrixXd FullyPivotedLu::solve(const Eigen::MatrixXd& b) const { return decomposition_.solve(b); }
Eigen::MatrixXd FullyPivotedLu::inverse() const { return decomposition_.inverse(); }

SymmetricSolver::SymmetricSolver(const Eigen::MatrixXd& a) : decomposition_(a) {}
Eigen::VectorXd SymmetricSolver::solve(const Eigen::VectorXd& b) const { return decomposition_.solve(b); }

double smallest_symmetric_pivot(Eigen::MatrixXd a) {
  const Eigen::Index n = a.rows();
  double smallest = a.diagonal().maxCoeff();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index largest = 0;
    smallest = std::min(smallest, a.diagonal().tail(n - k).maxCoeff(&largest));
    if (!(smallest > 0)) return smallest;
    a.row(k).swap(a.row(k + largest));
    a.col(k).swap(a.col(k + largest));
    const Eigen::VectorXd column = a.col(k).tail(n - k - 1);
    a.bottomRightCorner(n - k - 1, n - k - 1) -= column * column.transpose() / a(k, k);
  }
  return smallest;
}

Eigen::MatrixXd householder_basis(const Eigen::MatrixXd& a) {
  return Eigen::HouseholderQR<Eigen::MatrixXd>(a).householderQ();
}

Eigen::MatrixXd right_singular_vectors(const Eigen::MatrixXd& a) { return a.jacobiSvd(Eigen::ComputeFullV).matrixV(); }

double determinant_of(const Eigen::MatrixXd& a) { return a.determinant(); }

Eigen::VectorXd solve_by_lu(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) { return a.partialPivLu().solve(b); }

std::vector<std::complex<double>> eigenvalues(const Eigen::MatrixXd& a) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(a, false);
  return {solver.eigenvalues().begin(), solver.eigenvalues().end()};
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

GeneralizedEigenvalues symmetric_eigenvalues(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(a, b);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace tangible
