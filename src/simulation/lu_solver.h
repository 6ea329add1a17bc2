// SPDX-License-Identifier: Apache-2.0
// LuSolver: square linear systems by LU decomposition with row exchanges (Eigen). The constructor takes the memory.
#pragma once

#include <memory>
#include <span>

namespace tangible {

class LuSolver {
 public:
  explicit LuSolver(std::size_t size);
  ~LuSolver();
  LuSolver(const LuSolver&) = delete;
  LuSolver& operator=(const LuSolver&) = delete;

  // To be written before factor(): size x size, column by column.
  std::span<double> matrix();
  std::span<double> column(std::size_t j);
  // False if the matrix is singular, or has entries that are not finite.
  [[nodiscard]] bool factor();
  // Replaces the right side by the solution.
  void solve(std::span<double> x);

 private:
  struct Storage;
  std::unique_ptr<Storage> storage_;
};

}  // namespace tangible
