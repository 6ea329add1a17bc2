// SPDX-License-Identifier: Apache-2.0
// ImplicitSteps: fixed steps of order 2 for stiff springs and dampers.
//
//   Y  = y + g h (f(t, y) + f(t + 2 g h, Y))                              trapezoidal rule
//   y+ = y + w h (f(t, y) + f(t + 2 g h, Y)) + g h f(t + h, y+)           two-step formula, on the way
//   g = 1 - 1/sqrt 2,  w = sqrt 2/4
//
// TR-BDF2 (Bank and others, IEEE Trans. Electron Devices 32, 1985; Hosea and Shampine 1996): L-stable, stiffly
// accurate, of stage order 2. Motions too fast for the step are damped out, whatever h times stiffness is, and the slow
// motion of stiff mechanical systems keeps its order, which methods of lower stage order lose. Each stage is solved by
// Newton's method with exact derivatives, evaluated at every iteration: springs turn with their mechanism.
#pragma once

#include <span>
#include <vector>

#include "simulation/linearization.h"
#include "simulation/lu_solver.h"

namespace tangible {

class ImplicitSteps {
 public:
  // size: of the state, with the books and the work done through ports.
  ImplicitSteps(const System& system, std::size_t size);

  struct Result {
    DynamicsStatus status = DynamicsStatus::ok;
    bool converged = true;
    bool has_derivatives = true;  // without them there is no step
  };
  // y at t + h from y at t; neither is projected. The spans must not overlap.
  Result step(SystemMotion& motion, double t, double h, std::span<const double> y, std::span<double> y_new);
  // After iterations that did not converge: iterates on both sides of a jump.
  std::span<const std::vector<double>> oscillating_iterates() const { return oscillating_iterates_; }

 private:
  Result solve_stage(SystemMotion& motion, double t, double gh, std::span<double> y);
  DynamicsStatus evaluate_matrix(SystemMotion& motion, double t, double gh, std::span<const double> y);

  Linearization linear_;
  std::size_t n_;              // q, u, z; energy states and port work are carried along
  LuSolver newton_;            // 1 - g h J
  std::vector<double> known_;  // the known part of a stage
  std::vector<double> first_;  // slope at the beginning
  std::vector<double> slope_, correction_;
  // Of the first stage the last two, of the second the one before the last.
  std::vector<std::vector<double>> oscillating_iterates_;
};

}  // namespace tangible
