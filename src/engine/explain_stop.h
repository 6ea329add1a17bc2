// SPDX-License-Identifier: Apache-2.0
// Why a motion cannot begin, or cannot continue: what is wrong, where in the model file, what to do.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/formulation.h"
#include "simulation/simulation_loop.h"

namespace tangible {

// The fewest rows that no state satisfies together near y, under the mode of the motion and with what is held of the
// initial values: positions in System::rows. Empty if the mechanism can be assembled. y and mode stay as they are.
std::vector<std::size_t> find_assembly_conflict(SystemMotion& motion, double t, std::span<const double> y);
// The fewest rows that no speeds, or no accelerations, satisfy together at the state last evaluated.
std::vector<std::size_t> find_motion_conflict(const SystemMotion& motion);

// Why no state near `begin` satisfies the constraints.
struct AssemblyFault {
  struct ConflictingRow {
    std::string row;
    SourceLocation where;
  };
  std::vector<ConflictingRow> conflict;  // a minimal set of conflicting rows; none if it is not known
  std::vector<std::string> held;         // of the initial values
  std::string text;                      // several lines
};
AssemblyFault explain_assembly(const Formulation& model, SimulationLoop& simulation, std::span<const double> begin);
std::string explain_start(const Formulation& model, SimulationLoop& simulation, SimulationStatus status);
std::string explain_stop(const Formulation& model, SimulationLoop& simulation, SimulationStatus status);
// Starts. Empty unless a contact begins inside its surface.
std::string explain_contact_inside(const Formulation& model, SimulationLoop& simulation);

}  // namespace tangible
