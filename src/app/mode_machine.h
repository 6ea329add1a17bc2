// SPDX-License-Identifier: Apache-2.0
// The finite state machine of modes that a run went through, beside the one that was declared.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "simulation/record.h"

namespace tangible {

struct ModeMachine {
  struct Stay {
    int visits = 0;
    double time = 0;
  };
  using Ends = std::pair<std::string, std::string>;  // from, to
  std::map<std::string, Stay> states;
  std::map<Ends, std::map<std::string, int>> transitions;  // how often, by cause
};

// What was declared and not seen has no visits and was never taken.
ModeMachine find_machine(const Record& record);

std::string machine_to_text(const ModeMachine& machine);
std::string machine_to_dot(const ModeMachine& machine, const std::string& name);
std::string machine_to_json(const ModeMachine& machine, const Record& record);

}  // namespace tangible
