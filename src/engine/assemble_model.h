// SPDX-License-Identifier: Apache-2.0
// Initial values that satisfy the constraints, the static equilibrium near them, and other ways to go together.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/explain_stop.h"
#include "simulation/branches.h"
#include "simulation/equilibrium.h"

namespace tangible {

// States on the way: as given, assembled, and at rest if that was found.
struct AssemblyWay {
  std::vector<double> begin, assembled, rest;
};

struct AssemblyOutcome {
  AssemblyWay way;
  AssemblyReport report;
  AssemblyFault fault;  // if it was not assembled
  Branches branches;
  std::optional<EquilibriumReport> rest;  // if it was asked for, and assembled
  bool rests() const { return rest && rest->outcome == EquilibriumReport::Outcome::found; }
};

// The system is that of the model; a search for rest needs its derivatives.
AssemblyOutcome assemble_model(const Formulation& model, const System& system, bool at_rest);

// `option_prefix` precedes the names of options: "", or "--".
std::string assembly_to_text(const AssemblyOutcome& outcome, const System& system,
                             const std::string& option_prefix = {});
// `file` is the model's, for the locations of conflicting rows.
nlohmann::ordered_json assembly_to_json(const AssemblyOutcome& outcome, const System& system, const std::string& file);

}  // namespace tangible
