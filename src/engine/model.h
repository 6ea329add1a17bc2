// SPDX-License-Identifier: Apache-2.0
// Model: a mechanism with its equations and compiled code, ready to be simulated. A cheap value: copies share what they
// hold, which never changes, so that any number of simulations in any number of threads may use it.
//
//   tangible::Model cart = tangible::load("models/shopping_cart/shopping_cart.yaml");
//   std::cout << cart.equations({"caster_sticks"}).text();
//
// Errors are exceptions (BadInput, with file and line); warnings are data.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/description.h"
#include "engine/driven_handle.h"
#include "engine/equations_document.h"
#include "engine/error.h"
#include "engine/snapshot.h"
#include "simulation/port.h"
#include "simulation/simulation_loop.h"
#include "simulation/system.h"
#include "simulation/task_program.h"

namespace tangible {

struct Formulation;
struct ReadableEquations;

struct LoadOptions {
  std::map<std::string, std::string> set = {};  // parameters to override: name -> "2 kg"
  std::vector<std::string> reactions = {};      // links, points and frames whose reactions are requested
  std::optional<DrivenHandle> drive = {};       // a handle whose motion is given while running
};

class Model {
 public:
  // Takes the formulation over.
  explicit Model(Formulation&& formulation);

  const std::string& name() const;
  const ModelDescription& description() const;
  const std::vector<Problem>& warnings() const;

  // The numbers: compiled programs, names and slots. The methods that need derivatives get a system that has them.
  const System& system(Method method = Method::adaptive) const;
  // The layout of the snapshots of its simulations.
  SnapshotLayout snapshot_layout(std::size_t ports, std::size_t external_rows = 0) const;
  // Poses of description().frames, 12 outputs each: position, rotation row by row. Inputs as those of the motion.
  std::shared_ptr<const Code> scene() const;

  // The equations while these switchable constraints hold, beside those that always do; names of loops and declared
  // modes are names, too. With no names given: those that hold at the start. Throws BadInput for unknown names and for
  // constraints that contradict each other. May be called from any thread while simulations run.
  EquationsDocument equations() const;
  EquationsDocument equations(const std::vector<std::string>& active) const;
  // The same by the names of all active rows; names of contacts' rows are not among them.
  EquationsDocument equations_of_rows(const std::vector<std::string>& rows) const;
  // The same as shown beside a running model, with the generalized forces of a hand or without:
  // engine/readable_equations.h.
  ReadableEquations readable_equations(const std::vector<std::string>& rows, bool has_hand = true) const;
  // A handle, a body or a particle by name. Compiled at its first use, from any thread; throws BadInput.
  std::shared_ptr<const PortProgram> port(const std::string& name) const;
  // Of a model with the key `task`. Compiled at its first use, from any thread; throws BadInput if there is none.
  std::shared_ptr<const TaskProgram> task() const;
  // Why a simulation of this model has stopped, or could not begin.
  std::string explain(SimulationLoop& loop, SimulationStatus status, bool at_start) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

// From a file, or from a text in memory, whose messages carry `name`.
Model load(const std::string& path, const LoadOptions& options = {});
Model load_text(const std::string& text, const std::string& name = "model", const LoadOptions& options = {});

}  // namespace tangible
