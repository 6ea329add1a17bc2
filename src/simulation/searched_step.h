// SPDX-License-Identifier: Apache-2.0
// SearchedStep: one step of the motion for the search for crossings: root functions of the time x since the step began.
// Calls are virtual: each of them costs an evaluation of the whole mechanism.
#pragma once

#include <cstddef>
#include <span>

#include "simulation/status.h"

namespace tangible {

class SearchedStep {
 public:
  // The crossing test, for values of the same step.
  virtual bool crossed(std::size_t root, double before, double after) const = 0;
  virtual bool any_crossed(std::span<const double> before, std::span<const double> after) const = 0;
  // The first one from `root` on that has crossed; absent if there is none.
  virtual std::size_t next_crossed(std::size_t root, std::span<const double> before,
                                   std::span<const double> after) const = 0;

  // Root functions on the interpolated motion.
  virtual SimulationStatus sample(double x, std::span<double> roots) = 0;

  // Root functions at the end of a trial step of length x, which is as accurate as any step. One state is kept: at
  // first the start of the step, then each trial for which keep_trial() is called.
  virtual void keep_start() = 0;
  virtual SimulationStatus try_step(double x, std::span<double> roots) = 0;
  virtual void keep_trial() = 0;
  virtual SimulationStatus keep_step(double x, std::span<double> roots) = 0;
  // By how much, in time, a stage of the last trial step has gone beyond a jump or kink of a root function that the
  // step itself has not reached: the slopes of stages differ from that of the whole.
  virtual double stage_overshoot(double x, std::size_t root, double slope) = 0;

  // A last short step from the kept state at x, along a parabola, to x + by. The state that it reaches is kept; to
  // abandon it keeps the state at x again.
  virtual SimulationStatus begin_final_step(double x, double longest) = 0;
  virtual SimulationStatus extend_final_step(double by, double end, std::span<double> roots) = 0;
  virtual void abandon_final_step() = 0;

 protected:
  ~SearchedStep() = default;
};

}  // namespace tangible
