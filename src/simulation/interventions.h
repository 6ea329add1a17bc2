// SPDX-License-Identifier: Apache-2.0
// Interventions: changes from outside between two steps: constraints switched by hand, parameters, inputs, discrete
// variables. After one that is made the instant has to be resolved; a refused one has to be undone (Checkpoint).
#pragma once

#include <span>

#include "simulation/instant_resolver.h"

namespace tangible {

class Interventions {
 public:
  Interventions(MechanismState& state, RunJournal& journal, RootFunctions& roots, ContactResolver& contacts,
                InstantResolver& instant);

  // Does what an event with these actions would do. values: of the root functions, for the instant.
  SimulationStatus apply(std::span<const ActionDescription> actions, RootValues& values);
  // Configuration constraints that depend on the parameter are closed again by projection.
  SimulationStatus set_parameter(std::size_t index, double value, RootValues& values);

 private:
  bool allows_parameters();
  SimulationStatus close_constraints();

  MechanismState& state_;
  RunJournal& journal_;
  RootFunctions& roots_;
  ContactResolver& contacts_;
  InstantResolver& instant_;
  Evaluation ranges_;  // System::parameter_ranges
};

}  // namespace tangible
