// SPDX-License-Identifier: Apache-2.0
// Eigen's decomposition in storage of a fixed size.
#include "simulation/lu_solver.h"

#include <Eigen/LU>

namespace tangible {

struct LuSolver::Storage {
  explicit Storage(Eigen::Index n) : matrix(n, n), lu(n), x(n) {}
  Eigen::MatrixXd matrix;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu;
  Eigen::VectorXd x;
};

LuSolver::LuSolver(std::size_t size) : storage_(std::make_unique<Storage>(static_cast<Eigen::Index>(size))) {}
LuSolver::~LuSolver() = default;

std::span<double> LuSolver::matrix() {
  return {storage_->matrix.data(), static_cast<std::size_t>(storage_->matrix.size())};
}

std::span<double> LuSolver::column(std::size_t j) {
  const auto n = static_cast<std::size_t>(storage_->matrix.rows());
  return matrix().subspan(j * n, n);
}

bool LuSolver::factor() {
  if (storage_->matrix.size() == 0) return true;
  storage_->lu.compute(storage_->matrix);
  // Of what is not a number no comparison holds.
  return (storage_->lu.matrixLU().diagonal().array().abs() > 0).all() && storage_->lu.matrixLU().allFinite();
}

void LuSolver::solve(std::span<double> x) {
  if (x.empty()) return;
  Eigen::Map<Eigen::VectorXd> values(x.data(), static_cast<Eigen::Index>(x.size()));
  storage_->x.noalias() = storage_->lu.solve(values);
  values = storage_->x;
}

}  // namespace tangible
