// SPDX-License-Identifier: Apache-2.0
// Formulation: a mechanism and its equations, with the graph in which their expressions live.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/driven_handle.h"
#include "engine/error.h"
#include "equations/embedding.h"
#include "equations/equations.h"
#include "model/read_model.h"
#include "symbolic/graph.h"

namespace tangible {

struct FormulationOptions {
  std::map<std::string, std::string> set = {};  // parameters to override: name -> "2 kg"
  std::string set_label = "parameter ";         // the beginning of messages about them: "parameter m=nan: error: ..."
  std::vector<std::string> reactions = {};      // links, points and frames whose reactions are requested
  bool all_joints = false;                      // of all links
  bool coriolis = false;                        // form the matrix C, unless there are many speeds
  std::optional<DrivenHandle> drive = {};       // a handle whose motion is given while running
};

struct PhaseTimes {  // milliseconds
  double read = 0;
  double derive = 0;
};

// A caller that uses its expressions makes the graph current first, in one thread at a time. It may be moved.
struct Formulation {
  std::string path;  // for messages
  std::string text;  // of the model file; empty if the mechanism was built in C++
  std::unique_ptr<Graph> graph;
  std::unique_ptr<Mechanism> mechanism;
  Equations equations;
  std::optional<Matrix> coriolis;  // C, if it was requested
  PhaseTimes times;
  std::vector<Problem> warnings;
  std::string warning_text;  // the same, ready to be printed
};

// Builds a mechanism in C++. It is called twice if reactions are requested, so it must give the same each time.
using MechanismBuilder = std::function<void(Mechanism&)>;

// All throw BadInput. The first reads no more than the mechanism.
Formulation read_mechanism(const std::string& path, const FormulationOptions& options = {});
Formulation formulate(const std::string& path, const FormulationOptions& options = {});
Formulation formulate_text(const std::string& text, const std::string& name, const FormulationOptions& options = {});
Formulation formulate_mechanism(const std::string& name, const MechanismBuilder& build,
                                const FormulationOptions& options = {});

// The equations under the active rows; conflicting rows are bad input. The graph must be current.
Embedding embed_rows(const Formulation& model, std::span<const std::string> active_rows);

// A formulation whose graph is current in this thread from its beginning to its end, for programs that work on one
// model.
struct CurrentFormulation : Formulation {
  CurrentFormulation(Formulation&& model)  // NOLINT: a conversion is meant
      : Formulation(std::move(model)), scope(std::make_unique<GraphScope>(*graph)) {}
  std::unique_ptr<GraphScope> scope;
};

}  // namespace tangible
