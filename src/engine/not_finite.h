// SPDX-License-Identifier: Apache-2.0
// Infinite and undefined numbers in a run: what they are of, and when they came.
#pragma once

#include <string>
#include <vector>

#include "engine/formulation.h"
#include "simulation/record.h"

namespace tangible {

// For a run that stopped because of them: the first quantity of the equations that is not a finite number, at the state
// where the run stopped or slightly further on; as text, with advice, and the location of the row, contact, load, event
// or variable it comes from, if that is known. No text if none is found.
struct NotFinite {
  std::string text;
  SourceLocation where = {};
};
NotFinite find_not_finite(const Formulation& model, SimulationLoop& simulation);

// Triggers and comparisons without a finite number do not act, and do not stop a run either.
class NonFiniteMonitor {
 public:
  explicit NonFiniteMonitor(const SimulationLoop& simulation);
  // After every step.
  void sample();
  // One line for each, with its location in the model file; and one for each column that is not finite everywhere.
  std::vector<std::string> warnings(const Formulation& model, const Record& record) const;

 private:
  const SimulationLoop* simulation_;
  std::vector<double> first_;  // when each of SimulationLoop::root_values() was first blind; NAN: never
};

}  // namespace tangible
