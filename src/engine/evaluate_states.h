// SPDX-License-Identifier: Apache-2.0
// The equations of a model, or one of its programs, at states that were written down in JSON.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/model_program.h"

namespace tangible {

inline const std::string states_advice =
    "write {\"states\": [{\"q\": {...}, \"u\": {...}}]}, as in docs/reference/command-line.md";

struct StatesRequest {
  std::string origin;                  // the file of the states, for messages
  ProgramRequest program{"", {}, {}};  // no name: all that evaluate prints
};

// violated_rows: the numbers are right for the states that were given, but rows that hold do not allow such a state.
enum class StatesOutcome { ok, violated_rows, failed };

struct StatesResult {
  std::string json;
  StatesOutcome outcome = StatesOutcome::ok;
};

// Gets a line for each warning, and for each state at which something is not right, as they are found.
using StatesNotice = std::function<void(const std::string&)>;

// {"parameters": {...}, "states": [{"t":, "q": {...}, "u": {...}, "inputs": {...}, "active": [...]}]}. Throws BadInput
// for what cannot be read.
StatesResult evaluate_states(const Formulation& model, const nlohmann::ordered_json& input,
                             const StatesRequest& request, const StatesNotice& notice = {});

}  // namespace tangible
