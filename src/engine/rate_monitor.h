// SPDX-License-Identifier: Apache-2.0
// Where in a run the speeds of the model do not determine the rates of its coordinates.
#pragma once

#include <string>
#include <vector>

#include "engine/formulation.h"
#include "program/evaluation.h"
#include "simulation/simulation_loop.h"

namespace tangible {

// A divisor of q' = W u + X that changes its sign has been zero: there a speed such as sin(q) q' says nothing about q'.
// What the motion does beyond it is decided by errors of integration.
class RateMonitor {
 public:
  RateMonitor(const Formulation& model, const SimulationLoop& simulation);
  // After every step.
  void sample();
  // One line if it has happened.
  std::vector<std::string> warnings(const Formulation& model) const;

 private:
  const SimulationLoop* simulation_;
  Evaluation divisors_;
  std::vector<double> last_;
  std::size_t lost_;  // the first divisor that changed its sign, and between which times
  double lost_after_ = 0, lost_before_ = 0;
};

}  // namespace tangible
